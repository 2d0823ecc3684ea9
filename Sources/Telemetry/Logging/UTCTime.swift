/// A moment of the wall clock, for people and for the dates in customer tokens. No decision about a
/// payment hangs on it.
public struct UTCTime: Hashable, Sendable {
    /// Without leap seconds, as Unix counts.
    public let since1970: Duration

    public init(since1970: Duration) {
        self.since1970 = since1970
    }

    public static func now() -> UTCTime { UTCTime(since1970: Kernel.wallClock) }
}

extension UTCTime: CustomStringConvertible {
    /// RFC 3339 in UTC with milliseconds, rounded down: "2026-03-01T09:05:00.042Z".
    public var description: String {
        let (seconds, attoseconds) = since1970.components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        let (year, month, day) = UTCTime.date(daysSince1970: Int(seconds / UTCTime.secondsPerDay))
        let second = Int(seconds % UTCTime.secondsPerDay)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let minutes = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2))"
        return "\(date)T\(minutes):\(padded(second % 60, 2)).\(padded(milliseconds, 3))Z"
    }

    private static let secondsPerDay: Int64 = 86_400

    /// Howard Hinnant's `civil_from_days`, for days from 1970 on: the year starts in March, so that
    /// the leap day is its last. https://howardhinnant.github.io/date_algorithms.html
    private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let daysFromYear0 = days + 719_468
        let era = daysFromYear0 / 146_097
        let dayOfEra = daysFromYear0 % 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
