import Glibc

/// The two system calls that telemetry needs: the only pointers of this module.
enum Kernel {
    /// Writes all of `bytes`, or gives up at the first error but an interruption.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let count = unsafe remaining.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            remaining = remaining.dropFirst(count)
        }
    }

    /// The machine's wall clock, since 1970 in UTC. For showing only: it may step.
    static var wallClock: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec),
            attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000
        )
    }
}
