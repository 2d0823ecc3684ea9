import Testing

@testable import Payments

@Suite("What a change of state is to the shop")
struct PaymentOutcomeTests {
    /// Every pair of states that this program writes.
    @Test("is listed for every pair")
    func everyPair() {
        for old in PaymentState.all {
            for new in PaymentState.all {
                #expect(PaymentOutcome(from: old, to: new) == expected(old, new), "\(old) \(new)")
            }
        }
    }

    private func expected(_ old: PaymentState, _ new: PaymentState) -> PaymentOutcome? {
        if old == new { return nil }
        if new == .succeeded { return .succeeded }
        if new == .processing { return .processing }
        // An app's payment that was with the bank came back.
        if old == .processing, [.open, .canceling].contains(new) { return .failed }
        let wasOpen = [.processing, .unresolved, .quarantined].contains(old)
        return wasOpen && [.declined, .expired, .canceled].contains(new) ? .failed : nil
    }

    @Test("leaves alone what a newer program writes")
    func unknownWord() {
        #expect(PaymentOutcome(from: .processing, to: .unrecognised("new")) == nil)
    }
}

@Suite("The next try to tell the shop")
struct DeliveryRulesTests {
    @Test(
        "comes after a pause that doubles up to an hour",
        arguments: [
            (0, 5), (1, 5), (2, 10), (3, 20), (4, 40), (10, 2560), (11, 3600), (1_000_000, 3600),
        ]
    )
    func pause(attempts: Int, seconds: Int) {
        let pauses = [0, 512, 1023].map { DeliveryRules.pause(after: attempts, jitter: $0) }
        #expect(pauses[0] == .seconds(seconds) / 2)
        #expect(pauses[1] == .seconds(seconds) * 3 / 4)
        #expect(pauses[2] < .seconds(seconds) && pauses[2] > pauses[1])
    }

    /// Or somebody else would tell it while a call is still under way.
    @Test("is nobody else's while one is under way")
    func hold() {
        #expect(DeliveryRules.hold > DeliveryRules.timeout * 2)
        #expect(DeliveryRules.firstAnswer < DeliveryRules.timeout)
    }
}

@Suite("The name of what the shop is told")
struct FulfillmentIDTests {
    private static let digits = "0123456789abcdef0123456789abcdef"

    @Test("is read as it is written", arguments: PaymentOutcome.allCases)
    func roundTrip(_ outcome: PaymentOutcome) throws {
        let payment = try #require(PaymentID("pay_\(Self.digits)"))
        let id = FulfillmentID(outcome, of: payment)
        #expect(id.description == "ful_\(Self.digits)_\(outcome.rawValue)")
        #expect(id.type == "payment.\(outcome.rawValue)")
        #expect(FulfillmentID(id.description) == id)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "ful_", "ful_\(digits)", "ful_\(digits)_", "ful_\(digits)_other",
            "pay_\(digits)_succeeded", "ful_\(digits)_succeeded_", "ful_0_succeeded",
            "ful_\(digits.uppercased())_succeeded",
        ]
    )
    func wrong(_ text: String) {
        #expect(FulfillmentID(text) == nil)
    }
}
