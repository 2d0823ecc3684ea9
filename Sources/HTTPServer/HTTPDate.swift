/// A moment as the `Date` field has it: `Sun, 06 Nov 1994 08:49:37 GMT`.
/// [RFC 9110, 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)
public enum HTTPDate {
    /// The text for a moment from 1970 to the year 9999.
    public static func text(secondsSinceEpoch: Int64) -> String {
        let days = secondsSinceEpoch / 86_400
        let seconds = secondsSinceEpoch % 86_400
        let (year, month, day) = civil(daysSinceEpoch: days)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(twoDigits)
        let weekday = weekdays[Int((days + 4) % 7)]
        let date = "\(weekday), \(twoDigits(day)) \(months[Int(month - 1)]) \(year)"
        return "\(date) \(time[0]):\(time[1]):\(time[2]) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Years are counted from March, so that the leap day is the last of its year.
    /// [Howard Hinnant: civil_from_days](https://howardhinnant.github.io/date_algorithms.html)
    private static func civil(
        daysSinceEpoch: Int64
    ) -> (year: Int64, month: Int64, day: Int64) {
        let days = daysSinceEpoch + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
