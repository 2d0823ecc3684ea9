import CSystem
import Glibc

/// An eventfd: how other threads tell a waiting loop that there is work.
final class Wakeup: Sendable {
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "eventfd") }
    }

    deinit { close(descriptor) }

    func signal() {
        // Fails only where the counter is full, and then the loop is awake already.
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
