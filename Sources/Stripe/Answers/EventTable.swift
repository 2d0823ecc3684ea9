import JSON
import Payments

/// What a list of events, or a dispute, means.
enum EventTable {
    /// An event that cannot be read, or that is about nothing of ours, is passed over: it would
    /// stand in the way of all others, and it is only a hint. Its object is as Stripe wrote it in
    /// the account's version of the API, which may be an older one than ours.
    static func page(_ answer: StripeAnswer) -> ReadReply<NoticePage> {
        ReadTable.reply(to: answer) { value in
            guard let elements = value["data"]?.array, let hasMore = value["has_more"]?.bool else {
                return nil
            }
            let last = elements.last?["id"]?.string.flatMap(StripeEventID.init)
            // The page behind could not be asked for.
            guard !(hasMore && last == nil) else { return nil }
            let page = NoticePage(
                notices: elements.compactMap(notice),
                hasMore: hasMore,
                last: last
            )
            return .value(page, stripeSeconds: answer.dateSeconds)
        }
    }

    private static func notice(of event: JSONValue) -> StripeNotice? {
        guard let type = event["type"]?.string, let object = event["data"]?["object"] else {
            return nil
        }
        switch type {
        case "payment_intent.succeeded": return intent(object, .succeeded)
        case "payment_intent.canceled": return intent(object, .canceled)
        case "payment_intent.processing": return intent(object, .processing)
        case "refund.created", "refund.updated", "refund.failed": return refund(object)
        case "charge.refunded":
            guard let intent = intent(of: object), let sum = object.whole("amount_refunded") else {
                return nil
            }
            return .refunded(sum, of: intent)
        case _ where type.hasPrefix("charge.dispute."):
            return snapshot(of: object).map { .dispute($0) }
        case _: return nil
        }
    }

    private static func intent(_ object: JSONValue, _ news: IntentNews) -> StripeNotice? {
        object["id"]?.string.flatMap(PaymentIntentID.init).map { id in
            let name = object["metadata"]?.word(IntentDecoder.paymentIDKey)
            return .intent(id, news, payment: name.flatMap(PaymentID.init))
        }
    }

    private static func refund(_ object: JSONValue) -> StripeNotice? {
        guard let id = object["id"]?.string.flatMap(StripeRefundID.init),
            let intent = intent(of: object)
        else { return nil }
        return .refund(id, status: object.word("status") ?? "", of: intent)
    }

    private static func intent(of object: JSONValue) -> PaymentIntentID? {
        object.reference("payment_intent").flatMap(PaymentIntentID.init)
    }

    // MARK: Disputes

    static func dispute(_ answer: StripeAnswer) -> ReadReply<DisputeSnapshot> {
        ReadTable.reply(to: answer) { value in
            snapshot(of: value).map { .value($0, stripeSeconds: answer.dateSeconds) }
        }
    }

    private static func snapshot(of value: JSONValue) -> DisputeSnapshot? {
        guard let id = value["id"]?.string.flatMap(DisputeID.init),
            let intent = intent(of: value),
            let amount = value.whole("amount")
        else { return nil }
        return DisputeSnapshot(
            id: id,
            intent: intent,
            minorUnits: amount,
            currencyCode: value.word("currency") ?? "",
            reason: value.word("reason") ?? "",
            standing: DisputeStanding(status: value.word("status") ?? "", funds: funds(of: value))
        )
    }

    /// By what moved on the shop's balance: nothing, an amount that went, or one that came back.
    /// https://docs.stripe.com/api/disputes/object#dispute_object-balance_transactions
    private static func funds(of dispute: JSONValue) -> DisputeFunds {
        let moved = dispute["balance_transactions"]?.array?.compactMap { $0.whole("amount") } ?? []
        guard !moved.isEmpty else { return .untouched }
        return moved.contains { $0 > 0 } ? .reinstated : .withdrawn
    }
}
