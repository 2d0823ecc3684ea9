import Glibc
import JSON

/// `payonce serve` as a process of its own.
public final class ServiceProcess: Sendable {
    public let port: UInt16
    public let child: ProcessChild

    private init(port: UInt16, child: ProcessChild) {
        self.port = port
        self.child = child
    }

    /// Starts a service and waits until it listens: on `port`, or on a free one. `stripe` is the
    /// port of its Stripe.
    public static func start(
        database: String,
        stripe: UInt16,
        settings: [String: String] = [:],
        port: UInt16? = nil
    ) async throws -> ServiceProcess {
        let port = try port ?? ProcessPorts.free()
        var environment = [
            "DATABASE_URL": database,
            "STRIPE_API_BASE": "http://127.0.0.1:\(stripe)",
            "STRIPE_SECRET_KEY": "sk_test_system",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_system",
            "PAYONCE_LISTEN": "127.0.0.1:\(port)",
            "HOME": "/nonexistent",
        ]
        environment.merge(settings) { _, given in given }
        let child = try await ProcessChild(
            [ServiceProgram.path, "serve"],
            environment: environment
        )
        _ = try await child.line(after: "payonce listens on ")
        return ServiceProcess(port: port, child: child)
    }

    public func send(_ call: HttpCall) async throws -> HttpAnswer {
        try await call.send(to: port)
    }

    /// Dies as by a power cut, and waits until it is gone.
    public func crash() async throws {
        child.signal(SIGKILL)
        try await child.exit()
    }
}
