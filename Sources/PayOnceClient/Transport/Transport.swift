public import Foundation

/// A request to the service.
public struct HTTPCall: Hashable, Sendable {
    public var method: String
    /// Below the service's address, beginning with a slash.
    public var path: String
    public var headers: [String: String]
    public var body: Data?

    public init(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: Data? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// What came back, whatever its status.
public struct HTTPReply: Hashable, Sendable {
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why nothing came back.
public enum TransportFailure: Error, Hashable, Sendable {
    /// It is certain that no byte of the request has left. Where that is only likely: `lost`.
    case notSent
    /// The request may have been executed.
    case lost
}

/// Takes a request to the service and its answer back.
public protocol Transport: Sendable {
    /// Sends once: it is the checkout that repeats, since it knows when a tap gets too old.
    func send(
        _ call: HTTPCall,
        to service: URL,
        within timeout: Duration
    ) async throws(TransportFailure) -> HTTPReply
}
