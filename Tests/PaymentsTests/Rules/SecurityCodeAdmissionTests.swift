import Payments
import Testing

private let key = Guard(kind: .key, key: "the key")
private let token = Guard(kind: .cvc, key: "the token")
private let open: [PaymentState] = [
    .creating, .confirming, .canceling, .processing, .unresolved, .quarantined, .succeeded,
    .requiresAction,
]
private let ended: [PaymentState] = [.declined, .expired, .canceled]

@Suite("Admission with a security code")
struct SecurityCodeAdmissionTests {
    private let anns = Sample.purchase(caller: Sample.ann)

    private func admission(
        _ guards: [Guard],
        of asked: Purchase? = nil,
        method: PaymentMethodID? = Sample.visa,
        meeting holders: [GuardHolder]
    ) -> Admission {
        let asked = asked ?? anns
        return AdmissionRequest(
            purchase: asked,
            fingerprint: Sample.fingerprint(of: asked),
            method: method,
            origin: "home",
            guards: guards,
            primary: guards[0],
            duplicateWindow: .seconds(300)
        ).admission(meeting: holders)
    }

    private func holder(
        _ guarding: Guard,
        _ state: PaymentState,
        of purchase: Purchase? = nil,
        closing: Closing? = nil
    ) -> GuardHolder {
        let digit = purchase == nil ? "0" : "1"
        let payment = Sample.payment(
            state,
            id: Sample.known(PaymentID("pay_" + String(repeating: digit, count: 32))),
            purchase: purchase ?? anns,
            closing: closing
        )
        return GuardHolder(
            holds: guarding,
            fingerprint: payment.fingerprint,
            attempts: 1,
            payment: payment
        )
    }

    @Test("the same token is the same payment, whatever has become of it", arguments: open + ended)
    func sameToken(state: PaymentState) {
        let held = holder(token, state)
        for guards in [[token], [key, token]] {
            #expect(admission(guards, meeting: [held]) == .follow(held.payment))
            #expect(admission(guards, method: nil, meeting: [held]) == .follow(held.payment))
        }
    }

    @Test("a token that nothing was executed with may be tried again")
    func refused() {
        let held = holder(token, .canceled, closing: .refused)
        let taking = [token: held.payment.id]
        #expect(admission([token], meeting: [held]) == .start(takingOver: taking))
    }

    @Test("a token is good for one purchase of one customer", arguments: open + ended)
    func otherPurchase(state: PaymentState) {
        for other in [
            Sample.purchase(caller: Sample.ann, cart: Sample.otherCart),
            Sample.purchase(caller: Sample.bob),
        ] {
            let held = holder(token, state, of: other)
            #expect(admission([token], meeting: [held]) == .refuse(.keyReused))
            #expect(admission([key, token], meeting: [held]) == .refuse(.cvcTokenUsed))
        }
    }

    @Test("under one key a new token is another try, and replaces a challenge")
    func newToken() {
        let challenge = holder(key, .requiresAction)
        #expect(
            admission([key, token], meeting: [challenge]) == .replace(challenge.payment)
        )
        #expect(admission([key], meeting: [challenge]) == .follow(challenge.payment))
        for state in ended {
            let held = holder(key, state)
            let taking = [key: held.payment.id]
            #expect(admission([key, token], meeting: [held]) == .start(takingOver: taking))
            #expect(admission([key], meeting: [held]) == .follow(held.payment))
            let both = [held, holder(token, state)]
            #expect(admission([key, token], meeting: both) == .follow(held.payment))
        }
    }

    @Test("a token of another purchase does not end the challenge under its key")
    func foreignToken() {
        let other = Sample.purchase(caller: Sample.ann, cart: Sample.otherCart)
        let holders = [holder(key, .requiresAction), holder(token, .declined, of: other)]
        #expect(admission([key, token], meeting: holders) == .refuse(.cvcTokenUsed))
    }

    @Test("an unsaved card that another customer has used is that customer's", arguments: open)
    func foreignMethod(state: PaymentState) {
        let method = Guard(kind: .method, key: "pm_visa")
        let held = holder(method, state)
        let bobs = Sample.purchase(caller: Sample.bob)
        #expect(admission([key, method], of: bobs, meeting: [held]) == .refuse(.foreignMethod))
        #expect(
            admission([key, method], of: Sample.purchase(), meeting: [held])
                == .refuse(.foreignMethod)
        )
        let guests = holder(method, state, of: Sample.purchase())
        #expect(admission([key, method], meeting: [guests]) == .refuse(.keyReused))
    }
}
