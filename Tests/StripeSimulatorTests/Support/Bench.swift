import JSON
import Testing

@testable import StripeSimulator

/// An engine with a clock that stands still, and the short forms of its calls.
final class Bench {
    private(set) var engine: SimulatorEngine
    private let time = Time()

    private final class Time {
        var seconds: Int64 = 1_790_000_000
    }

    init(seed: UInt64 = 7) {
        let time = time
        engine = SimulatorEngine(seed: seed) { time.seconds }
    }

    /// Goes on from what is in the journal, as a process that was started anew.
    init(
        seed: UInt64,
        journal: MemoryJournal,
        at seconds: Int64 = 1_790_000_000,
        limit: Int = JournalCompaction.limit
    ) throws {
        let time = time
        time.seconds = seconds
        engine = try SimulatorEngine(
            seed: seed,
            wallClock: { time.seconds },
            journal: journal,
            history: journal.lines,
            limit: limit
        )
    }

    var now: Int64 { engine.now }

    func wait(_ seconds: Int64) { time.seconds += seconds }

    // MARK: Stripe

    func post(
        _ path: String,
        _ form: String = "",
        key: String? = nil,
        as authorization: String? = "Bearer sk_test_bench"
    ) -> Reading {
        send("POST", path, form, key: key, as: authorization)
    }

    func get(_ path: String, as authorization: String? = "Bearer sk_test_bench") -> Reading {
        send("GET", path, as: authorization)
    }

    func send(
        _ method: String,
        _ target: String,
        _ form: String = "",
        key: String? = nil,
        as authorization: String? = "Bearer sk_test_bench",
        contentType: String? = "application/x-www-form-urlencoded",
        version: String? = nil,
        isReused: Bool = false
    ) -> Reading {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        return Reading(
            engine.handle(
                SimulatorRequest(
                    method: method,
                    path: parts[0],
                    query: parts.count > 1 ? parts[1] : nil,
                    authorization: authorization,
                    idempotencyKey: key,
                    version: version,
                    contentType: contentType,
                    body: Array(form.utf8),
                    isConnectionReused: isReused
                )
            )
        )
    }

    // MARK: Control

    @discardableResult
    func control(_ path: String, _ body: JSONValue = [:]) -> Reading {
        send("POST", "/_simulator/\(path)", String(decoding: body.encoded(), as: UTF8.self))
    }

    func control(get path: String) -> Reading { send("GET", "/_simulator/\(path)") }

    @discardableResult
    func authenticate(_ intent: String, _ outcome: String = "success") -> Reading {
        control("payment_intents/\(intent)/authenticate", ["outcome": .string(outcome)])
    }

    func advance(_ seconds: Int64) {
        #expect(control("clock", ["advance": JSONValue(seconds)]).status == 200)
    }

    func fault(_ fault: JSONValue) {
        let reading = control("faults", fault)
        #expect(reading.status == 200, "\(reading.text)")
    }

    /// A number with decimals, for which there is no literal.
    static func decimal(_ text: String) -> JSONValue {
        do {
            return try JSONValue.parse(Array(text.utf8), limits: .request)
        } catch {
            Issue.record("\(text) is no number")
            return .null
        }
    }

    var book: [JSONValue] { control(get: "book").json["book"]?.array ?? [] }

    func requests(since: Int = 0) -> [JSONValue] {
        control(get: "requests?since=\(since)").json["requests"]?.array ?? []
    }

    // MARK: Payments

    static let manual =
        "amount=1400&currency=usd&confirmation_method=manual&payment_method_types[]=card"
    static let automatic = "amount=1400&currency=usd&payment_method_types[]=card"

    /// Creates with the seed's form: manual confirmation.
    func create(_ more: String = "", key: String? = nil) -> Reading {
        post("/v1/payment_intents", Bench.manual + (more.isEmpty ? "" : "&\(more)"), key: key)
    }

    func pay(_ card: String, _ more: String = "", key: String? = nil) -> Reading {
        create("confirm=true&payment_method=\(card)" + (more.isEmpty ? "" : "&\(more)"), key: key)
    }

    func confirm(_ intent: String, _ form: String = "", key: String? = nil) -> Reading {
        post("/v1/payment_intents/\(intent)/confirm", form, key: key)
    }

    func intent(_ id: String) -> Reading { get("/v1/payment_intents/\(id)") }

    /// A fresh PaymentMethod of a number.
    func method(_ number: String = "4242424242424242", cvc: String = "123") -> String {
        post("/v1/payment_methods", Bench.card(number, cvc: cvc)).id
    }

    func customer() -> String { post("/v1/customers").id }

    /// A PaymentMethod that a customer keeps.
    func saved(to customer: String, _ number: String = "4242424242424242") -> String {
        let method = method(number)
        let path = "/v1/payment_methods/\(method)/attach"
        #expect(post(path, "customer=\(customer)").status == 200)
        return method
    }

    static func card(
        _ number: String,
        month: String = "12",
        year: String = "2040",
        cvc: String = "123"
    ) -> String {
        "type=card&card[number]=\(number)&card[exp_month]=\(month)&card[exp_year]=\(year)"
            + "&card[cvc]=\(cvc)"
    }

    /// A PaymentIntent in one of the states that calls lead to.
    func intent(in status: String) -> String {
        let id: String
        switch status {
        case "requires_payment_method": id = create().id
        case "requires_confirmation": id = create("payment_method=pm_card_visa").id
        case "requires_action": id = pay("pm_card_authenticationRequired").id
        case "requires_capture": id = pay("pm_card_visa", "capture_method=manual").id
        case "succeeded": id = pay("pm_card_visa").id
        case "canceled":
            id = create().id
            _ = post("/v1/payment_intents/\(id)/cancel")
        default:
            id = create().id
            control("payment_intents/\(id)", ["status": .string(status)])
        }
        #expect(intent(id).status(of: "status") == status)
        return id
    }
}
