/// The bounds of what a client may take. The defaults suit a JSON API behind a reverse proxy.
public struct ServerLimits: Sendable, Hashable {
    /// A request line, its CRLF included; longer ones are answered 414. RFC 9112 asks for 8,000.
    public var requestLineBytes = 8 * 1024
    /// Request line and header together; more is answered 431. Tokens and cookies fit twice over.
    public var headBytes = 16 * 1024
    /// Field lines; more are answered 431. Browsers behind two proxies send some 30.
    public var headerCount = 64
    /// A body; a longer one is answered 413. The largest valid payment has about 20 KiB.
    public var bodyBytes = 64 * 1024
    /// What is still read, and thrown away, after an answer that ends the connection: a client that
    /// is busy sending would otherwise meet a reset and never see the answer.
    public var refusedBodyBytes = 2 * 1024 * 1024

    /// Open connections; more are answered 503. 20,000 take about 100 MB and as many descriptors.
    public var connections = 20_000
    /// Open connections of one peer address; more are answered 503.
    public var connectionsPerAddress = 1_000
    /// Whether peers on the loopback interface are held to `connectionsPerAddress`. Not by default:
    /// there a reverse proxy on the same machine brings everybody's connections. For a proxy on
    /// another machine raise `connectionsPerAddress` instead.
    public var countsLoopbackPeers = false

    /// From the first byte of a request to the end of its head, in total; then 408. It does not
    /// start anew with each byte, so a client that sends one a second gains nothing.
    public var headDeadline = Duration.seconds(10)
    /// From the end of the head to the end of the body, in total; then 408. 64 KiB in 20 s are
    /// 26 kbit/s, the worst mobile link worth serving.
    public var bodyDeadline = Duration.seconds(20)
    /// Without a byte of a request: then the connection is closed. Above the 60 s for which nginx
    /// and most load balancers keep an idle connection, so that it is they who close.
    public var idleDeadline = Duration.seconds(75)
    /// From the first refused byte of a response to its last, in total; then the connection is
    /// closed.
    public var writeDeadline = Duration.seconds(30)
    /// How long `refusedBodyBytes` are read for at most.
    public var lingerDeadline = Duration.seconds(10)

    public init() {}
}
