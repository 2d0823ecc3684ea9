import Testing

@testable import StripeSimulator

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func datesAreThoseOfRFC9110(seconds: Int64, text: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == text)
    }

    @Test(arguments: [
        ("/v1/a", "/v1/a", true), ("/v1/a", "/v1/ab", false), ("/v1/*", "/v1/a/b", true),
        ("*", "", true), ("/v1/*/confirm", "/v1/confirm", false),
        ("/v1/*/confirm", "/v1/pi/confirm", true), ("*pi*con*", "/v1/pi_1/confirm", true),
        ("a*a", "a", false), ("*b*a*", "ab", false),
    ])
    func starsStandForAnyRun(pattern: String, text: String, matches: Bool) {
        #expect(Glob(pattern: pattern).matches(text) == matches)
    }
}
