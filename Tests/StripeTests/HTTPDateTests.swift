import Testing

@testable import Stripe

@Suite struct HTTPDateTests {
    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799),
        (Fixtures.date, Fixtures.dateSeconds),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func reads(_ text: String, _ seconds: Int64) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "x", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Mon, 06 Nov 1994 08:49:37 GMT",  // It was a Sunday.
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Thu, 31 Nov 1994 08:49:37 GMT", "Mon, 29 Feb 2100 00:00:00 GMT",
        "Wed, 31 Dec 1969 23:59:59 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08-49-37 GMT", "Sun; 06 Nov 1994 08:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 199é 08:49:3 GMT",
    ])
    func refuses(_ text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    /// Every day of 150 years, against counting on.
    @Test func everyDay() {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var day = 0
        for year in 1970..<2120 {
            let february = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            for (month, days) in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated()
            {
                for number in 1...days {
                    let two = number < 10 ? "0\(number)" : "\(number)"
                    let text = "\(weekdays[day % 7]), \(two) \(months[month]) \(year) 00:00:01 GMT"
                    #expect(HTTPDate.seconds(text) == Int64(day) * 86_400 + 1)
                    day += 1
                }
            }
        }
    }
}
