import Money
import Testing

@testable import Payments

private typealias Evidence = ResolveRules.Evidence
private typealias Decision = ResolveRules.Decision

@Suite("What a person's word about a payment means")
struct ResolveRulesTests {
    private static let own = Sample.known(PaymentIntentID("pi_own"))
    private static let other = Sample.known(PaymentIntentID("pi_other"))

    private static func payment(
        _ state: PaymentState,
        intent: PaymentIntentID? = own,
        flow: Payments.Flow = .onSession,
        change: Duration = .zero
    ) -> Payment {
        Sample.payment(
            state,
            purchase: Sample.purchase(flow: flow),
            intent: intent,
            times: Sample.times(change: change)
        )
    }

    private static let inHand: [PaymentState] = [
        .creating, .confirming, .capturing, .unrecognised("refunding"),
    ]
    private static let open: [PaymentState] = [
        .requiresAction, .authorized, .canceling, .processing, .open, .requiresCustomer,
        .unresolved, .quarantined,
    ]
    private static let ended: [PaymentState] = [.declined, .expired, .canceled]

    private static func rules(_ payment: Payment, isOver: Bool = false) -> ResolveRules {
        ResolveRules(payment, sendingIsOver: isOver)
    }

    @Test("each state is one of four")
    func standings() {
        let all = Self.inHand + Self.open + Self.ended + [.succeeded]
        #expect(Set(all).isSuperset(of: PaymentState.all))
        func standing(_ state: PaymentState, isOver: Bool = false) -> ResolveRules.Standing {
            Self.rules(Self.payment(state, intent: nil), isOver: isOver).standing
        }
        #expect(Self.inHand.allSatisfy { standing($0) == .inHand })
        #expect(Self.open.allSatisfy { standing($0) == .open })
        #expect(Self.ended.allSatisfy { standing($0) == .ended })
        #expect(standing(.succeeded) == .paid)
        // What is not sent any more is only read.
        for state in [PaymentState.creating, .confirming, .capturing] {
            #expect(standing(state, isOver: true) == .open)
        }
        #expect(standing(.unrecognised("refunding"), isOver: true) == .inHand)
        #expect(Self.rules(Self.payment(.creating)).standing == .open)
        #expect(Self.rules(Self.payment(.confirming)).standing == .inHand)
    }

    @Test("only what reads or cancels is taken out of live hands")
    func seizing() {
        func seized(isOver: Bool) -> Set<PaymentState> {
            Set(
                PaymentState.all.filter {
                    Self.rules(Self.payment($0, intent: nil), isOver: isOver).maySeize
                }
            )
        }
        let reading: Set<PaymentState> = [.authorized, .canceling, .processing, .unresolved]
        #expect(seized(isOver: false) == reading)
        #expect(seized(isOver: true) == reading.union([.creating, .confirming, .capturing]))
    }

    @Test("nothing is sent any more some time after the customer asked last")
    func sending() {
        let rules = SendingRules()
        for (asked, isOver) in [(915, false), (921, true)] {
            let payment = Sample.payment(times: Sample.times(asked: .seconds(asked)))
            #expect(ResolveRules.sendingIsOver(payment, rules) == isOver)
        }
    }

    // MARK: Before Stripe is asked

    @Test("what the service works on is left to it", arguments: ResolveAction.allCases)
    func inHand(action: ResolveAction) {
        for state in Self.inHand {
            for stray in [nil, Self.other] {
                let rules = Self.rules(Self.payment(state, intent: nil))
                let admission = rules.admission(action, naming: stray)
                #expect(admission == .refuse(.inProgress), "\(state)")
            }
        }
    }

    @Test("no cancel of another intent takes the place of a step that is sent again")
    func strayBesideStep() {
        for state in [PaymentState.creating, .confirming, .capturing, .canceling] {
            let rules = Self.rules(Self.payment(state), isOver: true)
            #expect(rules.admission(.close, naming: Self.other) == .refuse(.inProgress))
            #expect(rules.admission(.close, naming: nil) == .look)
            #expect(rules.admission(.refund, naming: Self.other) == .look)
        }
    }

    @Test("every other pair of state and action, with and without another intent")
    func admission() {
        for state in Self.open {
            let payment = Self.payment(state)
            for action in ResolveAction.allCases {
                #expect(admit(action, payment) == .look)
            }
            let isCanceling = state == .canceling
            #expect(
                admit(.close, payment, Self.other) == (isCanceling ? .refuse(.inProgress) : .look)
            )
            #expect(admit(.adopt, payment, Self.other) == .refuse(.otherIntent(Self.other)))
            #expect(admit(.refund, payment, Self.other) == .look)
        }
        for state in Self.ended {
            let payment = Self.payment(state)
            #expect(admit(.adopt, payment) == .refuse(.ended))
            #expect(admit(.adopt, payment, Self.other) == .refuse(.ended))
            #expect(admit(.refund, payment) == .look)
            #expect(admit(.refund, payment, Self.other) == .look)
            #expect(admit(.close, payment) == .look)
            #expect(admit(.close, payment, Self.other) == .look)
            #expect(admit(.close, Self.payment(state, intent: nil)) == .wasSo)
        }
        var paid = Self.payment(.succeeded)
        #expect(admit(.adopt, paid) == .wasSo)
        #expect(admit(.close, paid) == .refuse(.moneyIsThere(Self.own)))
        #expect(admit(.refund, paid) == .refund)
        #expect(admit(.close, paid, Self.other) == .look)
        #expect(admit(.adopt, paid, Self.other) == .refuse(.otherIntent(Self.other)))
        #expect(admit(.refund, paid, Self.other) == .look)
        paid.refunded = 1400
        #expect(admit(.refund, paid) == .wasSo)
    }

    private func admit(
        _ action: ResolveAction,
        _ payment: Payment,
        _ stray: PaymentIntentID? = nil
    ) -> ResolveRules.Admission {
        Self.rules(payment).admission(action, naming: stray)
    }

    @Test("an intent that is named is the payment's own, may be, or is another one")
    func strays() {
        #expect(Self.rules(Self.payment(.quarantined)).stray(nil) == nil)
        #expect(Self.rules(Self.payment(.quarantined)).stray(Self.own) == nil)
        #expect(Self.rules(Self.payment(.quarantined)).stray(Self.other) == Self.other)
        let unknown = Self.payment(.unresolved, intent: nil)
        #expect(Self.rules(unknown).stray(Self.other) == nil)
        let ended = Self.payment(.canceled, intent: nil)
        #expect(Self.rules(ended).stray(Self.other) == Self.other)
    }

    // MARK: What Stripe shows

    private static func intent(
        _ status: String,
        amount: Int64? = 1400,
        received: Int64? = nil,
        currency: String? = "usd",
        error: Closing? = nil
    ) -> IntentSnapshot {
        IntentSnapshot(
            id: own,
            status: status,
            amount: amount,
            amountReceived: received,
            currency: currency,
            customer: nil,
            clientSecret: nil,
            paymentID: nil,
            isLive: false,
            lastError: error,
            created: nil
        )
    }

    @Test("Stripe's words")
    func evidence() {
        let money = Amount(minorUnits: 900, currency: .usd)
        let received = Self.intent("succeeded", received: 900)
        #expect(ResolveRules.evidence(of: received) == .money(money))
        #expect(
            ResolveRules.evidence(of: Self.intent("succeeded"))
                == .money(Amount(minorUnits: 1400, currency: .usd))
        )
        let unreadable = Self.intent("succeeded", currency: nil)
        #expect(ResolveRules.evidence(of: unreadable) == .moving("succeeded"))
        let failed = Self.intent("requires_payment_method", error: Sample.declined)
        #expect(ResolveRules.evidence(of: failed) == .failed(Sample.declined))
        for word in ["requires_action", "requires_confirmation", "requires_capture"] {
            #expect(ResolveRules.evidence(of: Self.intent(word)) == .waiting(word))
        }
        #expect(ResolveRules.evidence(of: Self.intent("canceled")) == .canceled)
        for word in ["processing", "on_the_moon", ""] {
            #expect(ResolveRules.evidence(of: Self.intent(word)) == .moving(word))
        }
    }

    @Test("an empty list proves absence once nothing can be executed any more")
    func absence() {
        let known = Self.payment(.processing)
        #expect(Self.rules(known).absence(elapsed: .zero) == .missing)
        let named = Self.payment(.quarantined, intent: nil, change: .seconds(3600))
        #expect(Self.rules(named).absence(elapsed: .zero) == .unnamed)
        let young = Self.payment(.unresolved, intent: nil, change: .seconds(200))
        #expect(
            Self.rules(young).absence(elapsed: .seconds(20)) == .unproven(.seconds(100))
        )
        #expect(Self.rules(young).absence(elapsed: .seconds(120)) == .absent)
        let over = Self.payment(.canceled, intent: nil)
        #expect(Self.rules(over).absence(elapsed: .zero) == .absent)
    }

    // MARK: What is done

    private func decide(
        _ action: ResolveAction,
        _ payment: Payment,
        _ evidence: Evidence,
        of intent: PaymentIntentID? = own
    ) -> Decision {
        Self.rules(payment).decision(action, seeing: evidence, of: intent)
    }

    private static let asked = Amount(minorUnits: 1400, currency: .usd)
    private static let more = Amount(minorUnits: 9900, currency: .usd)

    @Test("some evidence is in the way of everything", arguments: ResolveAction.allCases)
    func obstacles(action: ResolveAction) {
        let payment = Self.payment(.quarantined)
        let obstacles: [(Evidence, ResolveRefusal)] = [
            (.unproven(.seconds(9)), .tooEarly(wait: .seconds(9))), (.unnamed, .unnamedIntent),
            (.several([Self.own, Self.other]), .severalIntents([Self.own, Self.other])),
            (.foreign(Self.other), .otherIntent(Self.other)), (.unavailable, .unavailable),
            (.moving("processing"), .notOver("processing")),
        ]
        for (evidence, refusal) in obstacles {
            #expect(decide(action, payment, evidence) == .refuse(refusal))
        }
    }

    @Test("adopt takes over what has come to an end at Stripe")
    func adopt() {
        for state in Self.open {
            let payment = Self.payment(state)
            let cases: [(Evidence, Decision)] = [
                (.money(Self.asked), .end(.succeeded, nil, charged: nil)),
                (.money(Self.more), .end(.succeeded, nil, charged: Self.more)),
                (.failed(Sample.declined), .end(.declined, Sample.declined, charged: nil)),
                (.canceled, .end(.canceled, .canceled, charged: nil)),
                (.waiting("requires_action"), .refuse(.notOver("requires_action"))),
                (.missing, .refuse(.nothingIsThere)), (.absent, .refuse(.nothingIsThere)),
            ]
            for (evidence, decision) in cases {
                #expect(decide(.adopt, payment, evidence) == decision, "\(state) \(evidence)")
            }
        }
        let app = Self.payment(.quarantined, flow: .appConfirmed)
        let failed = decide(.adopt, app, .failed(Sample.declined))
        #expect(failed == .refuse(.notOver("requires_payment_method")))
    }

    @Test("refund gives back what was taken, and nothing else")
    func refund() {
        for state in Self.open + Self.ended {
            let payment = Self.payment(state)
            let cases: [(Evidence, Decision)] = [
                (.money(Self.more), .giveBack(Self.more)),
                (
                    .failed(Sample.declined),
                    .refuse(.noMoneyIsThere("requires_payment_method"))
                ),
                (
                    .waiting("requires_capture"), .refuse(.noMoneyIsThere("requires_capture"))
                ),
                (.canceled, .refuse(.noMoneyIsThere("canceled"))),
                (.missing, .refuse(.nothingIsThere)), (.absent, .refuse(.nothingIsThere)),
            ]
            for (evidence, decision) in cases {
                #expect(decide(.refund, payment, evidence) == decision, "\(state) \(evidence)")
            }
        }
    }

    @Test("close ends what provably holds no money")
    func close() {
        for state in Self.open {
            let payment = Self.payment(state)
            let cases: [(Evidence, Decision)] = [
                (.money(Self.asked), .refuse(.moneyIsThere(Self.own))),
                (.failed(Sample.declined), .cancel), (.waiting("requires_capture"), .cancel),
                (.canceled, .end(.canceled, .canceled, charged: nil)),
                (.missing, .end(.canceled, .canceled, charged: nil)),
            ]
            for (evidence, decision) in cases {
                #expect(decide(.close, payment, evidence) == decision, "\(state) \(evidence)")
            }
        }
        let unknown = Self.payment(.unresolved, intent: nil)
        #expect(
            decide(.close, unknown, .absent, of: nil)
                == .end(.canceled, .notExecuted, charged: nil)
        )
        let found = decide(.close, unknown, .canceled, of: Self.other)
        #expect(found == .end(.canceled, .canceled, charged: nil))
    }

    @Test("close of another intent leaves the payment as it is")
    func closeStray() {
        for state in Self.open + Self.ended + [.succeeded] {
            let payment = Self.payment(state)
            let cases: [(Evidence, Decision)] = [
                (.money(Self.asked), .refuse(.moneyIsThere(Self.other))),
                (.failed(Sample.declined), .cancel), (.waiting("requires_action"), .cancel),
                (.canceled, .wasSo),
            ]
            for (evidence, decision) in cases {
                #expect(
                    decide(.close, payment, evidence, of: Self.other) == decision,
                    "\(state) \(evidence)"
                )
            }
        }
    }

    @Test("close of what has ended cancels what was left open at Stripe")
    func closeEnded() {
        for state in Self.ended {
            let payment = Self.payment(state)
            #expect(decide(.close, payment, .failed(Sample.declined)) == .wasSo)
            #expect(decide(.close, payment, .waiting("requires_capture")) == .cancel)
            #expect(decide(.close, payment, .canceled) == .wasSo)
            #expect(decide(.close, payment, .missing) == .wasSo)
            #expect(
                decide(.close, payment, .money(Self.asked)) == .refuse(.moneyIsThere(Self.own))
            )
        }
    }

    // MARK: Words

    @Test("a reason is one line that says something")
    func reasons() {
        #expect(ResolveReason("  paid twice, ticket 7 ")?.description == "paid twice, ticket 7")
        for wrong in ["", "   ", "a\nb", "a\u{0}", String(repeating: "a", count: 501)] {
            #expect(ResolveReason(wrong) == nil, "\(wrong.prefix(9))")
        }
        #expect(Operator("ann")?.description == "ann")
        #expect(Operator(String(repeating: "a", count: 101)) == nil)
    }
}
