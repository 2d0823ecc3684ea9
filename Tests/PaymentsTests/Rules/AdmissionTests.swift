import Payments
import Testing

private let open: [PaymentState] = [
    .creating, .confirming, .canceling, .processing, .unresolved, .quarantined,
    .unrecognised("foo"),
]
private let ended: [PaymentState] = [.declined, .expired, .canceled]
private let all = open + ended + [.requiresAction, .succeeded]

/// What a row of the tables expects.
private enum Expected: Sendable, Equatable {
    case start, follow, followBlindly, replace
    case refuse(AdmissionRefusal)

    init(_ admission: Admission) {
        switch admission {
        case .start: self = .start
        case .follow: self = .follow
        case .followBlindly: self = .followBlindly
        case .replace: self = .replace
        case .refuse(let why): self = .refuse(why)
        }
    }
}

/// One meeting of a request with a holder, and what the contract says of it.
private struct Meeting: Sendable, CustomTestStringConvertible {
    let name: String
    var guarding = Guard.Kind.key
    var states: [PaymentState]
    var asks = Sample.purchase()
    var holds = Sample.purchase()
    var method = Sample.visa
    var heldMethod = Sample.visa
    var origin = "home"
    var closing: Closing?
    var sinceChange: Duration = .zero
    let expected: Expected

    var testDescription: String { name }

    func admission(_ state: PaymentState) -> Admission {
        let wanted = Guard(kind: guarding, key: "guarded")
        // A key stands before an order or a method, as a request brings them.
        let primary =
            guarding == .key || guarding == .card
            ? wanted : Guard(kind: .key, key: "the request's own")
        let payment = Sample.payment(
            state,
            purchase: holds,
            method: heldMethod,
            closing: closing,
            times: Sample.times(change: sinceChange)
        )
        return AdmissionRequest(
            purchase: asks,
            fingerprint: Sample.fingerprint(of: asks),
            method: method,
            origin: origin,
            guards: primary == wanted ? [wanted] : [primary, wanted],
            primary: primary,
            duplicateWindow: .seconds(300)
        ).admission(meeting: [
            GuardHolder(
                holds: wanted,
                fingerprint: payment.fingerprint,
                attempts: 1,
                payment: payment
            )
        ])
    }
}

private let otherCart = Sample.purchase(cart: Sample.otherCart)
private let anns = Sample.purchase(caller: Sample.ann)

/// "Repeating a request is always safe."
private let oneKey: [Meeting] = [
    Meeting(name: "same card, running or unknown", states: open, expected: .follow),
    Meeting(
        name: "another card, running or unknown",
        states: open.filter { $0 != .canceling },
        method: Sample.other,
        expected: .follow
    ),
    Meeting(
        name: "another card, being ended",
        states: [.canceling],
        method: Sample.other,
        expected: .replace
    ),
    Meeting(name: "same card, challenge", states: [.requiresAction], expected: .follow),
    Meeting(
        name: "another card, challenge",
        states: [.requiresAction],
        method: Sample.other,
        expected: .replace
    ),
    Meeting(name: "same card, ended", states: ended, expected: .follow),
    Meeting(
        name: "same card, closed on a refusal that proves nothing was executed",
        states: [.canceled],
        closing: .refused,
        expected: .start
    ),
    Meeting(
        name: "same card, proven never executed by lists",
        states: [.canceled],
        closing: .notExecuted,
        expected: .follow
    ),
    Meeting(name: "another card, ended", states: ended, method: Sample.other, expected: .start),
    Meeting(name: "same card, paid", states: [.succeeded], expected: .follow),
    Meeting(
        name: "another card, paid",
        states: [.succeeded],
        method: Sample.other,
        expected: .follow
    ),
    Meeting(
        name: "another purchase",
        states: all,
        asks: otherCart,
        expected: .refuse(.keyReused)
    ),
    Meeting(
        name: "another currency",
        states: all,
        asks: Sample.purchase(currency: .eur),
        expected: .refuse(.keyReused)
    ),
]

/// "Orders", under a new key.
private let oneOrder: [Meeting] = [
    Meeting(name: "ended", guarding: .order, states: ended, expected: .start),
    Meeting(
        name: "ended, with any card and cart",
        guarding: .order,
        states: ended,
        asks: otherCart,
        method: Sample.other,
        expected: .start
    ),
    Meeting(
        name: "the same customer, running",
        guarding: .order,
        states: open + [.succeeded],
        asks: anns,
        holds: anns,
        method: Sample.other,
        expected: .follow
    ),
    Meeting(
        name: "the same customer, challenge, same card",
        guarding: .order,
        states: [.requiresAction],
        asks: anns,
        holds: anns,
        expected: .follow
    ),
    Meeting(
        name: "the same customer, challenge, another card",
        guarding: .order,
        states: [.requiresAction],
        asks: anns,
        holds: anns,
        method: Sample.other,
        expected: .replace
    ),
    Meeting(
        name: "a guest with another card, running",
        guarding: .order,
        states: open,
        method: Sample.other,
        expected: .refuse(.paymentInProgress)
    ),
    Meeting(
        name: "a guest with another card, paid",
        guarding: .order,
        states: [.succeeded],
        method: Sample.other,
        expected: .refuse(.orderAlreadyPaid)
    ),
    Meeting(
        name: "a guest with another card, a guest's challenge",
        guarding: .order,
        states: [.requiresAction],
        method: Sample.other,
        expected: .replace
    ),
    Meeting(
        name: "a guest with the same card, which only its maker knows",
        guarding: .order,
        states: open + [.requiresAction, .succeeded],
        expected: .follow
    ),
    Meeting(
        name: "a guest with the same test name, which proves nothing, running",
        guarding: .order,
        states: open,
        method: Sample.testName,
        heldMethod: Sample.testName,
        expected: .refuse(.paymentInProgress)
    ),
    Meeting(
        name: "a guest with the same test name, which proves nothing, challenge",
        guarding: .order,
        states: [.requiresAction],
        method: Sample.testName,
        heldMethod: Sample.testName,
        expected: .replace
    ),
    Meeting(
        name: "another cart, open",
        guarding: .order,
        states: open + [.requiresAction],
        asks: otherCart,
        expected: .refuse(.paymentInProgress)
    ),
    Meeting(
        name: "another cart, paid",
        guarding: .order,
        states: [.succeeded],
        asks: otherCart,
        expected: .refuse(.orderAlreadyPaid)
    ),
    Meeting(
        name: "a guest on a customer's order",
        guarding: .order,
        states: open + [.requiresAction],
        holds: anns,
        expected: .refuse(.paymentInProgress)
    ),
    Meeting(
        name: "another customer, paid",
        guarding: .order,
        states: [.succeeded],
        asks: Sample.purchase(caller: Sample.bob),
        holds: anns,
        expected: .refuse(.orderAlreadyPaid)
    ),
]

/// "An unsaved `pm_…` can be used only once at Stripe, so it guards its attempt."
private let oneMethod: [Meeting] = [
    Meeting(name: "the same purchase", guarding: .method, states: all, expected: .follow),
    Meeting(
        name: "nothing was executed",
        guarding: .method,
        states: [.canceled],
        closing: .refused,
        expected: .start
    ),
    Meeting(
        name: "another purchase",
        guarding: .method,
        states: all,
        asks: otherCart,
        expected: .refuse(.keyReused)
    ),
    Meeting(
        name: "another caller",
        guarding: .method,
        states: all,
        asks: anns,
        expected: .refuse(.keyReused)
    ),
]

/// "The card guards the cart … it never replaces it."
private let oneCard: [Meeting] = [
    Meeting(
        name: "unfinished",
        guarding: .card,
        states: open + [.requiresAction],
        method: Sample.other,
        expected: .follow
    ),
    Meeting(
        name: "paid, at the end of the window",
        guarding: .card,
        states: [.succeeded],
        method: Sample.other,
        sinceChange: .seconds(300),
        expected: .follow
    ),
    Meeting(
        name: "paid, after the window",
        guarding: .card,
        states: [.succeeded],
        method: Sample.other,
        sinceChange: .milliseconds(300_001),
        expected: .start
    ),
    Meeting(
        name: "unfinished, long after the window",
        guarding: .card,
        states: open + [.requiresAction],
        method: Sample.other,
        sinceChange: .seconds(86_400),
        expected: .follow
    ),
    Meeting(name: "ended", guarding: .card, states: ended, method: Sample.other, expected: .start),
    Meeting(
        name: "a guest with another method from another address",
        guarding: .card,
        states: open + [.requiresAction, .succeeded],
        method: Sample.other,
        origin: "elsewhere",
        expected: .followBlindly
    ),
    Meeting(
        name: "a guest with the same method from another address",
        guarding: .card,
        states: open + [.requiresAction, .succeeded],
        origin: "elsewhere",
        expected: .follow
    ),
    Meeting(
        name: "a customer with another method from another address",
        guarding: .card,
        states: open + [.requiresAction, .succeeded],
        asks: anns,
        holds: anns,
        method: Sample.other,
        origin: "elsewhere",
        expected: .follow
    ),
]

@Suite("Admission")
struct AdmissionTests {
    @Test(
        "meets each kind of guard as the contract says",
        arguments: [
            oneKey, oneOrder, oneMethod, oneCard,
        ].joined()
    )
    private func meets(_ meeting: Meeting) {
        for state in meeting.states {
            #expect(Expected(meeting.admission(state)) == meeting.expected, "\(state)")
        }
    }

    @Test(
        "knows every state for every kind of guard",
        arguments: [
            (Guard.Kind.key, oneKey), (.order, oneOrder), (.method, oneMethod), (.card, oneCard),
        ]
    )
    private func knowsAll(_ kind: Guard.Kind, _ table: [Meeting]) {
        let states = Set(table.flatMap(\.states))
        #expect(states == Set(all))
        #expect(table.allSatisfy { $0.guarding == kind })
    }

    @Test("starts where all guards are free")
    func startsFree() {
        let wanted = Guard(kind: .key, key: "k")
        let admission = request([wanted], Sample.visa).admission(meeting: [])
        #expect(admission == .start(takingOver: [:]))
    }

    @Test("names the attempts that it takes guards from")
    func takesOver() {
        let key = Guard(kind: .key, key: "k")
        let order = Guard(kind: .order, key: "o")
        let holders = [key, order].map { holder($0, Sample.payment(.declined)) }
        let admission = request([key, order], Sample.other).admission(meeting: holders)
        let id = holders[0].payment.id
        #expect(admission == .start(takingOver: [key: id, order: id]))
    }

    @Test("an order that is the only key plays the key's part")
    func orderAsKey() {
        let order = Guard(kind: .order, key: "o")
        let table: [(PaymentMethodID, PaymentState, Expected)] = [
            (Sample.visa, .declined, .follow), (Sample.other, .declined, .start),
            (Sample.visa, .requiresAction, .follow), (Sample.other, .requiresAction, .replace),
            (Sample.other, .creating, .follow), (Sample.other, .succeeded, .follow),
        ]
        for (method, state, expected) in table {
            let held = holder(order, Sample.payment(state))
            let admission = request([order], method).admission(meeting: [held])
            #expect(Expected(admission) == expected, "\(method) \(state)")
        }
    }

    @Test("the purchase's own guard speaks before the order's")
    func authority() {
        let key = Guard(kind: .key, key: "k")
        let order = Guard(kind: .order, key: "o")
        let mine = Sample.payment(.succeeded)
        let theirs = Sample.payment(.creating, purchase: otherCart)
        let holders = [holder(order, theirs), holder(key, mine)]
        #expect(
            request([order, key], Sample.visa, primary: key).admission(meeting: holders)
                == .follow(mine)
        )
    }

    /// I4: an order may have been paid under another key since this key's attempt ended.
    @Test("whose attempt ended learns that the order is paid", arguments: ended)
    func paidSince(_ state: PaymentState) throws {
        let key = Guard(kind: .key, key: "k")
        let order = Guard(kind: .order, key: "o")
        let id = try #require(PaymentID("pay_" + String(repeating: "1", count: 32)))
        let mine = Sample.payment(state)
        let table: [(Payment, followed: Payment)] = [
            (Sample.payment(.succeeded, id: id), Sample.payment(.succeeded, id: id)),
            // Of another guest's card, and of another cart, nothing is told.
            (Sample.payment(.succeeded, id: id, method: Sample.other), mine),
            (Sample.payment(.succeeded, id: id, purchase: otherCart), mine),
            (Sample.payment(.requiresAction, id: id), mine),
        ]
        for (held, followed) in table {
            let admission = request([key, order], Sample.visa)
                .admission(meeting: [holder(key, mine), holder(order, held)])
            #expect(admission == .follow(followed), "\(held.state)")
        }
    }

    @Test("a method that cannot begin again does not end another card's challenge")
    func lateRepeat() {
        let key = Guard(kind: .key, key: "k")
        let method = Guard(kind: .method, key: Sample.visa.description)
        let replaced = Sample.payment(.canceled, closing: .replaced)
        let challenge = Sample.payment(.requiresAction, method: Sample.other)
        let admission = request([key, method], Sample.visa)
            .admission(meeting: [holder(key, challenge), holder(method, replaced)])
        #expect(admission == .follow(replaced))
    }

    private func request(
        _ guards: [Guard],
        _ method: PaymentMethodID,
        primary: Guard? = nil
    ) -> AdmissionRequest {
        AdmissionRequest(
            purchase: Sample.purchase(),
            fingerprint: Sample.fingerprint(of: Sample.purchase()),
            method: method,
            origin: "home",
            guards: guards,
            primary: primary ?? guards[0],
            duplicateWindow: .seconds(300)
        )
    }

    private func holder(_ held: Guard, _ payment: Payment) -> GuardHolder {
        GuardHolder(
            holds: held,
            fingerprint: payment.fingerprint,
            attempts: 1,
            payment: payment
        )
    }
}
