import HTTPServer
import Payments

/// What the confirm handler of a sheet reads: exactly `intentClientSecret`, or exactly `error` with
/// another status than 200. Shipped apps fail on any other member, and take every 200 for a payment
/// that goes on.
enum ConfirmationTable {
    static func reply(to answer: PaymentAnswer) -> Reply {
        switch answer {
        case .standing(let view):
            var reply = reply(to: view)
            reply.payment = view.payment
            // To somebody who may be a stranger even the id is news.
            if view.standing != .duplicateSuspected {
                reply.addHeader("Payment-Id", view.payment.description)
            }
            if view.isReplay { reply.addHeader("Idempotent-Replayed", "true") }
            return reply
        case .refused(let refusal): return RefusalTable.reply(to: refusal).onlyError
        }
    }

    private static func reply(to view: PaymentView) -> Reply {
        switch view.standing {
        case .succeeded(let secret?), .requiresAction(let secret), .notAttempted(let secret?):
            var reply = Reply(status: 200)
            reply.body.set("intentClientSecret", to: secret.exposed)
            return reply
        case .succeeded(nil), .duplicateSuspected: return failure(409, view)
        case .declined, .expired, .canceled, .requiresCustomer, .notAttempted(nil):
            return failure(402, view)
        case .processing, .unknown: return failure(504, view)
        }
    }

    /// In the words of the one table.
    private static func failure(_ status: Int, _ view: PaymentView) -> Reply {
        var reply = OutcomeTable.reply(to: .standing(view), in: .camelCase)
        reply.status = status
        reply.headers = [:]
        return reply.onlyError
    }
}

extension Reply {
    /// The same bad news without anything beside the sentence.
    var onlyError: Reply {
        guard status != 200 else { return self }
        var reply = self
        reply.body = FlatObject()
        reply.body.set("error", to: body["error"] ?? "This order has already been paid.")
        return reply
    }
}
