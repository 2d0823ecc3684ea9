/// The bounds and choices of a `Client`.
public struct ClientConfiguration: Sendable {
    public enum HTTPVersion: Sendable, Hashable {
        case http1
        /// HTTP/2 where TLS offers it (ALPN), HTTP/1.1 elsewhere.
        case http2OverTLS
        /// HTTP/2 at once, without TLS too; for peers that are known to speak it.
        case http2PriorKnowledge
    }

    /// Without a bound 5,000 transfers opened 9,559 connections and 42 % failed; with 50 none did.
    public var maxConnectionsPerHost = 50
    /// Requests at once on one HTTP/2 connection; less where the peer says less. With 50
    /// connections 10,000 requests can wait for a slow Stripe.
    public var maxStreamsPerConnection = 200
    /// Requests waiting in the client's own queue, over all hosts. Admission is decided before;
    /// this only keeps a mistake there from filling the memory.
    public var maxQueued = 20_000
    /// A handshake over three continents takes one second; a lost SYN is repeated after 1, 3 and 7.
    public var connectTimeout = Duration.seconds(10)
    /// A List of 100 expanded intents has about 500 KB.
    public var maxResponseBytes = 4 << 20
    /// All header fields together. Stripe sends about 2 KB.
    public var maxHeadBytes = 64 << 10
    /// An idle connection is not used again after that; load balancers close theirs after 60 s or
    /// more, and a request on a closed one is one of those that libcurl sends again.
    public var idleConnectionAge = Duration.seconds(50)
    /// Trusted certificates in PEM. `nil`: the system's (Debian's `ca-certificates`).
    public var caFile: String?
    /// The address of an HTTP proxy. `nil`: none; proxies named by the environment are ignored.
    public var proxy: String?
    public var userAgent = "PayOnce"
    public var httpVersion = HTTPVersion.http2OverTLS

    public init() {}

    /// What libcurl allocates for the body of each request over HTTP/2 and keeps until the answer
    /// is there: the least that it takes (`CURLOPT_UPLOAD_BUFFERSIZE`). A request of ours fills a
    /// thirtieth of it.
    public static let uploadBufferBytes: Int32 = 16 << 10

    static let systemCAFile = "/etc/ssl/certs/ca-certificates.crt"
}
