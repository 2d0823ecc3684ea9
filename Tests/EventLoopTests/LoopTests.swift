import EventLoop
import Glibc
import Testing

/// A value that lives on the loop.
private actor Counter {
    private let loop: Loop
    private(set) var count = 0

    init(loop: Loop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func increment() { count += 1 }

    private var fired: [Int] = []

    /// Sets timers in the order of `delays` (milliseconds) and returns the order in which they
    /// fired.
    func order(ofDelays delays: [Int]) async -> [Int] {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            for delay in delays {
                loop.schedule(after: .milliseconds(delay)) {
                    self.assumeIsolated { counter in
                        counter.fired.append(delay)
                        if counter.fired.count == delays.count { done.resume() }
                    }
                }
            }
        }
        return fired
    }

    private var watch: Watch?

    /// Reads one byte from `descriptor` by a watch; the watch ends itself.
    func firstByte(from descriptor: Int32) async throws -> UInt8 {
        try await withCheckedThrowingContinuation { continuation in
            do {
                watch = try loop.watch(descriptor, for: .read) { readiness in
                    guard readiness.contains(.read) else { return }
                    self.assumeIsolated { $0.watch?.cancel() }
                    var byte: UInt8 = 0
                    #expect(read(descriptor, &byte, 1) == 1)
                    continuation.resume(returning: byte)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    func cancelTimerBeforeItFires() async throws -> Bool {
        let timer = loop.schedule(after: .milliseconds(5)) {
            self.assumeIsolated { $0.fired.append(5) }
        }
        timer.cancel()
        try await loop.sleep(for: .milliseconds(20))
        return !fired.isEmpty
    }
}

@Suite struct LoopTests {
    @Test func tasksAndActorsRunOnTheLoop() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        let counter = Counter(loop: loop)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask(executorPreference: loop) {
                    #expect(loop.isCurrent)
                    for _ in 0..<100 { await counter.increment() }
                }
            }
        }
        #expect(await counter.count == 10_000)
        #expect(!loop.isCurrent)
    }

    @Test func timersFireInTheOrderOfTheirDeadlines() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        let delays = [40, 5, 30, 1, 20, 15, 2, 35, 10, 25]
        let fired = await Counter(loop: loop).order(ofDelays: delays)
        #expect(fired == delays.sorted())
    }

    @Test func sleepIsAsLongAsAskedAndEndsWhenCanceled() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        let short = Task(executorPreference: loop) {
            let start = loop.now
            try await loop.sleep(for: .milliseconds(20))
            return loop.now - start
        }
        #expect(try await short.value >= .milliseconds(20))
        let long = Task(executorPreference: loop) { try await loop.sleep(for: .seconds(3600)) }
        long.cancel()
        await #expect(throws: CancellationError.self) { try await long.value }
    }

    @Test func aCanceledTimerStaysSilent() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        #expect(try await Counter(loop: loop).cancelTimerBeforeItFires() == false)
    }

    @Test func aWatchReportsWhatArrives() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let reading = ends[0]
        let counter = Counter(loop: loop)
        let byte = Task { try await counter.firstByte(from: reading) }
        var sent: UInt8 = 42
        #expect(write(ends[1], &sent, 1) == 1)
        #expect(try await byte.value == 42)
    }

    @Test func aClosedDescriptorCannotBeWatched() async throws {
        let loop = try Loop.start(name: "test")
        defer { loop.stop() }
        let refusal = await Task(executorPreference: loop) {
            do throws(SystemError) {
                _ = try loop.watch(9999, for: .read) { _ in }
                return nil as SystemError?
            } catch {
                return error
            }
        }.value
        #expect(refusal == SystemError(call: "epoll_ctl", code: EBADF))
    }

    @Test func theLoopEndsAfterTheWorkThatIsReady() async throws {
        let loop = try Loop.start(name: "test")
        let counter = Counter(loop: loop)
        await counter.increment()
        loop.stop()
        loop.join()
        #expect(!loop.isCurrent)
    }
}
