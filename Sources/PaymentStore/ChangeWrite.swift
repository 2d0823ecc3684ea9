import Payments
import Postgres

/// A change of a payment on its way to the database.
struct ChangeWrite: Sendable {
    let change: PaymentChange
    let token: Int64

    /// Two changes of one payment in one statement would change its row once and leave two events.
    var conflicts: [ConflictKey] { [ConflictKey(change.payment.id.description)] }

    var payment: Payment { change.payment }

    /// The intent, where it becomes known by this change.
    var newIntent: PaymentIntentID? {
        change.intent == payment.intent ? nil : change.intent
    }

    /// The step that the receipt answers.
    var answered: Operation? { change.receipt == nil ? nil : payment.operation }

    /// What the shop has to be told because of it.
    var fulfillment: FulfillmentID? {
        change.outcome.map { FulfillmentID($0, of: payment.id) }
    }

    var keepsOwner: Bool { change.release == .keep }

    /// After how many microseconds somebody is to look at it.
    var lookAfterMicroseconds: Int64? {
        switch change.release {
        case .keep, .forGood: nil
        case .lookAfter(let delay): delay.wholeMicroseconds
        }
    }

    /// Whether an earlier send of the step that it ends on may still be executed.
    var endsOnUnstoredAnswer: Bool {
        change.state.isTerminal && change.closing?.isUnstored == true
    }

    /// Whether it ends an attempt whose create holds the token of a security code.
    var endsUseOfSecurityCode: Bool { payment.card.cvcPolicy != nil && change.state.isTerminal }

    /// The payment as this write leaves it, with the ages that the database counted.
    func payment(ages: ChangeAges) -> Payment {
        var changed = payment
        changed.state = change.state
        changed.closing = change.closing
        changed.intent = change.intent
        changed.clientSecret = change.clientSecret
        changed.cvcVerdict = payment.cvcVerdict ?? change.cvcVerdict
        changed.charged = change.charged
        if payment.owner == .nobody, keepsOwner { changed.fence += 1 }
        changed.owner = keepsOwner ? .instance(change.instance, isLive: ages.ownerIsLive) : .nobody
        changed.operation = operation(number: ages.operationNumber, age: ages.operation)
        changed.times.sinceClaim = ages.claim
        changed.times.sinceAsked = ages.asked
        changed.times.sinceChange = ages.change
        changed.times.isGraceGiven =
            change.givesGrace
            || payment.times.isGraceGiven
                && payment.times.actionStripeSeconds == change.actionStripeSeconds
        changed.times.actionStripeSeconds = change.actionStripeSeconds
        return changed
    }

    private func operation(number: Int, age: Duration) -> Operation {
        Operation(
            name: change.nextStep?.name ?? payment.operation.name,
            number: number,
            request: change.nextStep?.request ?? payment.operation.request,
            age: age,
            stripeTimeSeconds: change.nextStep.map(\.stripeSeconds)
                ?? payment.operation.stripeTimeSeconds
        )
    }
}
