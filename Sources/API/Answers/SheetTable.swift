import Money
import Payments

/// What an app reads that opens a sheet. A payment that is further than that is told as by `/pay`.
enum SheetTable {
    static func sheet(
        _ view: PaymentView,
        _ secret: ClientSecret,
        _ access: SheetAccess,
        _ settings: RouterSettings
    ) -> Reply {
        var reply = opened(view)
        reply.body.set("paymentIntent", to: secret.exposed)
        describe(access, settings, &reply.body)
        return reply
    }

    static func intent(_ answer: PaymentAnswer) -> Reply {
        guard case .standing(let view) = answer, case .notAttempted(let secret?) = view.standing
        else { return OutcomeTable.reply(to: answer, in: .camelCase) }
        var reply = opened(view)
        reply.body.set("clientSecret", to: secret.exposed)
        return reply
    }

    static func session(_ access: SheetAccess, _ settings: RouterSettings) -> Reply {
        var reply = Reply(status: 200)
        describe(access, settings, &reply.body)
        return reply
    }

    static func quote(_ answer: QuoteAnswer) -> Reply {
        switch answer {
        case .priced(let amount):
            var reply = Reply(status: 200)
            reply.body.set("amount", to: amount.minorUnits)
            reply.body.set("currency", to: amount.currency.code)
            return reply
        case .refused(let why): return RefusalTable.reply(to: .pricing(why))
        }
    }

    /// Stripe gave no secret; the same request again finds the same intent.
    static let unavailable = RefusalTable.reply(to: .unavailable)

    private static func opened(_ view: PaymentView) -> Reply {
        var reply = Reply(status: 200, payment: view.payment)
        reply.body.set("status", to: OutcomeTable.word(for: view.standing))
        OutcomeTable.describe(view, &reply.body)
        if view.isReplay { reply.addHeader("Idempotent-Replayed", "true") }
        return reply
    }

    private static func describe(
        _ access: SheetAccess,
        _ settings: RouterSettings,
        _ body: inout FlatObject
    ) {
        body.set("customer", to: access.customer.description)
        switch access.kind {
        case .customerSession: body.set("customerSessionClientSecret", to: access.secret.exposed)
        case .ephemeralKey: body.set("ephemeralKey", to: access.secret.exposed)
        }
        if settings.showsCustomerAccounts { body.set("customerAccount", to: access.account) }
        body.set("publishableKey", to: settings.publishableKey)
    }
}
