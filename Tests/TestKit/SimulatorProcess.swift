import Glibc
import JSON

/// `payonce simulator` as a process of its own, and its control calls. Its book is the bank's: what
/// the tests believe about money they read there.
public final class SimulatorProcess: Sendable {
    public let port: UInt16
    public let child: ProcessChild

    private init(port: UInt16, child: ProcessChild) {
        self.port = port
        self.child = child
    }

    /// Starts a simulator and waits until it listens, on a port of its choice or on this one.
    public static func start(port: UInt16 = 0) async throws -> SimulatorProcess {
        let child = try await ProcessChild(
            [ServiceProgram.path, "simulator", "--listen", "127.0.0.1:\(port)"],
            environment: ["HOME": "/nonexistent"]
        )
        let address = try await child.line(
            after: "The Stripe simulator listens on http://127.0.0.1:"
        )
        guard let port = UInt16(address) else {
            throw ProcessFailure.silent(program: "simulator", output: child.output)
        }
        return SimulatorProcess(port: port, child: child)
    }

    // MARK: What an app does

    /// A new PaymentMethod from a card's number, as the app's Stripe SDK makes it.
    public func paymentMethod(_ number: String) async throws -> String {
        let form =
            "type=card&card[number]=\(number)&card[exp_month]=12&card[exp_year]=2034"
            + "&card[cvc]=123"
        return try await stripe("POST", "/v1/payment_methods", form, key: "pk_test_system")
            .word("id")
    }

    /// What the customer does in the challenge.
    public func authenticate(_ intent: String, _ outcome: String = "success") async throws {
        try await control("payment_intents/\(intent)/authenticate", ["outcome": .string(outcome)])
    }

    // MARK: What Stripe's own side does

    /// A call of Stripe's API, as the shop's people make it in the dashboard.
    @discardableResult
    public func stripe(
        _ method: String,
        _ path: String,
        _ form: String = "",
        key: String = "sk_test_system"
    ) async throws -> JSONValue {
        let call = HttpCall(
            method,
            path,
            fields: [
                ("Authorization", "Bearer \(key)"),
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Idempotency-Key", "outside-\(UInt64.random(in: 0...UInt64.max))"),
            ],
            body: Array(form.utf8)
        )
        let answer = try await call.send(to: port)
        guard answer.status == 200 else { throw SimulatorFailure.refused(answer.text) }
        return try answer.json()
    }

    /// Moves its clock forward.
    public func advance(seconds: Int64) async throws {
        try await control("clock", ["advance": .number(JSONNumber(seconds))])
    }

    public func force(_ intent: String, _ fields: JSONValue) async throws {
        try await control("payment_intents/\(intent)", fields)
    }

    /// Adds a fault, for the requests to `path` (`*` is any run of characters).
    public func add(_ fault: SimulatorFault) async throws {
        try await control("faults", fault.json)
    }

    public func clearFaults() async throws {
        let answer = try await HttpCall("DELETE", "/_simulator/faults").send(to: port)
        guard answer.status == 200 else { throw SimulatorFailure.refused(answer.text) }
    }

    // MARK: What it saw

    /// The money that moved.
    public func book() async throws -> [SimulatorBookEntry] {
        try await read("book").map(SimulatorBookEntry.init)
    }

    /// What arrived, in its order, after the arrival of this number.
    public func requests(since sequence: Int64 = 0) async throws -> [SimulatorRequestEntry] {
        try await read("requests", "?since=\(sequence)").map(SimulatorRequestEntry.init)
    }

    /// How many requests each fault has hit, in the order in which they were added.
    public func appliedFaults() async throws -> [Int] {
        try await read("faults").map { Int($0["applied"]?.int64 ?? 0) }
    }

    /// The book or the requests as they come, for a file.
    public func text(_ name: String) async throws -> String {
        try await HttpCall("GET", "/_simulator/\(name)").send(to: port).text
    }

    /// Waits for an arrival.
    @discardableResult
    public func waitForRequest(
        _ isWanted: (SimulatorRequestEntry) -> Bool
    ) async throws -> SimulatorRequestEntry {
        let found = try await eventually { try await requests().first(where: isWanted) }
        guard let found else { throw SimulatorFailure.noSuchRequest }
        return found
    }

    // MARK: Parts

    private func read(_ name: String, _ query: String = "") async throws -> [JSONValue] {
        let answer = try await HttpCall("GET", "/_simulator/\(name)\(query)").send(to: port)
        guard answer.status == 200, let list = try answer.json()[name]?.array else {
            throw SimulatorFailure.refused(answer.text)
        }
        return list
    }

    private func control(_ path: String, _ body: JSONValue) async throws {
        let answer = try await HttpCall("POST", "/_simulator/\(path)", json: body).send(to: port)
        guard answer.status == 200 else { throw SimulatorFailure.refused(answer.text) }
    }
}

public enum SimulatorFailure: Error {
    case refused(String)
    case noSuchRequest
    case missing(String)
}
