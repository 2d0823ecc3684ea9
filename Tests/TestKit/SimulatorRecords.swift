import JSON

/// A request that arrived at the simulator's `/v1/`.
public struct SimulatorRequestEntry: Sendable, Hashable {
    public let sequence: Int64
    public let method: String
    public let path: String
    public let key: String?
    public let body: String
    /// `executed`, `replayed`, `refused` or `dropped`.
    public let outcome: String
    public let status: Int64?

    init(_ json: JSONValue) throws {
        guard let sequence = json["seq"]?.int64 else { throw SimulatorFailure.missing("seq") }
        self.sequence = sequence
        method = try json.word("method")
        path = try json.word("path")
        key = json["idempotency_key"]?.string
        body = try json.word("body")
        outcome = try json.word("outcome")
        status = json["status"]?.int64
    }

    public var isCreate: Bool { method == "POST" && path == "/v1/payment_intents" }
    public var isConfirm: Bool { method == "POST" && path.hasSuffix("/confirm") }
    public var isCancel: Bool { method == "POST" && path.hasSuffix("/cancel") }
    /// From the tests themselves, an app or the dashboard. Only apps make payment methods.
    public var isFromOutside: Bool {
        key?.hasPrefix("outside-") == true || path == "/v1/payment_methods"
    }
}

/// Money that moved, as the bank sees it.
public struct SimulatorBookEntry: Sendable, Hashable {
    public let intent: String
    public let amount: Int64
    public let currency: String
    /// Our id of the payment, from the metadata.
    public let payment: String?
    /// How much of it went back.
    public let refunded: Int64

    init(_ json: JSONValue) throws {
        guard let amount = json["amount"]?.int64 else { throw SimulatorFailure.missing("amount") }
        intent = try json.word("payment_intent")
        self.amount = amount
        currency = try json.word("currency")
        refunded = json["refunded"]?.int64 ?? 0
        payment = json["metadata"]?["payonce_payment_id"]?.string
    }
}

extension JSONValue {
    /// A member that has to be a string.
    public func word(_ name: String) throws -> String {
        guard let word = self[name]?.string else { throw SimulatorFailure.missing(name) }
        return word
    }
}
