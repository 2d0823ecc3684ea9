import JSON
import Payments

/// What an answer about refunds means.
///
/// | answer to a POST | reply |
/// | --- | --- |
/// | 2xx with a refund | `refund` |
/// | 401, 403, 404, 409, 429; `lock_timeout`; `idempotency_key_in_use` | `busy` |
/// | another 4xx that Stripe asks to be repeated | `busy` |
/// | `idempotency_error` | `keptFailure` |
/// | other 4xx | `refused` with the code |
/// | 408, 424 | `unknown` |
/// | 5xx that is a replay, or that Stripe says never to repeat | `keptFailure` |
/// | other 5xx; anything that is not Stripe's JSON | `unknown` |
/// | `refused`, where the transport repeated the request by itself | `unknown` |
enum RefundTable {
    static func reply(to answer: StripeAnswer) -> RefundReply {
        let receipt = Receipt(answer)
        if (200..<300).contains(answer.status) {
            guard let refund = answer.content.flatMap(snapshot) else { return .unknown }
            return .refund(refund, receipt)
        }
        guard let failure = answer.failure else { return .unknown }
        switch answer.status {
        case 400..<500: return refusal(failure, answer, receipt)
        case 500..<600:
            let isKept = answer.isReplay || answer.shouldRetry == false
            return isKept ? .keptFailure(receipt) : .unknown
        case _: return .unknown
        }
    }

    private static func refusal(
        _ failure: StripeFailure,
        _ answer: StripeAnswer,
        _ receipt: Receipt
    ) -> RefundReply {
        if ["lock_timeout", "idempotency_key_in_use"].contains(failure.code) { return .busy }
        if answer.status != 409, failure.type == "idempotency_error" {
            return .keptFailure(receipt)
        }
        switch answer.status {
        case 408, 424: return .unknown
        // A wrong key, a rate, an object that Stripe does not find although we know it: none of it
        // says anything about the refund.
        case 401, 403, 404, 409, 429: return .busy
        case _ where answer.shouldRetry == true: return .busy
        // An earlier send of it may have been executed, whatever this one is told.
        case _ where answer.sends > 1: return .unknown
        case _: return .refused(failure.code ?? unnamedRefusal, receipt)
        }
    }

    /// Stripe has no code for an amount that is too large.
    static let unnamedRefusal = "refund_refused"

    /// A page with an element that cannot be read is none: whoever looks for a refund would take it
    /// as proof that it is not there.
    static func page(_ answer: StripeAnswer) -> ReadReply<RefundPage> {
        ReadTable.reply(to: answer) { value in
            guard let elements = value["data"]?.array, let hasMore = value["has_more"]?.bool else {
                return nil
            }
            let refunds = elements.compactMap(snapshot)
            guard refunds.count == elements.count, !(hasMore && refunds.isEmpty) else { return nil }
            let page = RefundPage(refunds: refunds, hasMore: hasMore)
            return .value(page, stripeSeconds: answer.dateSeconds)
        }
    }

    /// Without a name or an amount there is no refund; without a status there is one whose status
    /// is an unknown word.
    static func snapshot(of value: JSONValue) -> RefundSnapshot? {
        guard value["object"]?.string ?? "refund" == "refund",
            let id = value["id"]?.string.flatMap(StripeRefundID.init),
            let amount = value.whole("amount")
        else { return nil }
        return RefundSnapshot(
            id: id,
            status: value.word("status") ?? "",
            minorUnits: amount,
            paymentID: value["metadata"]?.word(IntentDecoder.paymentIDKey),
            number: value["metadata"]?.word(RefundRequests.numberKey),
            failure: value.word("failure_reason")
        )
    }
}
