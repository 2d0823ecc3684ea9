/// The one form of date that HTTP is sent with: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
/// The two obsolete forms are not read: Stripe sends none, and a date misread is worse than none.
enum HTTPDate {
    /// Seconds since 1970, or `nil` where the text is no such date or is before 1970.
    static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, hasPunctuation(bytes),
            let weekday = weekdays.firstIndex(of: word(bytes[0..<3])),
            let day = number(bytes[5..<7]),
            let month = months.firstIndex(of: word(bytes[8..<11])),
            let year = number(bytes[12..<16]), year >= 1970,
            let hour = number(bytes[17..<19]), hour < 24,
            let minute = number(bytes[20..<22]), minute < 60,
            let second = number(bytes[23..<25]), second <= 60,
            (1...length(ofMonth: month, year)).contains(day)
        else { return nil }
        let days = daysSince1970(year, month, day)
        // 1 January 1970 was a Thursday. A wrong name of the day is a sign of a wrong date.
        guard (days + 4) % 7 == weekday else { return nil }
        // A leap second is counted as the one before it, as everywhere in Unix time.
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    private static func hasPunctuation(_ bytes: [UInt8]) -> Bool {
        word(bytes[3..<5]) == ", " && word(bytes[25..<29]) == " GMT"
            && [7, 11, 16].allSatisfy { bytes[$0] == UInt8(ascii: " ") }
            && [19, 22].allSatisfy { bytes[$0] == UInt8(ascii: ":") }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        month == 1 && isLeap(year) ? 29 : monthLengths[month]
    }

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let before = year - 1
        let leapDays =
            before / 4 - before / 100 + before / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400)
        let ofMonths = (0..<month).reduce(0) { $0 + length(ofMonth: $1, year) }
        return (year - 1970) * 365 + leapDays + ofMonths + day - 1
    }
}
