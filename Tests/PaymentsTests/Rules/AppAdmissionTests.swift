import Payments
import Testing

private let app = Sample.purchase(order: Sample.order, flow: .appConfirmed)
private let page = Sample.purchase(order: Sample.order)

/// What an app has open, met by who asks for the same order.
@Suite("An open intent of an app")
struct AppAdmissionTests {
    private func admission(
        _ asks: Purchase,
        _ method: PaymentMethodID?,
        meets state: PaymentState = .open,
        of holds: Purchase = app,
        with heldMethod: PaymentMethodID? = nil,
        asKey: Bool = false
    ) -> Admission {
        let key = Guard(kind: .key, key: "the request's own")
        let order = Guard(kind: .order, key: Sample.order.description)
        let payment = Sample.payment(state, purchase: holds, method: heldMethod)
        return AdmissionRequest(
            purchase: asks,
            fingerprint: Sample.fingerprint(of: asks),
            method: method,
            origin: "home",
            guards: [key, order],
            primary: key,
            duplicateWindow: .seconds(300)
        ).admission(
            meeting: [
                GuardHolder(
                    holds: asKey ? key : order,
                    fingerprint: payment.fingerprint,
                    attempts: 1,
                    payment: payment
                )
            ]
        )
    }

    @Test("is the same one for whoever opens the same order", arguments: [false, true])
    func same(asKey: Bool) {
        guard case .follow = admission(app, nil, asKey: asKey) else {
            Issue.record("it is not followed")
            return
        }
    }

    @Test("is ended first where the order is paid another way")
    func otherWay() {
        guard case .replace = admission(page, Sample.visa) else {
            Issue.record("it is not replaced")
            return
        }
        // And a challenge of a page, where a sheet is opened.
        guard
            case .replace = admission(app, nil, meets: .requiresAction, of: page, with: Sample.visa)
        else {
            Issue.record("the challenge is not replaced")
            return
        }
    }

    @Test("makes room for the second card, and only for that", arguments: [false, true])
    func otherCard(asKey: Bool) {
        let second = admission(app, Sample.other, with: Sample.visa, asKey: asKey)
        guard case .replace = second else {
            Issue.record("\(second)")
            return
        }
        let same = admission(app, Sample.visa, with: Sample.visa, asKey: asKey)
        guard case .follow = same else {
            Issue.record("\(same)")
            return
        }
    }

    @Test("of another cart is none of the asker's")
    func otherCart() {
        let other = Sample.purchase(
            order: Sample.order,
            cart: Sample.otherCart,
            flow: .appConfirmed
        )
        #expect(admission(other, nil) == .refuse(.paymentInProgress))
        #expect(admission(app, nil, meets: .succeeded) == .refuse(.orderAlreadyPaid))
    }

    @Test(
        "that was ended lets the same key open the next one",
        arguments: [
            PaymentState.canceled, .declined, .expired,
        ]
    )
    func ended(_ state: PaymentState) {
        guard case .start = admission(app, nil, meets: state, asKey: true) else {
            Issue.record("\(state) is final")
            return
        }
    }

    @Test("keeps a key to its way of paying")
    func keyOfOneWay() {
        #expect(admission(page, Sample.visa, asKey: true) == .refuse(.keyReused))
    }
}
