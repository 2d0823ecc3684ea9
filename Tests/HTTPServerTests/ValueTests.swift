import EventLoop
import Glibc
import Testing

@testable import HTTPServer

@Suite struct ValueTests {
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)]
    )
    func aDateIsWrittenAsTheRFCHasIt(second: Int64, text: String) {
        #expect(HTTPDate.text(secondsSinceEpoch: second) == text)
    }

    /// Against the C library, every 40,000,003 s from 1970 to 2999.
    @Test func datesAreThoseOfTheCLibrary() {
        for second in stride(from: Int64(0), to: 32_503_680_000, by: 40_000_003) {
            var moment = time_t(second)
            var fields = tm()
            gmtime_r(&moment, &fields)
            var buffer = [CChar](repeating: 0, count: 64)
            let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &fields)
            let text = String(decoding: buffer[..<count].map(UInt8.init), as: UTF8.self)
            #expect(HTTPDate.text(secondsSinceEpoch: second) == text)
        }
    }

    @Test func headersAreFoundInAnyCase() {
        var headers = HTTPHeaders([("Content-Type", "a"), ("X", "1"), ("x", "2")])
        #expect(headers["content-type"] == "a")
        #expect(headers["CONTENT-type"] == "a")
        #expect(headers["x"] == "1")
        #expect(headers.all("X") == ["1", "2"])
        #expect(headers["y"] == nil)
        headers.add("Y", "3")
        #expect(headers.all("y") == ["3"])
        #expect(headers.count == 4)
    }

    @Test func tokenCharactersAreThoseOfTheRFC() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let expected = Set("!#$%&'*+-.^_`|~0123456789\(letters)\(letters.uppercased())".utf8)
        #expect(Set((UInt8.min...UInt8.max).filter(ASCII.isToken)) == expected)
    }

    @Test func byteClassesHaveTheirBounds() {
        let all = UInt8.min...UInt8.max
        #expect(all.filter(ASCII.isUpper) == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
        #expect(all.filter(ASCII.isDigit) == Array("0123456789".utf8))
        #expect(all.filter(ASCII.isHexDigit) == Array("0123456789ABCDEFabcdef".utf8))
        #expect(all.filter(ASCII.isLetter).count == 52)
        #expect(all.filter(ASCII.isVisible) == Array(0x21...0x7e))
        #expect(all.filter(ASCII.isControl) == Array(0...8) + Array(10...31) + [127])
    }

    @Test func exhaustionPausesAcceptingAndBadLuckDoesNot() {
        for code in [EMFILE, ENFILE, ENOBUFS, ENOMEM] {
            #expect(AcceptFailure(code: code) == .exhausted)
        }
        for code in [ECONNABORTED, EINTR, EPROTO, EPERM, ENETDOWN, EHOSTUNREACH] {
            #expect(AcceptFailure(code: code) == .oneConnection)
        }
        #expect(AcceptFailure(code: EAGAIN) == .noneWaiting)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.9.9.9", "127.9.9.9", true),
        ("10.0.0.1", "10.0.0.1", false), ("::1", "::1", true),
        ("::ffff:127.0.0.1", "127.0.0.1", true), ("::ffff:10.0.0.1", "10.0.0.1", false),
        ("2001:DB8::0:1", "2001:db8::1", false),
    ])
    func addressesHaveOneName(host: String, text: String, isLoopback: Bool) throws {
        let address = try SocketAddress(ServerAddress(host: host, port: 80))
        #expect(address.numeric == ServerAddress(host: text, port: 80))
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "[::1]", ":::"])
    func namesAreNotAddresses(host: String) {
        #expect(throws: SystemError(call: "inet_pton", code: EINVAL)) {
            try SocketAddress(ServerAddress(host: host, port: 80))
        }
    }

    @Test func anAddressIsWrittenAsInAURL() {
        #expect("\(ServerAddress(host: "127.0.0.1", port: 80))" == "127.0.0.1:80")
        #expect("\(ServerAddress(host: "::1", port: 80))" == "[::1]:80")
    }
}
