/// How a `Database` connects, and how long it waits.
public struct DatabaseConfiguration: Sendable {
    public var url: DatabaseURL

    /// Connections of this loop. Two: while one commits, the other collects; with more, groups get
    /// smaller.
    public var connections = 2

    /// Shown in `pg_stat_activity`, and the name by which a pooler knows us.
    public var applicationName = "payonce"

    /// How long a request waits to be sent, unless it says otherwise.
    public var deadline: Duration = .seconds(5)

    /// How long the server may take to answer a group that was sent. Then the connection is given
    /// up and the group's outcome is unknown. Longer than `statementTimeout`, so that the server's
    /// own limit, which leaves no doubt, comes first.
    public var answerTimeout: Duration = .seconds(15)

    /// The server's limit for one statement.
    public var statementTimeout: Duration = .seconds(5)

    /// The server's limit for an open transaction in which nothing happens.
    public var idleInTransactionTimeout: Duration = .seconds(10)

    /// The server's limit for a transaction's statement, such as a migration that builds an index.
    public var transactionStatementTimeout: Duration = .seconds(600)

    /// How long connecting to one host may take. libpq knows whole seconds, and not below two.
    public var connectTimeout: Duration = .seconds(3)

    /// Pauses between attempts to connect.
    public var backoff = Backoff(first: .milliseconds(100), limit: .seconds(2))

    /// Told what goes on; `nil`: nobody is.
    public var meter: (any DatabaseMeter)?

    /// Requests that may wait at once. As many payments as may be in progress; more are refused.
    public var queueLimit = 10_000

    public var sessionSettings = SessionSettings.atStartup

    public init(url: DatabaseURL) { self.url = url }

    /// Who sets timeouts and the plan cache's mode.
    public enum SessionSettings: Sendable, Hashable {
        /// This program, with the startup parameter `options`. PgBouncer before 1.20 refuses it
        /// (checked with 1.18) unless its `ignore_startup_parameters` names `options`; then it
        /// drops them, and the role needs the same with `ALTER ROLE … SET`.
        case atStartup
        /// The server's own configuration or `ALTER ROLE … SET`; no `options` are sent.
        case byServer
    }
}
