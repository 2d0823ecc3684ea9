import HTTPServer
import Testing

@testable import API

@Suite("Where a request comes from")
struct ClientOriginTests {
    private static let proxies = ["10.0.0.0/8", "2001:db8:ffff::/48"].compactMap(AddressRange.init)

    private func origin(
        _ peer: String,
        _ forwarded: [String] = [],
        trusting: [AddressRange] = proxies
    ) -> ClientOrigin {
        let headers = HTTPHeaders(forwarded.map { ("X-Forwarded-For", $0) })
        let request = HTTPRequest(method: .get, path: "/", headers: headers, peer: peer)
        return ClientOrigin(request, trusting: trusting)
    }

    static let table: [(peer: String, forwarded: [String], client: String)] = [
        // Nobody but a trusted proxy is believed.
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        // The proxy wrote down who called it.
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        // What the client wrote before that is not believed.
        ("10.0.0.1", ["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["10.9.9.9, 203.0.113.9"], "203.0.113.9"),
        // Two proxies, in one line and in two.
        ("10.0.0.1", ["203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.7", "203.0.113.9,10.0.0.2"], "203.0.113.9"),
        ("2001:db8:ffff::1", ["203.0.113.9 ,\t10.0.0.2"], "203.0.113.9"),
        // Proxies all the way: the outermost.
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", [], "10.0.0.1"),
        // What cannot be read ends the walk.
        ("10.0.0.1", ["203.0.113.9, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9, unknown, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [""], "10.0.0.1"),
        // With a port.
        ("10.0.0.1", ["203.0.113.9:50000"], "203.0.113.9"),
        ("10.0.0.1", ["[2001:db8::9]:50000"], "2001:db8::9"),
        ("10.0.0.1", ["[2001:db8::9]"], "2001:db8::9"),
        ("10.0.0.1", ["2001:db8::9"], "2001:db8::9"),
        // One client, however its address is written.
        ("10.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["[::ffff:cb00:7109]:443"], "203.0.113.9"),
        ("::ffff:192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        // A proxy of the operator's that is named in the other notation, behind one over IPv6.
        ("2001:db8:ffff::1", ["198.51.100.7, 203.0.113.9, ::ffff:10.0.0.2"], "203.0.113.9"),
        // Who lists trusted proxies in front of a made-up client is still found.
        ("10.0.0.1", ["203.0.113.9, 10.0.0.3, 192.0.2.77, 10.0.0.2"], "192.0.2.77"),
        ("2001:db8:fffe::1", ["203.0.113.9"], "2001:db8:fffe::1"),
    ]

    @Test("X-Forwarded-For is read from our end", arguments: table)
    func forwarded(_ peer: String, _ forwarded: [String], _ client: String) {
        #expect(origin(peer, forwarded) == origin(client, trusting: []))
    }

    @Test("Without trusted proxies the header is ignored")
    func untrusted() {
        #expect(origin("10.0.0.1", ["203.0.113.9"], trusting: []) == origin("10.0.0.1"))
    }

    @Test("An IPv4 address counts whole, an IPv6 address by its network")
    func network() {
        #expect(origin("192.0.2.1") != origin("192.0.2.2"))
        #expect(origin("2001:db8:0:1::1") == origin("2001:db8:0:1:ffff::2"))
        #expect(origin("2001:db8:0:1::1") != origin("2001:db8:0:2::1"))
    }

    @Test("The digest tells places apart and does not name them")
    func digest() {
        let one = origin("192.0.2.1").digest
        #expect(one.utf8.count == 64)
        #expect(one == origin("::ffff:192.0.2.1").digest)
        #expect(one != origin("192.0.2.2").digest)
        #expect(origin("local socket").digest != one)
    }

    @Test("The origin of a payment is that digest")
    func used() async throws {
        let bench = try Bench(settings: { $0.trustedProxies = Self.proxies })
        let body = #"{"paymentMethodId":"pm_1"}"#
        let headers: HTTPHeaders = ["X-Forwarded-For": "203.0.113.9"]
        _ = await bench.post("/pay", body, headers, peer: "10.0.0.1")
        guard case .pay(let call, _) = await bench.useCases.calls.first else {
            throw Unexpected("no first call")
        }
        #expect(call.origin == origin("203.0.113.9").digest)
    }
}
