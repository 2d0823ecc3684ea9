/// A descriptor that the loop watches. Cancel it before the descriptor is closed: the kernel hands
/// a closed number to the next socket.
public final class Watch {
    let descriptor: Int32
    let token: UInt64
    let handler: (Interest) -> Void
    private let loop: Loop

    init(loop: Loop, descriptor: Int32, token: UInt64, handler: @escaping (Interest) -> Void) {
        self.loop = loop
        self.descriptor = descriptor
        self.token = token
        self.handler = handler
    }

    /// Watches for something else from now on; an empty set keeps only errors.
    ///
    /// - Throws: `SystemError` where epoll refuses.
    public func change(to interest: Interest) throws(SystemError) {
        try loop.change(self, to: interest)
    }

    /// Ends the watch; the handler is not called again. More than once is harmless.
    public func cancel() {
        loop.remove(self)
    }
}
