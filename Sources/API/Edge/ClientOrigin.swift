import Crypto
import HTTPServer

/// Where a request comes from, as far as it can be known: the address at the other end, or, where
/// that is a proxy of the operator's, what the proxy says.
struct ClientOrigin: Hashable {
    /// An IPv4 address or the first half of an IPv6 one: one household or one phone has all of the
    /// rest to itself and changes it at will.
    /// [RFC 6177](https://www.rfc-editor.org/rfc/rfc6177)
    let network: [UInt8]

    private static let networkBitsOfIPv6 = 64

    @inline(never)  // See `PaymentEndpoints`.
    init(_ request: HTTPRequest, trusting proxies: [AddressRange]) {
        guard let peer = IPAddress(request.peer) else {
            network = Array(request.peer.utf8)
            return
        }
        let client = ClientOrigin.client(behind: peer, request.headers, proxies)
        network =
            client.isIPv4 ? client.bytes : client.prefix(bits: ClientOrigin.networkBitsOfIPv6).bytes
    }

    /// What is stored with a payment: it tells whether two requests came from one place, and not
    /// which.
    var digest: String { Hex.encode(SHA256.hash(Array("origin\n".utf8) + network)) }

    /// Walks from our end of `X-Forwarded-For` to the first address that is not a trusted proxy's:
    /// it was written down by one. What stands before it, the client may have made up.
    private static func client(
        behind peer: IPAddress,
        _ headers: HTTPHeaders,
        _ proxies: [AddressRange]
    ) -> IPAddress {
        let isTrusted = { (address: IPAddress) in proxies.contains { $0.contains(address) } }
        var client = peer
        let hops = headers.all("x-forwarded-for").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard isTrusted(client), let address = address(in: hop) else { return client }
            client = address
        }
        return client
    }

    /// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]:80`.
    private static func address(in hop: Substring) -> IPAddress? {
        let text = OptionalWhitespace.trimmed(hop)
        if text.hasPrefix("[") {
            return IPAddress(text.dropFirst().prefix { $0 != "]" })
        }
        let isWithPort = text.utf8.count { $0 == UInt8(ascii: ":") } == 1
        return IPAddress(isWithPort ? text.prefix { $0 != ":" } : text[...])
    }
}
