import Payments
import Testing

@testable import Audit

/// What Stripe has against what we have: each difference by its name, and no other one.
@Suite struct StripeRulesTests {
    private let rules = StripeRules(isLive: false)
    private static let payment = "pay_" + String(repeating: "a", count: 32)

    private func entry(
        _ state: PaymentState = .succeeded,
        intent: String? = "pi_1",
        sinceChange: Duration = .seconds(1)
    ) -> BookEntry {
        BookEntry(
            id: Self.payment,
            state: state,
            money: PaymentFacts.Money(minorUnits: 1400, currency: "usd"),
            refunded: 0,
            stripeCustomer: "cus_1",
            cartText: "1:a*1",
            intent: intent,
            claimedMicroseconds: 5,
            sinceChange: sinceChange
        )
    }

    private func intent(
        _ id: String = "pi_1",
        status: String = "succeeded",
        amount: Int64 = 1400,
        currency: String = "usd",
        customer: String? = "cus_1",
        payment: String? = Self.payment,
        isLive: Bool = false
    ) throws -> IntentSnapshot {
        IntentSnapshot(
            id: try #require(PaymentIntentID(id)),
            status: status,
            amount: amount,
            currency: currency,
            customer: customer,
            clientSecret: nil,
            paymentID: payment,
            isLive: isLive,
            lastError: nil,
            created: 7
        )
    }

    private func kinds(_ intent: IntentSnapshot, _ own: BookEntry?, named: BookEntry? = nil)
        -> [FindingKind]
    {
        rules.findings(intent, own: own, named: named).map(\.kind)
    }

    @Test func `Each difference has its name`() throws {
        #expect(kinds(try intent(), entry()) == [])
        #expect(kinds(try intent(amount: 1), entry()) == [.amountDiffers])
        #expect(kinds(try intent(currency: "eur"), entry()) == [.currencyDiffers])
        #expect(kinds(try intent(customer: nil), entry()) == [.customerDiffers])
        #expect(kinds(try intent(payment: nil), entry()) == [.metadataDiffers])
        #expect(kinds(try intent(isLive: true), entry()) == [.modeDiffers])
    }

    /// A4, A6: what ended here has ended there, and money is a success on both sides.
    @Test(
        arguments: [
            (PaymentState.succeeded, "succeeded", true), (.succeeded, "canceled", false),
            (.succeeded, "requires_capture", false), (.declined, "requires_payment_method", true),
            (.declined, "succeeded", false), (.canceled, "requires_capture", false),
            (.expired, "canceled", true), (.canceled, "processing", false),
            (.open, "succeeded", true), (.requiresAction, "succeeded", true),
            (.requiresCustomer, "succeeded", true), (.confirming, "succeeded", true),
            (.quarantined, "succeeded", true),
        ] as [(PaymentState, String, Bool)]
    )
    func status(_ state: PaymentState, _ word: String, _ agrees: Bool) throws {
        #expect(kinds(try intent(status: word), entry(state)) == (agrees ? [] : [.statusDiffers]))
    }

    /// OP10: what has just happened is no finding.
    @Test func `Work on a payment may be behind Stripe, but not for ever`() throws {
        let old = entry(.confirming, sinceChange: .seconds(16 * 60))
        #expect(kinds(try intent(), old) == [.statusDiffers])
    }

    /// A2, A5
    @Test func `An intent that is nobody's, or a second one`() throws {
        #expect(kinds(try intent(), nil) == [.intentWithoutRow])
        #expect(kinds(try intent(status: "canceled"), nil) == [.intentWithoutRow])
        // Made elsewhere, and without money.
        #expect(kinds(try intent(status: "canceled", payment: nil), nil) == [])
        #expect(kinds(try intent(payment: nil), nil) == [.intentWithoutRow])
        let other = try intent("pi_2")
        #expect(kinds(other, nil, named: entry()) == [.severalIntents])
        #expect(kinds(try intent("pi_2", status: "canceled"), nil, named: entry()) == [])
        // Its answer is on its way.
        #expect(kinds(other, nil, named: entry(.creating, intent: nil)) == [])
        #expect(kinds(other, nil, named: entry(.canceled, intent: nil)) == [.intentWithoutRow])
        let tried = try intent("pi_2", status: "requires_payment_method")
        #expect(kinds(tried, nil, named: entry(.declined, intent: nil)) == [])
    }

    private func charge(
        intent: String? = "pi_1",
        isCaptured: Bool = true,
        amount: Int64 = 1400,
        refunded: Int64 = 0,
        check: CVCVerdict? = .pass
    ) -> ChargeSnapshot {
        ChargeSnapshot(
            id: "ch_1",
            intent: intent,
            isCaptured: isCaptured,
            minorUnits: amount,
            refundedMinorUnits: refunded,
            cardFingerprint: "card",
            cvcCheck: check,
            created: 7
        )
    }

    /// A4, A7
    @Test func `Money that was taken`() {
        func kinds(_ charge: ChargeSnapshot, _ own: BookEntry?) -> [FindingKind] {
            rules.findings(charge, of: own).map(\.kind)
        }
        #expect(kinds(charge(), entry()) == [])
        #expect(kinds(charge(amount: 1300), entry()) == [.amountDiffers])
        #expect(kinds(charge(check: .fail), entry()) == [.cvcFailed])
        #expect(kinds(charge(refunded: 1400, check: .fail), entry()) == [])
        #expect(kinds(charge(intent: nil), nil) == [.intentWithoutRow])
        #expect(kinds(charge(isCaptured: false, amount: 1, check: .fail), nil) == [])
        #expect(rules.paid(charge(), of: entry())?.payer == "card:card")
        #expect(rules.paid(charge(refunded: 1400), of: entry()) == nil)
        #expect(rules.paid(charge(refunded: 1), of: entry()) != nil)
    }

    /// OP08.
    @Test func `A refund has its record, by its name or by ours`() throws {
        func listed(_ status: String = "succeeded", number: String? = nil) throws -> ListedRefund {
            ListedRefund(
                refund: RefundSnapshot(
                    id: try #require(StripeRefundID("re_1")),
                    status: status,
                    minorUnits: 400,
                    paymentID: number.map { _ in Self.payment },
                    number: number,
                    failure: nil
                ),
                intent: "pi_1",
                created: 7
            )
        }
        func record(_ name: String?, _ amount: Int64 = 400) -> RecordedRefund {
            RecordedRefund(
                payment: Self.payment,
                number: 1,
                state: .succeeded,
                minorUnits: amount,
                refund: name
            )
        }
        func kind(_ listed: ListedRefund, _ recorded: [RecordedRefund]) -> FindingKind? {
            rules.finding(listed, of: entry(), recorded: recorded)?.kind
        }
        #expect(kind(try listed(), []) == .refundWithoutRecord)
        #expect(kind(try listed("failed"), []) == nil)
        #expect(kind(try listed(), [record("re_1")]) == nil)
        #expect(kind(try listed(), [record("re_2")]) == .refundWithoutRecord)
        #expect(kind(try listed(number: "1"), [record(nil)]) == nil)
        #expect(kind(try listed(number: "2"), [record(nil)]) == .refundWithoutRecord)
        #expect(kind(try listed(), [record("re_1", 300)]) == .amountDiffers)
    }
}

extension StripeRulesTests {
    /// What waits for whoever pays, and has ended at Stripe, is taken in.
    @Test func `An end at Stripe is taken in`() throws {
        for state in [PaymentState.requiresAction, .open, .requiresCustomer] {
            for word in ["succeeded", "canceled", "processing"] {
                let repair = rules.repair(try intent(status: word), own: entry(state), named: nil)
                #expect(repair == .takeIn(payment: Self.payment))
            }
            for word in ["requires_action", "requires_payment_method"] {
                let repair = rules.repair(try intent(status: word), own: entry(state), named: nil)
                #expect(repair == nil)
            }
        }
        // Somebody is at work on these, or a person decides.
        for state in [PaymentState.creating, .unresolved, .quarantined, .succeeded] {
            #expect(rules.repair(try intent(), own: entry(state), named: nil) == nil)
        }
    }

    /// Only what holds no money is canceled.
    @Test func `An orphan is canceled`() throws {
        let other = try intent("pi_2", status: "requires_action")
        let cancel = Repair.cancel(other.id, payment: Self.payment)
        #expect(rules.repair(other, own: nil, named: entry()) == cancel)
        #expect(rules.repair(other, own: nil, named: entry(.open)) == cancel)
        #expect(rules.repair(other, own: nil, named: entry(.canceled, intent: nil)) == cancel)
        #expect(rules.repair(other, own: nil, named: entry(.creating, intent: nil)) == nil)
        #expect(rules.repair(other, own: nil, named: nil) == nil)
        for word in ["succeeded", "processing", "canceled", "on_the_moon"] {
            let intent = try intent("pi_2", status: word)
            #expect(rules.repair(intent, own: nil, named: entry()) == nil)
        }
        let tried = try intent("pi_2", status: "requires_payment_method")
        #expect(rules.repair(tried, own: nil, named: entry(.declined, intent: nil)) == nil)
        #expect(rules.repair(tried, own: nil, named: entry()) != nil)
        let held = try intent(status: "requires_capture")
        #expect(
            rules.repair(held, own: entry(.canceled), named: nil)
                == .cancel(held.id, payment: Self.payment)
        )
    }

    /// A finding says what a person would do, in the words of the command.
    @Test func `The action is prepared`() throws {
        let second = rules.findings(try intent("pi_2"), own: nil, named: entry())
        #expect(second.map { $0.prepared?.description } == ["\(Self.payment) refund pi_2"])
        let late = rules.findings(try intent(), own: entry(.expired), named: nil)
        #expect(late.map { $0.prepared?.description } == ["\(Self.payment) refund"])
        let held = rules.findings(
            try intent(status: "requires_capture"),
            own: entry(.canceled),
            named: nil
        )
        #expect(held.map { $0.prepared?.description } == ["\(Self.payment) close"])
        let more = rules.findings(try intent(amount: 1), own: entry(), named: nil)
        #expect(more.map(\.prepared) == [nil])
        for text in ["pay_1 refund", "pay_1 close pi_2"] {
            #expect(PreparedAction(text)?.description == text)
        }
        for wrong in ["", "pay_1", "pay_1 delete", "pay_1 refund pi_2 now"] {
            #expect(PreparedAction(wrong) == nil)
        }
    }
}
