import CSystem
import Glibc

/// The kernel's list of watched descriptors.
@safe final class Epoll {
    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    /// Events taken per wait. More are delivered by the next one; 256 keep a turn short enough for
    /// timers to stay punctual.
    private static let batch = 256

    init() throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(call: "epoll_create1") }
        unsafe events = .allocate(capacity: Epoll.batch)
    }

    deinit {
        close(descriptor)
        unsafe events.deallocate()
    }

    func add(_ watched: Int32, interest: Interest, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, watched, interest, token)
    }

    func change(_ watched: Int32, interest: Interest, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, watched, interest, token)
    }

    func remove(_ watched: Int32) {
        var unused = unsafe epoll_event()
        // A refusal means that the descriptor is closed already, and with that no longer watched.
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, &unused)
    }

    /// Waits until something is ready or `limit` has passed (`nil`: without end), then calls `body`
    /// for each ready descriptor.
    func wait(atMost limit: Duration?, _ body: (UInt64, Interest) -> Void) {
        let milliseconds = limit.map(Epoll.milliseconds) ?? -1
        let count = unsafe epoll_wait(
            descriptor,
            events.baseAddress,
            Int32(Epoll.batch),
            milliseconds
        )
        // EINTR, the only error that can occur here, is an early return.
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = unsafe events[index]
            unsafe body(event.data.u64, Interest(event: event.events))
        }
    }

    /// Rounded up: a timer that fired early would find itself not due and spin.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func control(
        _ operation: Int32,
        _ watched: Int32,
        _ interest: Interest,
        _ token: UInt64
    ) throws(SystemError) {
        var event = unsafe epoll_event(events: interest.event, data: epoll_data_t(u64: token))
        guard unsafe epoll_ctl(descriptor, operation, watched, &event) == 0 else {
            throw SystemError(call: "epoll_ctl")
        }
    }
}

extension Interest {
    fileprivate var event: UInt32 {
        var bits: UInt32 = 0
        if contains(.read) { bits |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
        if contains(.write) { bits |= EPOLLOUT.rawValue }
        return bits
    }

    fileprivate init(event bits: UInt32) {
        self = []
        if bits & EPOLLIN.rawValue != 0 { insert(.read) }
        if bits & EPOLLOUT.rawValue != 0 { insert(.write) }
        if bits & EPOLLRDHUP.rawValue != 0 { formUnion([.peerClosed, .read]) }
        if bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { insert(.error) }
    }
}
