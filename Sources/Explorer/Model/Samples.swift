import Money
import Payments

/// Real values of production's types that stand for what the model counts in bits.
struct Samples {
    let shape: RequestShape
    private let purchase: Purchase
    private let reading = IntentReading(isLive: false)
    private let amount: Amount
    private var events: [PaymentEvent] = []

    init(_ shape: RequestShape) {
        self.shape = shape
        guard let item = ItemID("photo"), let cart = Cart([(item, 1)]),
            let currency = Currency("usd")
        else { preconditionFailure("the sample is well formed") }
        purchase = Purchase(
            caller: .guest,
            order: shape == .keysAndOrder ? OrderID("order-1") : nil,
            cart: cart,
            currency: currency
        )
        amount = Amount(minorUnits: 1400, currency: currency)
        events = EventCode.all.map(makeEvent)
    }

    func event(_ code: EventCode) -> PaymentEvent { events[Int(code.rawValue)] }

    func code(of event: PaymentEvent) -> EventCode {
        let known = EventCode.all.first { self.event($0) == event }
        guard let known else { preconditionFailure("the model has no event \(event)") }
        return known
    }

    // MARK: Payments

    func payment(step: Int, age: Int, isAskedLately: Bool) -> Payment {
        let ages: [Duration] = [.seconds(60), .seconds(23 * 3600 + 1), .seconds(25 * 3600)]
        var payment = payment(of: Row())
        payment.operation = operation(Operation.Name.allCases[step], age: ages[age])
        payment.times.sinceAsked = isAskedLately ? .seconds(60) : .seconds(11 * 60)
        return payment
    }

    func payment(in state: RowState, ownerIsLive: Bool) -> Payment? {
        guard let word = state.word else { return nil }
        var payment = payment(of: Row())
        payment.state = word
        payment.owner = .instance(InstanceID("worker"), isLive: ownerIsLive)
        return payment
    }

    func payment(of row: Row) -> Payment {
        Payment(
            id: identity(row),
            state: row.state.word ?? .creating,
            fence: 1,
            owner: .nobody,
            purchase: purchase,
            fingerprint: Fingerprint(stored: "purchase"),
            amount: amount,
            method: method(row.method),
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            origin: "origin",
            closing: row.closing.closing,
            operation: operation(.create, age: .zero),
            times: Times(
                sinceClaim: .zero,
                sinceAsked: .zero,
                sinceChange: row.isWindowOver ? .seconds(301) : .zero,
                claimStripeSeconds: nil,
                actionStripeSeconds: nil
            )
        )
    }

    /// The identity that production derives; the digest may be any that tells the sources apart.
    func identity(_ row: Row) -> PaymentID {
        let identity = AttemptIdentity(
            account: "acct",
            caller: .guest,
            guarding: Request(row.key, row.method, shape, without: nil).primary(self),
            attempt: Int(row.attempt)
        )
        return identity.paymentID { source in
            var digest = [UInt8](repeating: 0, count: 16)
            for (offset, byte) in source.enumerated() {
                digest[offset % 16] = digest[offset % 16] &* 31 &+ byte
            }
            return digest
        }
    }

    func method(_ number: UInt8) -> PaymentMethodID {
        guard let method = PaymentMethodID("pm_\(number + 1)") else {
            preconditionFailure("a sample method is well formed")
        }
        return method
    }

    func guarding(_ place: Int) -> Guard {
        switch place {
        case World.GuardPlace.order: Guard(kind: .order, key: "order-1")
        case World.GuardPlace.card: Guard(kind: .card, key: "card-and-cart")
        case World.GuardPlace.method...:
            Guard(kind: .method, key: method(UInt8(place - World.GuardPlace.method)).description)
        case _: Guard(kind: .key, key: "key-\(place + 1)")
        }
    }

    private func operation(_ name: Operation.Name, age: Duration) -> Operation {
        Operation(
            name: name,
            number: 1,
            request: FrozenRequest(path: "", body: [], apiVersion: ""),
            age: age,
            stripeTimeSeconds: nil
        )
    }

    // MARK: Admission

    func admission(_ request: Request, _ world: World) -> Admission {
        let asked = AdmissionRequest(
            purchase: purchase,
            fingerprint: Fingerprint(stored: "purchase"),
            method: method(request.method),
            origin: "origin",
            guards: (0..<request.count).map { guarding(request.places[$0]) },
            primary: request.primary(self),
            duplicateWindow: .seconds(300)
        )
        let holders = (0..<request.count).compactMap { index -> GuardHolder? in
            let place = request.places[index]
            let holder = Int(world.guards[place])
            // A guard of an attempt that was never written is joined with nothing.
            guard holder < 2, world.rows[holder].exists else { return nil }
            return GuardHolder(
                holds: guarding(place),
                fingerprint: Fingerprint(stored: "purchase"),
                attempts: 0,
                payment: payment(of: world.rows[holder])
            )
        }
        return asked.admission(meeting: holders)
    }

    // MARK: Events

    private func makeEvent(_ code: EventCode) -> PaymentEvent {
        switch code {
        case .mismatched: read(.succeeded, isOdd: true, sendIsOpen: false)
        case .refused: .refused(.refused)
        case .sendingIsOver: .sendingIsOver
        case .absent: .absent
        case .customerReturned: .customerReturned
        case .endOnRequest: .endWanted(.replaced)
        case .endOfWindow: .endWanted(.windowExpired)
        case .silence: .silence
        case _:
            read(
                IntentStatus.allCases[Int(code.rawValue / 2)],
                isOdd: false,
                sendIsOpen: code.rawValue % 2 == 1
            )
        }
    }

    /// What production reads from Stripe's answer.
    private func read(_ status: IntentStatus, isOdd: Bool, sendIsOpen: Bool) -> PaymentEvent {
        guard let intent = PaymentIntentID("pi_1") else {
            preconditionFailure("the sample intent is well formed")
        }
        let snapshot = IntentSnapshot(
            id: intent,
            status: status.word,
            amount: amount.minorUnits + (isOdd ? 1 : 0),
            currency: amount.currency.code,
            customer: nil,
            clientSecret: nil,
            paymentID: identity(Row()).description,
            isLive: false,
            lastError: status == .lapsed
                ? Closing(code: "payment_intent_payment_attempt_expired")
                : status == .failed ? Closing(code: "card_declined") : nil,
            created: nil
        )
        return reading.event(
            of: snapshot,
            for: payment(of: Row()),
            stripeSeconds: nil,
            sendIsOpen: sendIsOpen
        )
    }
}
