import CCurl
import Glibc

/// The owner of one libcurl easy handle, and the place where its callbacks arrive.
///
/// What does not change is set once; a transfer sets its address, headers and body. Handles are
/// used again and again, each for one origin.
@safe final class EasyHandle {
    /// Owns this handle while it is idle, and lives as long as it has handles at work.
    unowned let lane: Lane
    let easy: UnsafeMutableRawPointer
    private let sockets: SocketCount
    private(set) var transfer: Transfer?
    private let body = RequestBody()
    private var headers: HeaderList?
    private var url: String?
    private var method: ClientRequest.Method?

    /// `nil` where libcurl has no memory.
    init?(lane: Lane, configuration: ClientConfiguration, sockets: SocketCount) {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = easy
        self.lane = lane
        self.sockets = sockets
        setProtocol(configuration)
        setTrust(configuration)
        setConnection(configuration)
        setCallbacks()
    }

    deinit { unsafe curl_easy_cleanup(easy) }

    /// What names the handle in libcurl's messages.
    var id: UInt { unsafe UInt(bitPattern: easy) }

    // MARK: One transfer

    /// Prepares the handle; `false` where the request cannot be one.
    func load(_ transfer: Transfer) -> Bool {
        let request = transfer.request
        guard setHeaders(request.headers) else { return false }
        if url != request.url {
            // A refused address leaves none behind.
            url = nil
            guard setString(CURLOPT_URL, request.url) else { return false }
            url = request.url
        }
        setBody(request)
        self.transfer = transfer
        return true
    }

    func unload() {
        transfer = nil
    }

    /// How the loaded transfer ended, after libcurl said `code`.
    func ending(_ code: CURLcode, of transfer: Transfer) -> Ending {
        Ending(
            code: code,
            releases: transfer.releases,
            isPermitWithdrawn: transfer.isPermitWithdrawn,
            hasProxyAnswered: long(CURLINFO_HTTP_CONNECTCODE) != 0,
            status: long(CURLINFO_RESPONSE_CODE),
            version: long(CURLINFO_HTTP_VERSION) >= Int(CURL_HTTP_VERSION_2_0)
                ? .http2 : .http1,
            answer: transfer.answer
        )
    }

    /// Whether the transfer, which has ended, needed no new connection.
    var hasReusedConnection: Bool { long(CURLINFO_NUM_CONNECTS) == 0 }

    func timings(of transfer: Transfer, now: Duration) -> Timings {
        let queued = transfer.startedAt - transfer.queuedAt
        return Timings(
            queued: queued,
            connected: queued + duration(CURLINFO_PRETRANSFER_TIME_T),
            firstByte: queued + duration(CURLINFO_STARTTRANSFER_TIME_T),
            total: now - transfer.queuedAt
        )
    }

    private func setHeaders(_ new: [(String, String)]) -> Bool {
        if let headers, headers.holds(new) { return true }
        guard let list = HeaderList(new) else { return false }
        // Set first, freed after: libcurl must not look at a list that is gone.
        check(unsafe curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list.head))
        headers = list
        return true
    }

    private func setBody(_ request: ClientRequest) {
        let hasBody = request.method == .post || !request.body.isEmpty
        if method != request.method || request.method == .delete {
            setLong(hasBody ? CURLOPT_POST : CURLOPT_HTTPGET, 1)
            let custom: String? = request.method == .delete ? request.method.rawValue : nil
            precondition(setString(CURLOPT_CUSTOMREQUEST, custom), "CURLOPT_CUSTOMREQUEST")
            method = request.method
        }
        guard hasBody else { return }
        let size = curl_off_t(request.body.count)
        check(unsafe curl_easy_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, size))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_POSTFIELDS, body.hold(request.body)))
    }

    // MARK: What never changes

    private func setProtocol(_ configuration: ClientConfiguration) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        setLong(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        setLong(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        switch configuration.httpVersion {
        case .http2PriorKnowledge:
            setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
            setLong(CURLOPT_PIPEWAIT, 1)
        case .http2OverTLS where lane.origin.isSecure:
            setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            // Rather share a connection that is being made than open one for each transfer.
            setLong(CURLOPT_PIPEWAIT, 1)
        case .http2OverTLS, .http1:
            setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        }
    }

    private func setTrust(_ configuration: ClientConfiguration) {
        setLong(CURLOPT_SSL_VERIFYPEER, 1)
        setLong(CURLOPT_SSL_VERIFYHOST, 2)
        setLong(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_CAINFO, configuration.caFile ?? ClientConfiguration.systemCAFile)
        // Debian's default is a folder, and with a folder libcurl reads all certificates anew for
        // each connection: 18 ms of CPU instead of 1.8.
        set(CURLOPT_CAPATH, nil)
    }

    private func setConnection(_ configuration: ClientConfiguration) {
        // The empty name switches off the proxies that the environment names: where payments go is
        // settled in our settings alone.
        set(CURLOPT_PROXY, configuration.proxy ?? "")
        setLong(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        setLong(CURLOPT_NOSIGNAL, 1)
        setLong(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
        let idleSeconds = max(1, Int(configuration.idleConnectionAge.components.seconds))
        setLong(CURLOPT_MAXAGE_CONN, idleSeconds)
        setLong(CURLOPT_TCP_NODELAY, 1)
        setLong(CURLOPT_TCP_KEEPALIVE, 1)
        // Giving up on a name that is being resolved would otherwise wait, on the loop, until the
        // resolver's thread has ended.
        setLong(CURLOPT_QUICK_EXIT, 1)
        // Held while a transfer runs, and thousands do. A PaymentIntent comes in three reads.
        setLong(CURLOPT_BUFFERSIZE, 2 << 10)
        setLong(CURLOPT_UPLOAD_BUFFERSIZE, Int(ClientConfiguration.uploadBufferBytes))
    }

    private func setCallbacks() {
        // Unretained, because the handle owns what calls back: no callback of a transfer can come
        // after `deinit` has cleaned up.
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        check(unsafe curl_easy_set_receive(easy, CURLOPT_WRITEFUNCTION, receiveBody))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_WRITEDATA, context))
        check(unsafe curl_easy_set_receive(easy, CURLOPT_HEADERFUNCTION, receiveLine))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_HEADERDATA, context))
        check(unsafe curl_easy_set_prerequest(easy, beforeRequest))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_PREREQDATA, context))
        // Unretained too: the multi handle holds the count until it has closed the last connection.
        let count = unsafe UnsafeRawPointer(Unmanaged.passUnretained(sockets).toOpaque())
        check(unsafe curl_easy_set_open_socket(easy, openSocket))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_OPENSOCKETDATA, count))
        check(unsafe curl_easy_set_close_socket(easy, closeSocket))
        check(unsafe curl_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, count))
    }

    // MARK: Options and infos

    private func set(_ option: CURLoption, _ value: String?) {
        precondition(setString(option, value), "libcurl refuses option \(option.rawValue)")
    }

    /// libcurl copies the text.
    private func setString(_ option: CURLoption, _ value: String?) -> Bool {
        guard let value else { return unsafe curl_easy_set_string(easy, option, nil) == CURLE_OK }
        return unsafe curl_easy_set_string(easy, option, value) == CURLE_OK
    }

    private func setLong(_ option: CURLoption, _ value: Int) {
        check(unsafe curl_easy_set_long(easy, option, value))
    }

    /// An option that is refused is a mistake of ours, or a libcurl that was built without.
    private func check(_ result: CURLcode) {
        precondition(result == CURLE_OK, "libcurl refuses an option: \(result.rawValue)")
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        guard unsafe curl_easy_get_long(easy, info, &value) == CURLE_OK else { return 0 }
        return value
    }

    private func duration(_ info: CURLINFO) -> Duration {
        var microseconds: curl_off_t = 0
        guard unsafe curl_easy_get_offset(easy, info, &microseconds) == CURLE_OK else {
            return .zero
        }
        return .microseconds(microseconds)
    }

    private func milliseconds(_ duration: Duration) -> Int {
        max(1, Int(duration / .milliseconds(1)))
    }
}

// MARK: Callbacks

private func handle(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
}

/// A count other than the one offered makes libcurl end the transfer with `CURLE_WRITE_ERROR`.
private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe handle(context)?.transfer else { return 0 }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.answer.receiveBody(piece) ? size * count : 0
}

private func receiveLine(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe handle(context)?.transfer else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.answer.receiveLine(line) ? size * count : 0
}

private func beforeRequest(
    _ context: UnsafeMutableRawPointer?,
    _ peerAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?,
    _ peerPort: Int32,
    _ localPort: Int32
) -> Int32 {
    let mayBeWritten = unsafe handle(context)?.transfer?.mayBeWritten() ?? false
    return mayBeWritten ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context = unsafe context, let address = unsafe address else {
        return CURL_SOCKET_BAD
    }
    // libcurl's own call leaves sockets open in programs that are started from this one.
    let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(address.pointee.family, type, address.pointee.protocol)
    guard descriptor >= 0 else { return CURL_SOCKET_BAD }
    unsafe Unmanaged<SocketCount>.fromOpaque(context).takeUnretainedValue().open += 1
    return descriptor
}

private func closeSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t) -> Int32
{
    guard let context = unsafe context else { return close(descriptor) }
    unsafe Unmanaged<SocketCount>.fromOpaque(context).takeUnretainedValue().open -= 1
    return close(descriptor)
}
