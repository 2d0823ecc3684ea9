import EventLoop
import Glibc

/// Beats at fixed times, on the loop. A thread of its own sleeps until each: the loop's timers are
/// exact to a millisecond, which is as long as what is measured.
final class Pace {
    private let reader: Int32
    private var watch: Watch?

    /// Calls `onBeat` `count` times, `interval` apart, beginning at `start` (of `Loop.now`).
    init(
        loop: Loop,
        start: Duration,
        interval: Duration,
        count: Int,
        onBeat: @escaping () -> Void
    ) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe") }
        reader = ends[0]
        let writer = ends[1]
        watch = try loop.watch(reader, for: .read) { [reader] _ in
            var beats = [UInt8](repeating: 0, count: 256)
            let arrived = read(reader, &beats, beats.count)
            for _ in 0..<max(0, arrived) { onBeat() }
        }
        let body = PaceThread(writer: writer, start: start, interval: interval, count: count)
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<PaceThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            Unmanaged.passRetained(body).toOpaque()
        )
        guard result == 0 else { throw SystemError(call: "pthread_create", code: result) }
        pthread_detach(thread)
    }

    func end() {
        watch?.cancel()
        close(reader)
    }
}

private final class PaceThread: Sendable {
    private let writer: Int32
    private let start: Duration
    private let interval: Duration
    private let count: Int

    init(writer: Int32, start: Duration, interval: Duration, count: Int) {
        self.writer = writer
        self.start = start
        self.interval = interval
        self.count = count
    }

    func run() {
        for number in 0..<count {
            let (seconds, attoseconds) = (start + interval * number).components
            var due = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &due, nil) == EINTR {}
            var beat: UInt8 = 1
            // Fails only once the run is over.
            _ = write(writer, &beat, 1)
        }
        close(writer)
    }
}
