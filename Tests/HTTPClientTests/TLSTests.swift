import HTTPClient
import Testing

/// Whom the client trusts; everything that fails here fails before the request.
@Suite struct TLSTests {
    @Test func trustedCertificateIsAccepted() async throws {
        let peer = try SecurePeer(for: "IP:127.0.0.1")
        try await Bench.run {
            $0.caFile = peer.certificateFile
        } _: { bench in
            let answer = try await bench.send(ClientRequest(method: .get, url: peer.url))
            #expect(answer.status == 200)
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.version == .http1)
        }
    }

    @Test func unknownIssuerIsNotSent() async throws {
        let peer = try SecurePeer(for: "IP:127.0.0.1")
        try await Bench.run { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.certificateRejected))
        }
    }

    @Test func certificateForAnotherNameIsNotSent() async throws {
        let peer = try SecurePeer(for: "DNS:api.stripe.com")
        try await Bench.run {
            $0.caFile = peer.certificateFile
        } _: { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.certificateRejected))
        }
    }

    @Test func outdatedProtocolIsNotSent() async throws {
        let peer = try SecurePeer(
            for: "IP:127.0.0.1",
            options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
        )
        try await Bench.run {
            $0.caFile = peer.certificateFile
        } _: { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.tlsHandshakeFailed))
        }
    }

    @Test func missingTrustStoreIsNotSent() async throws {
        let peer = try SecurePeer(for: "IP:127.0.0.1")
        try await Bench.run {
            $0.caFile = "/nowhere/ca.pem"
        } _: { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.trustStoreUnreadable))
        }
    }

    @Test(arguments: ["", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"])
    func peerWithoutTLSIsNotSent(answer: String) async throws {
        let peer = try ScriptedPeer { $0.write(answer) }
        try await Bench.run { bench in
            let url = "https://127.0.0.1:\(peer.port)/"
            #expect(await bench.failure(of: url) == .notSent(.tlsHandshakeFailed))
        }
    }

    @Test func peerThatHangsInTheHandshakeIsNotSent() async throws {
        let peer = try ScriptedPeer { $0.readToEnd() }
        try await Bench.run {
            $0.connectTimeout = .milliseconds(100)
        } _: { bench in
            let url = "https://127.0.0.1:\(peer.port)/"
            #expect(await bench.failure(of: url) == .notSent(.connectTimedOut))
        }
    }
}
