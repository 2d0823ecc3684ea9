import Testing

@testable import API

@Suite("Addresses and blocks of them")
struct IPAddressTests {
    @Test(
        "One address has many spellings",
        arguments: [
            ("192.0.2.1", "::ffff:192.0.2.1"), ("192.0.2.1", "::FFFF:c000:0201"),
            ("2001:db8::1", "2001:0DB8:0:0:0:0:0:1"), ("::", "0:0:0:0:0:0:0:0"),
            ("::1", "0::1"), ("1::", "1:0:0:0:0:0:0:0"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
            ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
        ]
    )
    func spellings(_ one: String, _ other: String) throws {
        #expect(try #require(IPAddress(one)) == #require(IPAddress(other)))
    }

    @Test(
        "What is no address is none",
        arguments: [
            "", " ", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.-4", "1.2.3.+4",
            "1.2.3.4 ", "a.b.c.d", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7:8::", "::12345", "::g", "1.2.3.4::", "::1.2.3.4:1", "fe80::1%eth0",
            "unknown", "::ffff:1.2.3", "-1::", "+1::", "1:2:3:4:5:6:7:1.2.3.4",
        ]
    )
    func none(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    static let ranges: [(String, [String], [String])] = [
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"], ["11.0.0.0", "::1"]),
        ("10.1.2.3/8", ["10.200.0.1"], ["9.255.255.255"]),
        ("192.0.2.1", ["192.0.2.1"], ["192.0.2.0", "192.0.2.2"]),
        ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127"]),
        ("0.0.0.0/0", ["1.2.3.4"], ["::1", "2001:db8::1"]),
        ("2001:db8::/33", ["2001:db8:7fff::1"], ["2001:db8:8000::", "2001:db9::"]),
        ("::1", ["::1"], ["::", "::2", "127.0.0.1"]),
        ("::/0", ["::1", "1.2.3.4"], []),
        ("::ffff:10.0.0.0/104", ["10.9.9.9"], ["11.0.0.0"]),
    ]

    @Test("A block holds what begins alike", arguments: ranges)
    func range(_ text: String, _ inside: [String], _ outside: [String]) throws {
        let range = try #require(AddressRange(text))
        for address in inside { #expect(range.contains(try #require(IPAddress(address)))) }
        for address in outside { #expect(!range.contains(try #require(IPAddress(address)))) }
    }

    @Test(
        "What is no block is refused",
        arguments: [
            "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8",
            "10.0.0.0/8/8", "10.0.0/8", "10.0.0.0/0x8", "localhost",
            "10.0.0.0/99999999999999999999",
        ]
    )
    func noRange(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}
