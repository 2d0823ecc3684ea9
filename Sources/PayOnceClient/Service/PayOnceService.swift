public import Foundation

/// A shop's PayOnce: where it is, and how to speak to it. Make one, and copy it as you like.
public struct PayOnceService: Sendable {
    public let url: URL
    public let patience: Patience
    let timepiece: any Timepiece
    private let transport: any Transport
    private let tokens: TokenCache?
    private let log: @Sendable (LogLine) -> Void

    /// With `https` anywhere but on the developer's own machine. `customerTokens` says where the
    /// tokens of a signed-in customer come from; a guest has none. `log` is told of each request
    /// and its answer, without secrets.
    public init(
        url: URL,
        customerTokens: (any CustomerTokens)? = nil,
        patience: Patience = Patience(),
        transport: any Transport = URLSessionTransport(),
        timepiece: any Timepiece = SystemTimepiece(),
        log: @escaping @Sendable (LogLine) -> Void = { _ in }
    ) {
        self.url = url
        self.patience = patience
        self.transport = transport
        self.timepiece = timepiece
        self.log = log
        tokens = customerTokens.map(TokenCache.init)
    }

    /// One request and what came of it. It repeats nothing.
    func exchange(_ call: HTTPCall) async throws(TransportFailure) -> HTTPReply {
        var call = call
        if let token = await tokens?.current() {
            call.headers["Authorization"] = "Bearer \(token.reveal())"
        }
        do throws(TransportFailure) {
            let reply = try await transport.send(call, to: url, within: patience.request)
            note(.answered(reply.status, requestId: reply.headers["request-id"]), call)
            return reply
        } catch {
            note(error == .lost ? .lost : .notSent, call)
            throw error
        }
    }

    /// Whether there is a new token to try.
    func renewToken() async -> Bool {
        await tokens?.renew() ?? false
    }

    func note(_ event: LogLine.Event, _ call: HTTPCall? = nil) {
        log(LogLine(event: event, method: call?.method, path: call?.path))
    }
}

/// A line for the app's log. It holds no key, secret, token or card.
public struct LogLine: Hashable, Sendable, CustomStringConvertible {
    public enum Event: Hashable, Sendable {
        /// With this HTTP status; the service's log has the request under this id.
        case answered(Int, requestId: String?)
        case lost
        case notSent
        /// The checkout's record could not be stored, so nothing was sent.
        case notKept
    }

    public let event: Event
    public let method: String?
    public let path: String?

    public var description: String {
        let request = [method, path].compactMap { $0 }.joined(separator: " ")
        switch event {
        case .answered(let status, let id): return "\(request): \(status) (\(id ?? "no id"))"
        case .lost: return "\(request): no answer"
        case .notSent: return "\(request): not sent"
        case .notKept: return "the checkout could not be stored"
        }
    }
}
