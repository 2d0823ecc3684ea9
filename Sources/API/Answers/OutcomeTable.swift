import Money
import Payments

/// The one table from what a use case ends with to what the client reads. 200 means that the
/// payment has a state, and the body says which; anything else means that this request charged
/// nothing.
enum OutcomeTable {
    // Not inlined, see `PaymentEndpoints`.
    @inline(never)
    static func reply(to answer: PaymentAnswer, in dialect: Dialect) -> Reply {
        switch answer {
        case .standing(let view): reply(to: view, in: dialect)
        case .refused(let refusal): RefusalTable.reply(to: refusal)
        }
    }

    private static func reply(to view: PaymentView, in dialect: Dialect) -> Reply {
        var reply = Reply(status: 200, payment: view.payment)
        state(view.standing, view.fulfillment, in: dialect, &reply.body)
        reply.body.set("status", to: word(for: view.standing))
        // To somebody who may be a stranger even the ids are news.
        guard view.standing != .duplicateSuspected else { return reply }
        describe(view, &reply.body)
        if dialect == .inquiry { reply.body.set("amountRefunded", to: view.refunded) }
        if view.isReplay { reply.addHeader("Idempotent-Replayed", "true") }
        return reply
    }

    private static func state(
        _ standing: Standing,
        _ fulfillment: String?,
        in dialect: Dialect,
        _ body: inout FlatObject
    ) {
        switch standing {
        case .succeeded(let secret): succeeded(secret, fulfillment, in: dialect, &body)
        case .requiresAction(let secret): challenge(secret, in: dialect, &body)
        case .notAttempted:
            problem(
                .paymentNotAttempted,
                "This payment has not been made yet.",
                &body
            )
        case .requiresCustomer(let method):
            problem(
                .authenticationRequired,
                "Your bank wants you to confirm this payment.",
                &body
            )
            body.set("paymentMethodId", to: method?.description)
        case .declined(let closing): decline(DeclineWording(closing), &body)
        case .expired:
            problem(
                .confirmationWindowExpired,
                "The time to confirm this payment has run out. Please pay again.",
                &body
            )
        case .canceled(let closing):
            body.set("error", to: sentence(forCanceled: closing))
            body.set("code", to: closing.code)
        case .processing:
            problem(
                .paymentProcessing,
                "Your payment is still being processed. Please do not pay again.",
                &body
            )
        case .unknown:
            problem(
                .outcomeUnknown,
                "We are still checking this payment. Please do not pay again.",
                &body
            )
        case .duplicateSuspected:
            problem(
                .duplicateSuspected,
                "This looks like a payment already made. Please check before paying again.",
                &body
            )
        }
    }

    /// The word that clients compare; those of Stripe where it has one.
    static func word(for standing: Standing) -> String {
        switch standing {
        case .succeeded: "succeeded"
        case .requiresAction: "requires_action"
        case .notAttempted, .requiresCustomer: "requires_payment_method"
        case .declined, .duplicateSuspected: "declined"
        case .expired: "expired"
        case .canceled: "canceled"
        case .processing: "processing"
        case .unknown: "unknown"
        }
    }

    /// What every payment carries.
    static func describe(_ view: PaymentView, _ body: inout FlatObject) {
        body.set("paymentId", to: view.payment.description)
        body.set("paymentIntentId", to: view.intent?.description)
        body.set("amount", to: view.amount.minorUnits)
        body.set("currency", to: view.amount.currency.code)
    }

    // MARK: Each state

    /// What the shop said may be what was bought, so it is for whoever may have the secret.
    private static func succeeded(
        _ secret: ClientSecret?,
        _ fulfillment: String?,
        in dialect: Dialect,
        _ body: inout FlatObject
    ) {
        body.set("clientSecret", to: secret?.exposed)
        if secret != nil { body.set("fulfillment", to: fulfillment) }
        switch dialect {
        case .camelCase, .inquiry: break
        case .snakeCase: body.raise("success")
        case .offSession: body.raise("succeeded")
        }
    }

    private static func challenge(
        _ secret: ClientSecret,
        in dialect: Dialect,
        _ body: inout FlatObject
    ) {
        body.raise("requiresAction")
        body.set("clientSecret", to: secret.exposed)
        guard dialect == .snakeCase else { return }
        body.raise("requires_action")
        body.set("payment_intent_client_secret", to: secret.exposed)
    }

    private static func decline(_ wording: DeclineWording, _ body: inout FlatObject) {
        body.set("error", to: wording.sentence)
        body.set("code", to: wording.code)
        body.set("declineCode", to: wording.declineCode)
    }

    private static func problem(
        _ code: AnswerCode,
        _ sentence: String,
        _ body: inout FlatObject
    ) {
        body.set("error", to: sentence)
        body.set("code", to: code.rawValue)
    }

    private static func sentence(forCanceled closing: Closing) -> String {
        switch AnswerCode(rawValue: closing.code) {
        case .replaced: "This payment was replaced by a newer one."
        case .orderAlreadyPaid: "This order has already been paid."
        case .notExecuted: "This payment was not carried out. Please pay again."
        case _: "This payment was canceled."
        }
    }
}
