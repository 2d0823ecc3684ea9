import EventLoop
import Foundation
import HTTPClient
import Testing

/// Answers that are whole.
@Suite struct AnswerTests {
    @Test func requestLeavesAsGiven() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            var request = ClientRequest(
                method: .post,
                url: "\(peer.url)/v1/payment_intents?x=1",
                headers: [
                    ("Idempotency-Key", "payonce-1-create-1"), ("X-Empty", ""),
                    ("Content-Type", "application/json"),
                ],
                body: Array("{\"a\":1}".utf8)
            )
            let answer = try await bench.send(request)
            #expect(answer.status == 200)
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.version == .http1)
            request.method = .delete
            request.body = []
            _ = try await bench.send(request)
            request.method = .get
            _ = try await bench.send(request)
            request.method = .post
            _ = try await bench.send(request)
        }
        let requests = peer.log.requests
        try #require(requests.count == 4)
        #expect(
            requests[0] == """
                POST /v1/payment_intents?x=1 HTTP/1.1\r
                Host: 127.0.0.1:\(peer.port)\r
                User-Agent: PayOnce\r
                Accept: */*\r
                Idempotency-Key: payonce-1-create-1\r
                X-Empty:\r
                Content-Type: application/json\r
                Content-Length: 7\r
                \r
                {"a":1}
                """
        )
        #expect(requests[1].hasPrefix("DELETE /v1/payment_intents?x=1 HTTP/1.1\r\n"))
        #expect(!requests[1].contains("Content-Length"))
        #expect(requests[2].hasPrefix("GET /v1/payment_intents?x=1 HTTP/1.1\r\n"))
        #expect(requests[3].hasPrefix("POST "))
        #expect(requests[3].contains("Content-Length: 0\r\n"))
        #expect(peer.log.connections == 1)
    }

    @Test(
        arguments: [
            (smallAnswer, 200, "hello"),
            (smallChunkedAnswer, 200, "hello"),
            ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
            ("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n", 304, ""),
            ("HTTP/1.1 402 Payment Required\r\nContent-Length: 2\r\n\r\n{}", 402, "{}"),
            ("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", 500, ""),
            ("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n", 302, ""),
            ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + smallAnswer, 200, "hello"),
            // Asked for nothing encoded, it undoes nothing.
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno", 200, "no"),
        ]
    )
    func wholeAnswers(text: String, status: Int, body: String) async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: text) }
        try await Bench.run { bench in
            let answer = try await bench.post(peer.url)
            #expect(answer.status == status)
            #expect(String(decoding: answer.body, as: UTF8.self) == body)
            #expect(answer.headers["Link"] == nil)
        }
        #expect(peer.log.requests.count == 1)
    }

    @Test func headersAreFoundWithoutCaseAndRepeated() async throws {
        let peer = try ScriptedPeer {
            $0.answerAll(
                with: "HTTP/1.1 200 OK\r\nrequest-ID:  req_1 \r\nVary: a\r\nVARY: b\r\nEmpty:\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nTrailer: late\r\n\r\n"
            )
        }
        try await Bench.run { bench in
            let headers = try await bench.post(peer.url).headers
            #expect(headers["Request-Id"] == "req_1")
            #expect(headers.values(of: "vary") == ["a", "b"])
            #expect(headers["Empty"] == "")
            #expect(headers["Request"] == nil)
            #expect(headers["Trailer"] == nil)
            #expect(headers.all.map(\.name).first == "request-ID")
            #expect(headers.all.count == 5)
        }
    }

    /// Larger than the megabyte from which libcurl would ask for permission (`Expect`).
    @Test func largeBodiesGoBothWays() async throws {
        let sent = String(repeating: "0123456789abcdef", count: 80_000)
        let peer = try ScriptedPeer { connection in
            while let request = connection.readRequest() {
                let body = request.suffix(sent.utf8.count)
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
        }
        try await Bench.run { bench in
            for _ in 0..<2 {
                let answer = try await bench.post(peer.url, sent)
                #expect(answer.body == Array(sent.utf8))
            }
        }
        #expect(peer.log.requests.allSatisfy { !$0.prefix(500).lowercased().contains("expect") })
    }

    @Test func timingsAddUp() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            let timings = try await bench.post(peer.url).timings
            #expect(timings.queued >= .zero)
            #expect(timings.connected > .zero)
            #expect(timings.firstByte >= timings.connected)
            #expect(timings.total < Bench.ample)
        }
    }

    @Test func thousandRequestsShareFiftyConnections() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<1_000 {
                    group.addTask { try await bench.post(peer.url, "n=\(number)").status }
                }
                for try await status in group { #expect(status == 200) }
            }
            let counters = await bench.client.counters
            #expect(counters.sent == 1_000)
            #expect(counters.connectionsOpen <= 50)
            #expect(counters.reusedConnections >= 950)
            #expect(counters.inFlight == 0)
            #expect(counters.queued == 0)
        }
        #expect(peer.log.connections <= 50)
        let bodies = Set(
            peer.log.requests.compactMap { $0.components(separatedBy: "\r\n\r\n").last }
        )
        #expect(bodies == Set((0..<1_000).map { "n=\($0)" }))
    }

    /// More origins than lanes are kept: those that are idle go, and come back when they are needed.
    @Test func manyOriginsAreServed() async throws {
        let peers = try (0..<20).map { _ in try ScriptedPeer { $0.answerAll(with: smallAnswer) } }
        try await Bench.run { bench in
            for peer in peers + peers {
                let answer = try await bench.post(peer.url)
                #expect(answer.status == 200)
            }
            #expect(await bench.client.counters.sent == 40)
            #expect(await bench.client.counters.reusedConnections == 20)
        }
        #expect(peers.map(\.log.connections) == peers.map { _ in 1 })
    }

    @Test func warmOpensConnectionsAhead() async throws {
        let started = Rendezvous(of: 5)
        let peer = try ScriptedPeer { connection in
            // All five are there before the first is answered.
            started.arrive()
            connection.answerAll(with: smallAnswer)
        }
        try await Bench.run { bench in
            let probe = ClientRequest(method: .get, url: peer.url)
            let deadline = Loop.now + Bench.ample
            #expect(await bench.client.warm(with: probe, connections: 5, deadline: deadline) == 5)
            #expect(await bench.client.counters.connectionsOpen == 5)
            _ = try await bench.post(peer.url)
            #expect(await bench.client.counters.reusedConnections == 1)
        }
        #expect(peer.log.connections == 5)
    }
}

/// Holds threads until a given number of them has come.
final class Rendezvous: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var missing: Int

    init(of count: Int) { missing = count }

    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        condition.broadcast()
        while missing > 0 { condition.wait() }
    }
}
