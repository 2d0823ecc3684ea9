import Money
import Payments

/// Real values of production's types that stand for what the model of holds counts in bits.
struct HoldSamples {
    private let base = Samples(.keysAlone)
    private let reading = IntentReading(isLive: false)

    func payment(_ step: UInt8, isOld: Bool = false, isAskedLately: Bool = true) -> Payment {
        let names: [Operation.Name] = [.create, .confirm, .cancel, .capture]
        var payment = payment(in: .creating, ownerIsLive: true)
        payment.operation = Operation(
            name: names[Int(step)],
            number: 1,
            request: payment.operation.request,
            age: isOld ? .seconds(23 * 3600 + 1) : .seconds(60),
            stripeTimeSeconds: nil
        )
        payment.times.sinceAsked = isAskedLately ? .seconds(60) : .seconds(11 * 60)
        return payment
    }

    func payment(in state: HoldState, ownerIsLive: Bool) -> Payment {
        let plain = base.payment(of: Row())
        return Payment(
            id: plain.id,
            state: state.word,
            fence: 1,
            owner: .instance(InstanceID("worker"), isLive: ownerIsLive),
            purchase: plain.purchase,
            fingerprint: plain.fingerprint,
            amount: plain.amount,
            method: plain.method,
            presentation: plain.presentation,
            card: CardUse(cvcPolicy: .refuse),
            origin: plain.origin,
            operation: plain.operation,
            times: plain.times
        )
    }

    func event(_ event: HoldEvent) -> PaymentEvent {
        if let found = event.reading {
            return read(found.status, found.verdict, sendIsOpen: found.sendIsOpen, found.step)
        }
        switch event {
        case .refused: return .refused(.refused)
        case .silence: return .silence
        case .sendingIsOver: return .sendingIsOver
        case .absent: return .absent
        case .customerReturned: return .customerReturned
        case .endOnRequest: return .endWanted(.canceled)
        case _: preconditionFailure("the model of holds has no event \(event.rawValue)")
        }
    }

    /// What production reads from Stripe's answer.
    private func read(
        _ status: HoldStatus,
        _ verdict: HoldVerdict,
        sendIsOpen: Bool,
        _ step: UInt8
    ) -> PaymentEvent {
        guard let intent = PaymentIntentID("pi_1") else {
            preconditionFailure("the sample intent is well formed")
        }
        let payment = payment(step)
        let snapshot = IntentSnapshot(
            id: intent,
            status: status.word,
            amount: payment.amount.minorUnits,
            currency: payment.amount.currency.code,
            customer: nil,
            clientSecret: nil,
            paymentID: payment.id.description,
            isLive: false,
            lastError: nil,
            cvcCheck: verdict.verdict,
            created: nil
        )
        return reading.event(
            of: snapshot,
            for: payment,
            stripeSeconds: nil,
            sendIsOpen: sendIsOpen
        )
    }
}
