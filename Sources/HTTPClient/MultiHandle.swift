import CCurl
import EventLoop

/// The owner of libcurl's multi handle: it drives all transfers, with its sockets and its one timer
/// on our loop. Used on the loop only.
@safe final class MultiHandle {
    private let multi: UnsafeMutableRawPointer
    private let loop: Loop
    private let onActivity: () -> Void
    private var watches: [curl_socket_t: Watch] = [:]
    private var timer: LoopTimer?
    private var isClosed = false
    let sockets = SocketCount()

    /// Connections of this many hosts are kept; libcurl's default keeps four for each handle that
    /// is at work, which after a quiet second is none.
    private static let keptHosts = 4

    /// Calls `onActivity` whenever transfers may have ended; never from within libcurl.
    init(loop: Loop, configuration: ClientConfiguration, onActivity: @escaping () -> Void) {
        CurlLibrary.prepare()
        guard let multi = unsafe curl_multi_init() else {
            preconditionFailure("out of memory")
        }
        unsafe self.multi = multi
        self.loop = loop
        self.onActivity = onActivity
        let connections = configuration.maxConnectionsPerHost
        setLong(CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        setLong(CURLMOPT_MAXCONNECTS, connections * MultiHandle.keptHosts)
        setLong(CURLMOPT_MAX_CONCURRENT_STREAMS, configuration.maxStreamsPerConnection)
        setLong(CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        setCallbacks()
    }

    deinit { close() }

    /// Closes all connections. The easy handles must have been removed.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        timer?.cancel()
        for watch in watches.values { watch.cancel() }
        watches.removeAll()
        // No callbacks from here on: in a `deinit` there is nobody left to receive them.
        check(unsafe curl_multi_set_socket(multi, nil))
        check(unsafe curl_multi_set_timer(multi, nil))
        check(unsafe curl_multi_cleanup(multi))
    }

    /// Starts a transfer. libcurl takes it up in the next turn of the loop, with all the others
    /// that were added in this one.
    func add(_ handle: EasyHandle) {
        check(unsafe curl_multi_add_handle(multi, handle.easy))
    }

    /// Takes a transfer out, ended or not; one that is under way is broken off.
    func remove(_ handle: EasyHandle) {
        check(unsafe curl_multi_remove_handle(multi, handle.easy))
    }

    /// The next transfer that has ended: its handle's `id`, and libcurl's result.
    func nextEnded() -> (id: UInt, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            return unsafe (
                UInt(bitPattern: message.pointee.easy_handle), message.pointee.data.result
            )
        }
        return nil
    }

    private func act(on descriptor: curl_socket_t, _ events: Int32) {
        var running: Int32 = 0
        check(unsafe curl_multi_socket_action(multi, descriptor, events, &running))
        onActivity()
    }

    // MARK: What libcurl asks for

    fileprivate func watch(_ descriptor: curl_socket_t, for interest: Interest) {
        if let watch = watches[descriptor] {
            do throws(SystemError) {
                return try watch.change(to: interest)
            } catch {
                // The descriptor was closed and its number given out again without a word to us.
                watch.cancel()
            }
        }
        do throws(SystemError) {
            watches[descriptor] = try loop.watch(descriptor, for: interest) {
                [unowned self] ready in
                act(on: descriptor, events(ready))
            }
        } catch {
            // The kernel has no memory for it: the transfer will find nothing ready and end at its
            // deadline. An error returned to libcurl would end all the others too.
            watches[descriptor] = nil
        }
    }

    fileprivate func unwatch(_ descriptor: curl_socket_t) {
        watches.removeValue(forKey: descriptor)?.cancel()
    }

    fileprivate func schedule(afterMilliseconds delay: Int) {
        timer?.cancel()
        timer = nil
        guard delay >= 0 else { return }
        timer = loop.schedule(after: .milliseconds(delay)) { [unowned self] in
            act(on: CURL_SOCKET_TIMEOUT, 0)
        }
    }

    private func events(_ readiness: Interest) -> Int32 {
        var events: Int32 = 0
        if readiness.contains(.read) { events |= CURL_CSELECT_IN }
        if readiness.contains(.write) { events |= CURL_CSELECT_OUT }
        if readiness.contains(.error) { events |= CURL_CSELECT_ERR }
        return events
    }

    private func setCallbacks() {
        // Unretained, because this object owns what calls back and takes the callbacks out first.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        check(unsafe curl_multi_set_socket(multi, socketChanged))
        check(unsafe curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context))
        check(unsafe curl_multi_set_timer(multi, timerChanged))
        check(unsafe curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context))
    }

    private func setLong(_ option: CURLMoption, _ value: Int) {
        check(unsafe curl_multi_set_long(multi, option, value))
    }

    /// What can be refused here is a call that is wrong: a mistake of ours.
    private func check(_ result: CURLMcode) {
        precondition(result == CURLM_OK, "libcurl refuses: \(result.rawValue)")
    }
}

// MARK: Callbacks

private func multiHandle(_ context: UnsafeMutableRawPointer?) -> MultiHandle? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<MultiHandle>.fromOpaque(context).takeUnretainedValue()
}

private func socketChanged(
    _ easy: UnsafeMutableRawPointer?,
    _ descriptor: curl_socket_t,
    _ what: Int32,
    _ context: UnsafeMutableRawPointer?,
    _ socketContext: UnsafeMutableRawPointer?
) -> Int32 {
    guard let multi = unsafe multiHandle(context) else { return 0 }
    switch what {
    case CURL_POLL_IN: multi.watch(descriptor, for: .read)
    case CURL_POLL_OUT: multi.watch(descriptor, for: .write)
    case CURL_POLL_INOUT: multi.watch(descriptor, for: [.read, .write])
    default: multi.unwatch(descriptor)
    }
    return 0
}

private func timerChanged(
    _ multi: UnsafeMutableRawPointer?,
    _ delayMilliseconds: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe multiHandle(context)?.schedule(afterMilliseconds: delayMilliseconds)
    return 0
}
