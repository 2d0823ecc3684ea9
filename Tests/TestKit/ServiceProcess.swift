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
        port: UInt16? = nil,
        words: [String] = []
    ) async throws -> ServiceProcess {
        let port = try port ?? ProcessPorts.free()
        var environment = [
            "DATABASE_URL": database,
            "STRIPE_API_BASE": "http://127.0.0.1:\(stripe)",
            "STRIPE_SECRET_KEY": "sk_test_system",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_system",
            "PAYONCE_LISTEN": "127.0.0.1:\(port)",
            "PAYONCE_OPS_LISTEN": "127.0.0.1:0",
            "HOME": "/nonexistent",
        ]
        environment.merge(settings) { _, given in given }
        let child = try await ProcessChild(
            [ServiceProgram.path, "serve"] + words,
            environment: environment
        )
        _ = try await child.line(after: "payonce listens on ")
        return ServiceProcess(port: port, child: child)
    }

    public func send(_ call: HttpCall) async throws -> HttpAnswer {
        try await call.send(to: port)
    }

    /// What the service says of itself to those who watch.
    public func metrics() async throws -> HttpAnswer {
        let port = try await opsPort()
        return try await HttpCall("GET", "/metrics").send(to: port)
    }

    public func opsPort() async throws -> UInt16 {
        let address = try await child.line(after: "payonce shows its numbers on ")
        guard let port = address.split(separator: ":").last?.split(separator: "/").first,
            let number = UInt16(port)
        else { throw ProcessFailure.silent(program: "serve", output: address) }
        return number
    }

    /// Dies as by a power cut, and waits until it is gone.
    public func crash() async throws {
        child.signal(SIGKILL)
        try await child.exit()
    }
}
