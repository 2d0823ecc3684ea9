import EventLoop
import Glibc
import HTTPClient
import Testing

/// NF10: what becomes of a request when something breaks, the line between "not sent" and "unknown".
@Suite struct FailureTests {
    @Test func refusedConnectionIsNotSent() async throws {
        let peer = try ScriptedPeer(nil)
        peer.stop()
        try await Bench.run { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.connectionRefused))
            let counters = await bench.client.counters
            #expect(counters.sent == 0)
            #expect(counters.failedNotSent == 1)
            #expect(counters.connectionsOpen == 0)
        }
    }

    @Test func unknownNameIsNotSent() async throws {
        try await Bench.run { bench in
            let failure = await bench.failure(of: "http://host.invalid/")
            #expect(failure == .notSent(.nameNotResolved))
        }
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "127.0.0.1", "", "http://", "http://127.0.0.1:port/", "https:///x",
        "http://127.0.0.1/\0/x", "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y",
    ])
    func badAddressIsNotSent(url: String) async throws {
        try await Bench.run { bench in
            #expect(await bench.failure(of: url) == .notSent(.invalidRequest))
        }
    }

    /// libcurl refuses it and forgets the address before; the next request must not miss that.
    @Test func endlessAddressIsNotSentAndLeavesNothingBehind() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        let endless = "\(peer.url)/\(String(repeating: "x", count: 9_000_000))"
        try await Bench.run { bench in
            let expected: [TransportFailure?] = [nil, .notSent(.invalidRequest), nil]
            var seen: [TransportFailure?] = []
            for url in [peer.url, endless, peer.url] { seen.append(await bench.failure(of: url)) }
            #expect(seen == expected)
        }
    }

    @Test(arguments: [
        ("X", "a\r\nInjected: b"), ("X", "a\nb"), ("X", "a\0b"), ("X\r\nY", "a"), ("", "a"),
        ("X Y", "a"), ("X:", "a"),
    ])
    func headerThatEndsItsLineIsNotSent(name: String, value: String) async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            let request = ClientRequest(method: .get, url: peer.url, headers: [(name, value)])
            await #expect(throws: TransportFailure.notSent(.invalidRequest)) {
                try await bench.send(request)
            }
            let answer1 = try await bench.post(peer.url)
            #expect(answer1.status == 200)
        }
    }

    /// The kernel completes the connection and takes the bytes; nobody ever reads them.
    @Test func peerThatNeverAcceptsIsUnknown() async throws {
        let peer = try ScriptedPeer(nil)
        try await Bench.run { bench in
            let failure = await bench.failure(of: peer.url, within: .milliseconds(100))
            #expect(failure == .outcomeUnknown(.timedOut))
            #expect(await bench.client.counters.sent == 1)
        }
    }

    @Test func fullBacklogIsNotSent() async throws {
        let peer = try ScriptedPeer(backlog: 0, nil)
        let fillers = (0..<4).map { _ in connectWithoutWaiting(to: peer.port) }
        defer { for filler in fillers { close(filler) } }
        try await Bench.run {
            $0.connectTimeout = .milliseconds(100)
        } _: { bench in
            #expect(await bench.failure(of: peer.url) == .notSent(.connectTimedOut))
        }
        try await Bench.run { bench in
            let failure = await bench.failure(of: peer.url, within: .milliseconds(100))
            #expect(failure == .notSent(.deadlineBeforeSending))
        }
    }

    @Test func pastDeadlineIsNotSent() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            let failure = await bench.failure(of: peer.url, within: .milliseconds(-1))
            #expect(failure == .notSent(.deadlineBeforeSending))
        }
        #expect(peer.log.connections == 0)
    }

    @Test(arguments: [
        // Nothing, garbage, and HTTP that contradicts itself.
        ("", UnknownReason.emptyAnswer),
        ("garbage\r\n\r\n", .malformedAnswer),
        ("220 smtp.example.com ESMTP\r\n", .malformedAnswer),
        ("<html>it works</html>", .malformedAnswer),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhello",
            .malformedAnswer
        ),
        ("HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n", .malformedAnswer),
        // The length promises more than comes.
        ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", .truncatedAnswer),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .truncatedAnswer),
        // No length: whether this is all nobody can say.
        ("HTTP/1.1 200 OK\r\n\r\nhello", .truncatedAnswer),
        ("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nhello", .truncatedAnswer),
    ])
    func brokenAnswersAreUnknown(answer: String, reason: UnknownReason) async throws {
        let peer = try ScriptedPeer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(answer)
        }
        try await Bench.run { bench in
            #expect(await bench.failure(of: peer.url) == .outcomeUnknown(reason))
            #expect(await bench.client.counters.failedOutcomeUnknown == 1)
        }
        #expect(peer.log.requests.count == 1)
    }

    @Test(arguments: ["abc", "-5", "99999999999999999999", "5, 5"])
    func lengthThatIsNoNumberIsUnknown(length: String) async throws {
        let peer = try ScriptedPeer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello")
        }
        try await Bench.run { bench in
            guard case .outcomeUnknown = await bench.failure(of: peer.url) else {
                Issue.record("a length of \(length) was taken")
                return
            }
        }
    }

    @Test func resetAfterReadingIsUnknown() async throws {
        let peer = try ScriptedPeer { connection in
            guard connection.readRequest() != nil else { return }
            connection.reset()
        }
        try await Bench.run { bench in
            #expect(await bench.failure(of: peer.url) == .outcomeUnknown(.connectionLost))
        }
        #expect(peer.log.requests.count == 1)
    }

    /// Closed before a byte was read: nobody has seen the request, but only the peer knows that.
    @Test func closedWithoutReadingIsUnknown() async throws {
        let peer = try ScriptedPeer { _ in }
        try await Bench.run { bench in
            guard case .outcomeUnknown = await bench.failure(of: peer.url) else {
                Issue.record("what may have been sent was called not sent")
                return
            }
        }
    }

    @Test func slowAnswerIsUnknown() async throws {
        let peer = try ScriptedPeer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
            connection.readToEnd()
        }
        try await Bench.run { bench in
            let failure = await bench.failure(of: peer.url, within: .milliseconds(100))
            #expect(failure == .outcomeUnknown(.timedOut))
            // Broken off with the connection: nothing late can be taken for a later answer.
            #expect(await bench.client.counters.connectionsOpen == 0)
        }
    }

    @Test func answersHaveBounds() async throws {
        let peer = try ScriptedPeer { connection in
            guard let request = connection.readRequest() else { return }
            if request.hasSuffix("head") {
                let field = "X-Long: \(String(repeating: "x", count: 1_000))\r\n"
                connection.write("HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 20))
            } else {
                let body = String(repeating: "x", count: request.hasSuffix("fits") ? 1_000 : 1_001)
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
            connection.readToEnd()
        }
        try await Bench.run {
            $0.maxResponseBytes = 1_000
            $0.maxHeadBytes = 10_000
        } _: { bench in
            await #expect(throws: TransportFailure.outcomeUnknown(.headTooLarge)) {
                try await bench.post(peer.url, "head")
            }
            await #expect(throws: TransportFailure.outcomeUnknown(.bodyTooLarge)) {
                try await bench.post(peer.url, "large")
            }
            let answer2 = try await bench.post(peer.url, "fits")
            #expect(answer2.body.count == 1_000)
        }
    }

    @Test(arguments: [smallAnswer, smallChunkedAnswer], [false, true])
    func cutAfterEveryByteIsUnknown(answer: String, isReset: Bool) async throws {
        // libcurl takes the last chunk's CR for its end: the body is whole then, only LF is
        // missing.
        let bytes = Array(answer.utf8).dropLast(answer == smallChunkedAnswer ? 1 : 0)
        let peer = try ScriptedPeer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(bytes.prefix(connection.index))
            if isReset { connection.reset() }
        }
        try await Bench.run { bench in
            for count in 0..<bytes.count {
                guard case .outcomeUnknown = await bench.failure(of: peer.url) else {
                    Issue.record("cut after \(count) bytes")
                    return
                }
            }
            #expect(await bench.client.counters.replays == 0)
        }
        #expect(peer.log.requests.count == bytes.count)
    }

    @Test func closingEndsWhatIsPending() async throws {
        let peer = try ScriptedPeer { connection in
            _ = connection.readRequest()
            connection.readToEnd()
        }
        try await Bench.run {
            $0.maxConnectionsPerHost = 2
        } _: { bench in
            async let first = bench.failure(of: peer.url)
            async let second = bench.failure(of: peer.url)
            await bench.wait { $0.inFlight == 2 }
            async let third = bench.failure(of: peer.url)
            await bench.wait { $0.queued == 1 }
            while peer.log.requests.count < 2 { await Task.yield() }
            await bench.client.close()
            #expect(await first == .outcomeUnknown(.clientClosed))
            #expect(await second == .outcomeUnknown(.clientClosed))
            #expect(await third == .notSent(.clientClosed))
            #expect(await bench.failure(of: peer.url) == .notSent(.clientClosed))
            let counters = await bench.client.counters
            #expect(counters.inFlight == 0)
            #expect(counters.queued == 0)
        }
    }

    @Test func proxyThatRefusesMeansNotSent() async throws {
        let proxy = try ScriptedPeer { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
            )
            connection.readToEnd()
        }
        try await Bench.run {
            $0.proxy = proxy.url
        } _: { bench in
            let failure = await bench.failure(of: "https://api.stripe.com/v1/charges")
            #expect(failure == .notSent(.proxyRefused))
        }
        #expect(proxy.log.requests.first?.hasPrefix("CONNECT api.stripe.com:443") == true)
    }
}

/// A connection that is asked for and left alone, to fill a backlog.
private func connectWithoutWaiting(to port: UInt16) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            _ = connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    return descriptor
}
