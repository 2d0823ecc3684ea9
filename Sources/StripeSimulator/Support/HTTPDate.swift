/// A time as the `Date` header writes it (RFC 9110 section 5.6.7).
enum HTTPDate {
    static func text(secondsSince1970 seconds: Int64) -> String {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = civil(daysSince1970: days)
        // The first of January 1970 was a Thursday.
        let weekday = weekdays[Int((days + 4) % 7)]
        let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
        return "\(weekday), \(twoDigits(date.day)) \(months[Int(date.month - 1)]) \(date.year) "
            + time.joined(separator: ":") + " GMT"
    }

    /// The year and month of a time, for what expires at the end of a month.
    static func yearAndMonth(secondsSince1970 seconds: Int64) -> (year: Int64, month: Int64) {
        let date = civil(daysSince1970: seconds / 86_400)
        return (date.year, date.month)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Howard Hinnant's `civil_from_days`, for days from 1970 on.
    private static func civil(
        daysSince1970 days: Int64
    ) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
