import Testing

@testable import Payments

private let closed: [PaymentState] = [.declined, .expired, .canceled]
private let waiting: [PaymentState] = [.requiresAction, .requiresCustomer, .open]
private let working: [PaymentState] = [
    .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved,
    .quarantined, .unrecognised("foo"),
]

private func anns(_ flow: Flow, cart: Cart = Sample.cart, caller: Caller = Sample.ann) -> Purchase {
    Purchase(caller: caller, order: Sample.order, cart: cart, currency: .usd, flow: flow)
}

@Suite("What shop and customer meet on one order")
struct OffSessionAdmissionTests {
    /// What a request meets whose key, or whose order under a new key, is held by an attempt.
    private func admission(
        _ asks: Purchase,
        _ method: PaymentMethodID = Sample.visa,
        under kind: Guard.Kind,
        meeting holds: Purchase,
        _ state: PaymentState
    ) -> Admission {
        let key = Guard(kind: .key, key: "the key")
        let order = Guard(kind: .order, key: Sample.order.description)
        let payment = Sample.payment(state, purchase: holds)
        let holder = GuardHolder(
            holds: kind == .key ? key : order,
            fingerprint: payment.fingerprint,
            attempts: 1,
            payment: payment
        )
        return AdmissionRequest(
            purchase: asks,
            fingerprint: Sample.fingerprint(of: asks),
            method: method,
            origin: "home",
            guards: [key, order],
            primary: key,
            duplicateWindow: .seconds(300)
        ).admission(meeting: [holder])
    }

    @Test("the shop's key follows its attempt, and never ends it")
    func shopsKey() {
        let shop = anns(.offSession)
        for state in waiting + working + closed + [.succeeded] {
            let same = admission(shop, under: .key, meeting: shop, state)
            guard case .follow = same else {
                Issue.record("\(state): \(same)")
                continue
            }
            let other = admission(shop, Sample.other, under: .key, meeting: shop, state)
            switch (state, other) {
            case (.requiresAction, .refuse(.paymentInProgress)),
                (.requiresCustomer, .refuse(.paymentInProgress)),
                (.open, .refuse(.paymentInProgress)),
                (.canceling, .refuse(.paymentInProgress)), (.declined, .start), (.expired, .start),
                (.canceled, .start):
                break
            case (.requiresAction, _), (.requiresCustomer, _), (.open, _), (.canceling, _),
                (.declined, _), (.expired, _), (.canceled, _):
                Issue.record("\(state): \(other)")
            case (_, .follow): break
            case (_, let decision): Issue.record("\(state): \(decision)")
            }
        }
    }

    @Test(
        "the shop leaves alone what is open on its order, whoever began it and how",
        arguments: Flow.allCases
    )
    func shopsOrder(_ flow: Flow) {
        let shop = anns(.offSession)
        for method in [Sample.visa, Sample.other] {
            for state in waiting + working {
                let met = admission(shop, method, under: .order, meeting: anns(flow), state)
                #expect(met == .refuse(.paymentInProgress), "\(state)")
            }
            for state in closed {
                let met = admission(shop, method, under: .order, meeting: anns(flow), state)
                guard case .start = met else {
                    Issue.record("\(state): \(met)")
                    continue
                }
            }
            let paid = admission(shop, method, under: .order, meeting: anns(flow), .succeeded)
            guard case .follow = paid else {
                Issue.record("\(paid)")
                continue
            }
        }
    }

    @Test("an order that was paid otherwise is not the shop's charge")
    func paidOtherwise() {
        for holds in [anns(.onSession, cart: Sample.otherCart), anns(.onSession, caller: .guest)] {
            let met = admission(anns(.offSession), under: .order, meeting: holds, .succeeded)
            #expect(met == .refuse(.orderAlreadyPaid))
        }
    }

    @Test("a customer goes on with the shop's charge by the same card, and ends it for another")
    func customer() {
        for state in [PaymentState.requiresCustomer, .requiresAction] {
            let payment = Sample.payment(state, purchase: anns(.offSession))
            let asks = anns(.onSession)
            let same = admission(asks, under: .order, meeting: payment.purchase, state)
            #expect(same == .follow(payment))
            let other = admission(
                asks,
                Sample.other,
                under: .order,
                meeting: payment.purchase,
                state
            )
            #expect(other == .replace(payment))
        }
    }

    @Test("a key serves one way of charging")
    func oneKey() {
        let met = admission(
            anns(.offSession),
            under: .key,
            meeting: anns(.onSession),
            .succeeded
        )
        #expect(met == .refuse(.keyReused))
    }
}

@Suite("A confirm that is the first try with the customer there")
struct FirstConfirmTests {
    private func confirming(customerWasAway: Bool) -> PaymentMachine {
        PaymentMachine(state: .confirming, customerWasAway: customerWasAway)
    }

    @Test("is the customer's to try again where Stripe does not take it now")
    func refused() {
        var first = confirming(customerWasAway: true)
        #expect(first.received(.refused(.refused)) == .rest)
        #expect(first.state == .requiresCustomer)
        var second = confirming(customerWasAway: false)
        #expect(second.received(.refused(.refused)) == .rest)
        #expect(second.state == .requiresAction)
    }

    @Test("is a decline where Stripe refuses its card")
    func unusable() {
        var machine = confirming(customerWasAway: true)
        #expect(machine.received(.refused(.unusableMethod)) == .rest)
        #expect(machine.state == .declined && machine.closing == .unusableMethod)
    }

    @Test("is one only of the shop's charge, and only until a challenge was asked for")
    func whose() {
        for (flow, action, isFirst) in [
            (Flow.offSession, nil, true), (.offSession, 1, false), (.onSession, nil, false),
        ] as [(Flow, Int64?, Bool)] {
            let payment = Sample.payment(
                .confirming,
                purchase: anns(flow),
                times: Sample.times(action: action)
            )
            var machine = PaymentMachine(of: payment)
            _ = machine.received(.refused(.refused))
            #expect(machine.state == (isFirst ? .requiresCustomer : .requiresAction))
        }
    }
}

@Suite("What the end of the shop's charge is to the shop")
struct OffSessionOutcomeTests {
    @Test("news, once it was answered, unless the customer pays in another way")
    func failed() {
        for old in PaymentState.all {
            let wasAnswered = [
                .requiresAction, .confirming, .canceling, .requiresCustomer, .processing,
                .unresolved, .quarantined,
            ].contains(old)
            for new in closed where old != new {
                let told = PaymentOutcome(from: old, to: new, in: .offSession)
                #expect((told == .failed) == wasAnswered, "\(old) \(new)")
                let replaced = PaymentOutcome(
                    from: old,
                    to: new,
                    in: .offSession,
                    because: .replaced
                )
                #expect(replaced == nil, "\(old) \(new)")
            }
        }
        #expect(
            PaymentOutcome(from: .requiresCustomer, to: .requiresAction, in: .offSession) == nil
        )
        #expect(PaymentOutcome(from: .creating, to: .succeeded, in: .offSession) == .succeeded)
    }
}

@Suite("Reading an intent that wants its customer")
struct AbsentCustomerReadingTests {
    private static let away = Closing(
        code: "authentication_required",
        declineCode: "authentication_required"
    )

    private func finding(
        _ status: String,
        _ why: Closing?,
        in flow: Flow,
        sendIsOpen: Bool = false
    ) -> PaymentEvent {
        let payment = Sample.payment(purchase: anns(flow))
        let intent = IntentSnapshot(
            id: Sample.known(PaymentIntentID("pi_1")),
            status: status,
            amount: 1400,
            currency: "usd",
            customer: nil,
            clientSecret: nil,
            paymentID: payment.id.description,
            isLive: false,
            lastError: why,
            created: nil
        )
        return IntentReading(isLive: false).event(
            of: intent,
            for: payment,
            stripeSeconds: nil,
            sendIsOpen: sendIsOpen
        )
    }

    /// SC02.
    @Test("by Stripe's code, of the shop's charge alone")
    func byCode() {
        for word in ["requires_payment_method", "requires_source"] {
            #expect(
                finding(word, Self.away, in: .offSession)
                    == .found(.requiresCustomer, sendIsOpen: false)
            )
            for (why, flow) in [
                (Self.away, Flow.onSession), (Sample.declined, .offSession),
                (Closing(code: "payment_intent_authentication_failure"), .offSession),
            ] {
                #expect(
                    finding(word, why, in: flow)
                        == .found(.requiresPaymentMethod(why, isLapsed: false), sendIsOpen: false)
                )
            }
        }
        #expect(
            finding("requires_action", Self.away, in: .offSession)
                == .found(.requiresAction, sendIsOpen: false)
        )
    }
}
