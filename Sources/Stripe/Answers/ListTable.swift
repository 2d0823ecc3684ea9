import JSON
import Payments

/// What an answer to a list of charges or refunds means. A page with an element that cannot be read
/// is none: whoever compares would take it as proof that the element is not there.
enum ListTable {
    static func charges(_ answer: StripeAnswer) -> ReadReply<ChargePage> {
        page(of: answer, charge) { ChargePage(charges: $0, hasMore: $1) }
    }

    static func refunds(_ answer: StripeAnswer) -> ReadReply<ListedRefundPage> {
        page(of: answer, refund) { ListedRefundPage(refunds: $0, hasMore: $1) }
    }

    private static func page<Element, Page>(
        of answer: StripeAnswer,
        _ read: (JSONValue) -> Element?,
        _ make: ([Element], Bool) -> Page
    ) -> ReadReply<Page> {
        ReadTable.reply(to: answer) { value in
            guard let elements = value["data"]?.array, let hasMore = value["has_more"]?.bool else {
                return nil
            }
            let page = elements.compactMap(read)
            // More behind an empty page would be asked for ever.
            guard page.count == elements.count, !(hasMore && page.isEmpty) else { return nil }
            return .value(make(page, hasMore), stripeSeconds: answer.dateSeconds)
        }
    }

    /// https://docs.stripe.com/api/charges/object
    private static func charge(_ value: JSONValue) -> ChargeSnapshot? {
        guard let id = value.word("id"), let amount = value.whole("amount"),
            let created = value.whole("created")
        else { return nil }
        let card = value["payment_method_details"]?["card"]
        let isPaid = value["paid"]?.bool == true && value["captured"]?.bool == true
        return ChargeSnapshot(
            id: id,
            intent: value.reference("payment_intent"),
            isCaptured: isPaid,
            minorUnits: value.whole("amount_captured") ?? amount,
            refundedMinorUnits: value.whole("amount_refunded") ?? 0,
            cardFingerprint: card?.word("fingerprint"),
            cvcCheck: card?["checks"]?.word("cvc_check").map(CVCVerdict.init),
            created: created
        )
    }

    private static func refund(_ value: JSONValue) -> ListedRefund? {
        guard let refund = RefundTable.snapshot(of: value), let created = value.whole("created")
        else { return nil }
        return ListedRefund(
            refund: refund,
            intent: value.reference("payment_intent"),
            created: created
        )
    }
}
