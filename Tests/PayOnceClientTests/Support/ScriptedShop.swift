import Foundation
import Synchronization

@testable import PayOnceClient

/// A service that answers what it is told to, one request after the other, and an app around it
/// whose time goes by only while it waits.
final class ScriptedShop: Transport, Timepiece, CheckoutStore, ChallengeHandler, CustomerTokens {
    enum Answer: Sendable {
        case reply(Int, String, [String: String])
        case failure(TransportFailure)

        static func ok(_ body: String) -> Answer { .reply(200, body, [:]) }
    }

    private struct State {
        var answers: [Answer]
        var calls: [HTTPCall] = []
        var kept: [CheckoutRecord] = []
        var time = Duration.seconds(1_000_000)
        var lines: [String] = []
        var canKeep = true
        var tokens: [String?] = []
    }

    private let state: Mutex<State>
    private let result: ChallengeResult

    init(_ answers: [Answer], challenge result: ChallengeResult = .passed) {
        state = Mutex(State(answers: answers))
        self.result = result
    }

    func service(isSignedIn: Bool = false) -> PayOnceService {
        PayOnceService(
            url: URL(fileURLWithPath: "/shop"),
            customerTokens: isSignedIn ? self : nil,
            transport: self,
            timepiece: self,
            log: { line in self.state.withLock { $0.lines.append("\(line)") } }
        )
    }

    func checkout(
        _ record: CheckoutRecord = CheckoutRecord(Purchase(items: [.init(id: "camera")])),
        isSignedIn: Bool = false
    ) -> Checkout {
        Checkout(record, at: service(isSignedIn: isSignedIn), store: self, challenges: self)
    }

    // MARK: What happened

    var calls: [HTTPCall] { state.withLock { $0.calls } }
    var keys: [String?] { calls.map { $0.headers["Idempotency-Key"] } }
    var kept: [CheckoutRecord] { state.withLock { $0.kept } }
    var lines: [String] { state.withLock { $0.lines } }

    func bodies() throws -> [[String: String]] {
        try calls.map { call in
            let object = try JSONSerialization.jsonObject(with: call.body ?? Data("{}".utf8))
            return (object as? [String: Any] ?? [:]).mapValues { "\($0)" }
        }
    }

    func add(_ answers: [Answer]) { state.withLock { $0.answers += answers } }
    func give(_ tokens: [String?]) { state.withLock { $0.tokens = tokens } }
    func breakStore() { state.withLock { $0.canKeep = false } }
    func pass(_ time: Duration) { state.withLock { $0.time += time } }

    // MARK: Its parts

    struct Broken: Error {}

    func send(
        _ call: HTTPCall,
        to service: URL,
        within timeout: Duration
    ) async throws(TransportFailure) -> HTTPReply {
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? .failure(.lost) : state.answers.removeFirst()
        }
        switch answer {
        case .reply(let status, let body, let headers):
            return HTTPReply(status: status, headers: headers, body: Data(body.utf8))
        case .failure(let failure): throw failure
        }
    }

    func now() -> Date {
        Date(timeIntervalSince1970: TimeInterval(elapsed().components.seconds))
    }

    func elapsed() -> Duration { state.withLock { $0.time } }
    func sleep(for pause: Duration) async { pass(pause) }
    func dice() -> Double { 0.5 }

    func keep(_ record: CheckoutRecord) async throws {
        let canKeep = state.withLock { state in
            if state.canKeep { state.kept.append(record) }
            return state.canKeep
        }
        if !canKeep { throw Broken() }
    }

    func complete(_ challenge: Challenge) async -> ChallengeResult { result }

    func token() async throws -> Secret? {
        let token = state.withLock { $0.tokens.isEmpty ? nil : $0.tokens.removeFirst() }
        return token.map(Secret.init)
    }
}

/// Bodies of answers.
enum Body {
    static let paid = #"{"status":"succeeded","clientSecret":"pi_1_secret_x","paymentId":"pay_1"}"#
    static let challenge = """
        {"status":"requires_action","requiresAction":true,"clientSecret":"pi_1_secret_x",
         "paymentId":"pay_1","paymentIntentId":"pi_1"}
        """
    static let declined = #"{"status":"declined","error":"No.","code":"card_declined"}"#
    static let canceled = #"{"status":"canceled","error":"No.","code":"canceled"}"#
    static let unknown = #"{"status":"unknown","error":"Wait.","code":"outcome_unknown"}"#
    static let unpaid = """
        {"status":"requires_payment_method","error":"No.","code":"payment_not_attempted"}
        """

    static func refusal(_ code: String) -> String { #"{"error":"No.","code":"\#(code)"}"# }
}
