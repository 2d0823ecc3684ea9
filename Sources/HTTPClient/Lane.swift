/// Everything for one origin: its queue, its handles, and how many transfers may run at once.
///
/// Transfers that cannot start wait here and not in libcurl, which knows neither deadlines (a
/// transfer waiting for a connection has no timeout in 7.88) nor permits.
final class Lane {
    let origin: Origin
    private let configuration: ClientConfiguration
    var queue = TransferQueue()
    var running = 0
    private var idle: [EasyHandle] = []
    private(set) var capacity: Int

    init(origin: Origin, configuration: ClientConfiguration) {
        self.origin = origin
        self.configuration = configuration
        capacity = configuration.maxConnectionsPerHost
        if configuration.httpVersion == .http2PriorKnowledge { learn(.http2) }
    }

    var hasRoom: Bool { running < capacity }

    /// Whether nothing runs or waits here.
    var isIdle: Bool { running == 0 && queue.isEmpty }

    /// One transfer for each connection, until an answer shows that connections carry many. Where
    /// the peer allows fewer streams than we do, the rest waits in libcurl, watched by our timers.
    /// Until the first answer a burst waits here: warm the client before it gets one.
    func learn(_ version: ClientResponse.ProtocolVersion) {
        switch version {
        case .http1: capacity = configuration.maxConnectionsPerHost
        case .http2:
            capacity = configuration.maxConnectionsPerHost * configuration.maxStreamsPerConnection
        }
    }

    /// A handle with all that does not change from one request to the next; `nil`: no memory.
    func takeHandle(sockets: SocketCount) -> EasyHandle? {
        idle.popLast() ?? EasyHandle(lane: self, configuration: configuration, sockets: sockets)
    }

    func giveBack(_ handle: EasyHandle) {
        guard idle.count < Lane.maxIdleHandles else { return }
        idle.append(handle)
    }

    /// An idle handle has about 8 KB; making one costs 10 µs. More than these are needed only while
    /// Stripe is slow, and then the requests are few per second.
    private static let maxIdleHandles = 1024

    /// Frees the handles; before libcurl's multi handle goes.
    func close() { idle.removeAll() }
}
