import Foundation
import PayOnceClient

/// What an app's Stripe SDK does, as far as the simulator needs it.
struct Stripe: Sendable {
    private let url: URL

    init(at url: URL) { self.url = url }

    /// The card goes to Stripe, not to the shop: what comes back is its name.
    func paymentMethod(_ number: String, publishableKey: String) async throws -> String {
        let form =
            "type=card&card[number]=\(number)&card[exp_month]=12&card[exp_year]=2034&card[cvc]=123"
        let call = HTTPCall(
            "POST",
            "/v1/payment_methods",
            headers: [
                "Authorization": "Bearer \(publishableKey)",
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: Data(form.utf8)
        )
        let reply = try await URLSessionTransport().send(call, to: url, within: .seconds(30))
        return try JSONDecoder().decode(PaymentMethod.self, from: reply.body).id
    }

    /// What the customer does on the bank's page.
    func authenticate(_ intent: String, _ outcome: String) async throws {
        let call = HTTPCall(
            "POST",
            "/_simulator/payment_intents/\(intent)/authenticate",
            headers: ["Content-Type": "application/json"],
            body: Data(#"{"outcome":"\#(outcome)"}"#.utf8)
        )
        _ = try await URLSessionTransport().send(call, to: url, within: .seconds(30))
    }

    private struct PaymentMethod: Decodable {
        var id: String
    }
}

/// What a customer can do in a challenge.
enum ChallengeAnswer: String {
    case complete, fail, cancel
}

/// Asks for the challenge in the terminal.
struct TerminalChallenge: ChallengeHandler {
    private let stripe: Stripe
    private let answer: ChallengeAnswer?
    private let steps: Steps

    /// Asks nobody where the answer is given.
    init(_ stripe: Stripe, answer: ChallengeAnswer?, _ steps: Steps) {
        self.stripe = stripe
        self.answer = answer
        self.steps = steps
    }

    func complete(_ challenge: Challenge) async -> ChallengeResult {
        steps.step()
        let result = await take(challenge)
        steps.step()
        return result
    }

    private func take(_ challenge: Challenge) async -> ChallengeResult {
        do {
            switch answer ?? ask() {
            case .complete:
                try await stripe.authenticate(challenge.paymentIntentId, "success")
                return .passed
            case .fail:
                try await stripe.authenticate(challenge.paymentIntentId, "failure")
                return .failed
            case .cancel: return .canceled
            }
        } catch {
            return .failed
        }
    }

    private func ask() -> ChallengeAnswer {
        print("Your bank wants to know that it is you: complete, fail or cancel?")
        return readLine().flatMap(ChallengeAnswer.init) ?? .cancel
    }
}
