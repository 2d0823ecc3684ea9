import CPostgres
import Dispatch

/// Opens connections on a thread beside the loop: finding names, TLS and password hashing (SCRAM
/// takes some milliseconds) all make the calling thread wait.
struct Connector: Sendable {
    private let settings: [ConnectionSetting]
    private let password: String?
    private static let threads = DispatchQueue(label: "postgres", attributes: .concurrent)

    /// Why there is no connection, without secrets.
    struct Failure: Error { let reason: String }

    /// - Throws: `Failure` where libpq cannot read the URL.
    init(
        _ configuration: DatabaseConfiguration,
        statementTimeout: Duration
    ) throws(Failure) {
        guard let url = ConnectionSetting.parse(configuration.url) else {
            // libpq's own words would quote the URL.
            throw Failure(reason: "the database URL is not one that libpq can read")
        }
        password = url.first { $0.keyword == "password" }?.value
        settings = ConnectionSetting.all(
            url: url,
            configuration: configuration,
            statementTimeout: statementTimeout
        )
    }

    /// A connection in pipeline mode whose server takes writes.
    func connect() async -> Result<Link, Failure> {
        await onThread {
            let result = connectBlocking()
            guard case .success(let link) = result else { return result }
            return link.enterPipelineMode() ? result : .failure(failure(of: link))
        }
    }

    /// Runs `body` with a connection of its own on a thread that may wait.
    func withBlockingLink<T: Sendable>(
        _ body: @escaping @Sendable (Link) -> Result<T, DatabaseError>
    ) async -> Result<T, DatabaseError> {
        await onThread {
            switch connectBlocking() {
            case .success(let link): body(link)
            case .failure(let failure): .failure(.notConnected(reason: failure.reason))
            }
        }
    }

    private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Connector.threads.async { continuation.resume(returning: body()) }
        }
    }

    private func connectBlocking() -> Result<Link, Failure> {
        let connection = unsafe ConnectionSetting.withPointers(to: settings) { keywords, values in
            unsafe PQconnectdbParams(keywords, values, 0)
        }
        guard let connection = unsafe connection else {
            return .failure(Failure(reason: "out of memory"))
        }
        let link = unsafe Link(taking: connection)
        return link.isBroken ? .failure(failure(of: link)) : .success(link)
    }

    private func failure(of link: Link) -> Failure {
        guard let password, !password.isEmpty else { return Failure(reason: link.errorMessage) }
        return Failure(reason: link.errorMessage.replacing(password, with: "***"))
    }
}
