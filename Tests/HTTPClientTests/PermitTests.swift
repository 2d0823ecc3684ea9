import EventLoop
import Foundation
import HTTPClient
import Testing

/// The permit reaches to the wire, also when libcurl sends again by itself.
@Suite struct PermitTests {
    @Test func withoutPermitNoConnectionIsMade() async throws {
        let peer = try ScriptedPeer { $0.answerAll(with: smallAnswer) }
        try await Bench.run { bench in
            let failure = await bench.failure(of: peer.url, permit: { false })
            #expect(failure == .notSent(.permitWithdrawn))
        }
        #expect(peer.log.connections == 0)
    }

    /// Withdrawn between the queue and the wire: the connection is made, no byte goes over it.
    @Test func permitIsAskedAgainDirectlyBeforeTheBytes() async throws {
        let bytes = ByteCount()
        let peer = try ScriptedPeer { bytes.set($0.readToEnd().count) }
        try await Bench.run { bench in
            let permit = CountedPermit(lasting: 1)
            let failure = await bench.failure(of: peer.url, permit: { permit.ask() })
            #expect(failure == .notSent(.permitWithdrawn))
            #expect(permit.asked == 2)
            #expect(await bench.client.counters.sent == 0)
        }
        #expect(bytes.wait() == 0)
    }

    @Test func permitWithdrawnWhileQueuedIsNotSent() async throws {
        let gate = DispatchSemaphore(value: 0)
        let peer = try ScriptedPeer { connection in
            _ = connection.readRequest()
            gate.wait()
            connection.write(smallAnswer)
            connection.answerAll(with: smallAnswer)
        }
        try await Bench.run {
            $0.maxConnectionsPerHost = 1
        } _: { bench in
            async let first = bench.post(peer.url)
            await bench.wait { $0.inFlight == 1 }
            let permit = CountedPermit(lasting: 0)
            async let second = bench.failure(of: peer.url, permit: { permit.ask() })
            async let third = bench.post(peer.url, "third")
            await bench.wait { $0.queued == 2 }
            #expect(permit.asked == 0)
            gate.signal()
            let answer1 = try await first
            #expect(answer1.status == 200)
            #expect(await second == .notSent(.permitWithdrawn))
            let answer2 = try await third
            #expect(answer2.status == 200)
        }
        #expect(peer.log.requests.count == 2)
        #expect(peer.log.connections == 1)
    }

    @Test func deadlinePassedWhileQueuedIsNotSent() async throws {
        let gate = DispatchSemaphore(value: 0)
        let peer = try ScriptedPeer { connection in
            _ = connection.readRequest()
            gate.wait()
            connection.write(smallAnswer)
            connection.answerAll(with: smallAnswer)
        }
        try await Bench.run {
            $0.maxConnectionsPerHost = 1
        } _: { bench in
            async let first = bench.post(peer.url)
            await bench.wait { $0.inFlight == 1 }
            let second = await bench.failure(of: peer.url, within: .milliseconds(50))
            #expect(second == .notSent(.deadlineBeforeSending))
            #expect(await bench.client.counters.queued == 0)
            gate.signal()
            let answer3 = try await first
            #expect(answer3.status == 200)
            let answer4 = try await bench.post(peer.url)
            #expect(answer4.status == 200)
        }
        #expect(peer.log.requests.count == 2)
    }

    @Test func queueHasABound() async throws {
        let peer = try ScriptedPeer { $0.readToEnd() }
        try await Bench.run {
            $0.maxConnectionsPerHost = 1
            $0.maxQueued = 1
        } _: { bench in
            async let first = bench.failure(of: peer.url)
            await bench.wait { $0.inFlight == 1 }
            async let second = bench.failure(of: peer.url)
            await bench.wait { $0.queued == 1 }
            #expect(await bench.failure(of: peer.url) == .notSent(.queueFull))
            await bench.client.close()
            _ = await (first, second)
        }
    }

    // MARK: What libcurl sends again

    /// The peer answers the first request of its first connection, reads the second and closes
    /// without an answer: to libcurl a kept connection that was dead.
    private func peerThatDropsTheSecondRequest(
        beforeClosing: @escaping @Sendable () -> Void = {}
    ) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            guard connection.index == 0 else { return connection.answerAll(with: smallAnswer) }
            guard connection.readRequest() != nil else { return }
            connection.write(smallAnswer)
            guard connection.readRequest() != nil else { return }
            beforeClosing()
        }
    }

    @Test func replayIsCountedAndCarriesTheSameBytes() async throws {
        let peer = try peerThatDropsTheSecondRequest()
        try await Bench.run { bench in
            #expect(try await bench.post(peer.url, "first").sends == 1)
            let permit = CountedPermit(lasting: .max)
            let answer = try await bench.post(peer.url, "second", permit: { permit.ask() })
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.sends == 2)
            // Leaving the queue, the first try, the second.
            #expect(permit.asked == 3)
            let counters = await bench.client.counters
            #expect(counters.sent == 2)
            #expect(counters.replays == 1)
        }
        let requests = peer.log.requests
        try #require(requests.count == 3)
        #expect(requests[1].hasSuffix("second"))
        #expect(requests[1] == requests[2])
    }

    @Test func permitWithdrawnBeforeTheReplayLeavesItUnknown() async throws {
        let peer = try peerThatDropsTheSecondRequest()
        try await Bench.run { bench in
            _ = try await bench.post(peer.url)
            let permit = CountedPermit(lasting: 2)
            let failure = await bench.failure(of: peer.url, permit: { permit.ask() })
            #expect(failure == .outcomeUnknown(.permitWithdrawnBeforeReplay))
            #expect(await bench.client.counters.replays == 0)
        }
        #expect(peer.log.requests.count == 2)
    }

    @Test func replayThatCannotConnectLeavesItUnknown() async throws {
        let stop = Hook()
        let peer = try peerThatDropsTheSecondRequest { stop.run() }
        stop.set { [unowned peer] in peer.stop() }
        try await Bench.run { bench in
            _ = try await bench.post(peer.url)
            #expect(await bench.failure(of: peer.url) == .outcomeUnknown(.connectionLost))
        }
        #expect(peer.log.requests.count == 2)
    }

    /// Seen to be closed before it is used again: a new connection, nothing sent twice.
    @Test func connectionClosedWhileIdleIsNotUsedAgain() async throws {
        let closed = DispatchSemaphore(value: 0)
        let peer = try ScriptedPeer { connection in
            _ = connection.readRequest()
            connection.write(smallAnswer)
            connection.close()
            closed.signal()
        }
        try await Bench.run { bench in
            for _ in 0..<3 {
                _ = try await bench.post(peer.url)
                await withCheckedContinuation { done in
                    DispatchQueue.global().async {
                        closed.wait()
                        done.resume()
                    }
                }
            }
            let counters = await bench.client.counters
            #expect(counters.replays == 0)
            #expect(counters.reusedConnections == 0)
        }
        #expect(peer.log.connections == 3)
        #expect(peer.log.requests.count == 3)
    }

    @Test func cancelingTheCallerLeavesTheTransferAlone() async throws {
        let gate = DispatchSemaphore(value: 0)
        let peer = try ScriptedPeer { connection in
            _ = connection.readRequest()
            gate.wait()
            connection.write(smallAnswer)
        }
        try await Bench.run { bench in
            let task = Task { try await bench.post(peer.url).status }
            await bench.wait { $0.inFlight == 1 }
            task.cancel()
            gate.signal()
            let status = try await task.value
            #expect(status == 200)
        }
    }
}

/// A permit that is withdrawn after it has been asked so many times.
private final class CountedPermit: @unchecked Sendable {
    private let lock = Lock()
    private let limit: Int
    private var count = 0

    init(lasting limit: Int) { self.limit = limit }

    func ask() -> Bool {
        lock.withLock {
            count += 1
            return count <= limit
        }
    }

    var asked: Int { lock.withLock { count } }
}

/// A number that one thread sets and another waits for.
private final class ByteCount: @unchecked Sendable {
    private let isSet = DispatchSemaphore(value: 0)
    private var count = -1

    func set(_ count: Int) {
        self.count = count
        isSet.signal()
    }

    func wait() -> Int {
        isSet.wait()
        return count
    }
}

/// Something that is said after the script was written.
private final class Hook: @unchecked Sendable {
    private let lock = Lock()
    private var body: @Sendable () -> Void = {}

    func set(_ body: @escaping @Sendable () -> Void) { lock.withLock { self.body = body } }

    func run() { lock.withLock { body }() }
}
