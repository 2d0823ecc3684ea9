import Payments

/// What the client reads where a request charged nothing and has no attempt to show.
enum RefusalTable {
    static func reply(to refusal: PaymentRefusal) -> Reply {
        switch refusal {
        case .pricing(let why): reply(to: why)
        case .keyReused:
            Reply(
                status: 422,
                code: .idempotencyKeyReused,
                sentence: "This Idempotency-Key was used for another purchase."
            )
        case .keyRequired:
            incomplete(
                .idempotencyKeyRequired,
                "Invalid request: a saved card needs an Idempotency-Key, an orderId or a cvcToken."
            )
        case .methodRequired:
            incomplete(.paymentMethodRequired, "Please choose the card to pay with.")
        case .cvcRequired:
            incomplete(.cvcRequired, "Please enter the security code of your card.")
        case .cvcTokenUsed:
            incomplete(
                .cvcTokenUsed,
                "This security code was used already. Please enter it again."
            )
        case .orderAlreadyPaid:
            conflict(.orderAlreadyPaid, "This order has already been paid.")
        case .paymentInProgress:
            conflict(.paymentInProgress, "Another payment for this order is under way.")
        case .tooManyReplacements:
            delayed(
                429,
                .tooManyReplacements,
                "This order was tried too often. Please try again later.",
                seconds: replacementWindowSeconds
            )
        case .rateLimited(let wait):
            delayed(
                429,
                .rateLimited,
                "There were too many payments from here. Please try again later.",
                seconds: wait.secondsRoundedUp
            )
        case .notFound: RequestFault.paymentNotFound.reply
        case .methodNotFound: WalletTable.notFound
        case .order(let refusal): OrderTable.reply(to: .refused(refusal))
        case .orderNotFound:
            Reply(status: 404, code: .orderNotFound, sentence: "There is no such order.")
        case .customerRequired: RequestFault.orderNeedsCustomer.reply
        case .contradictsPayment:
            Reply(
                status: 422,
                code: .purchaseMismatch,
                sentence: "items, currency or orderId is not that of this payment."
            )
        case .notCancelable(let view): notCancelable(view)
        case .overloaded: overloaded
        case .unavailable:
            delayed(
                503,
                .unavailable,
                "Payments are not available right now. Please try again in a moment.",
                seconds: unavailableSeconds
            )
        }
    }

    /// Too much at once.
    static let overloaded = delayed(
        503,
        .overloaded,
        "Too many people are paying right now. Please try again in a moment.",
        seconds: overloadedSeconds
    )

    /// Replacements are counted over an hour, so that after one there is room for certain.
    private static let replacementWindowSeconds: Int64 = 3600
    /// A burst is over within a second, or a repeat makes it no worse.
    private static let overloadedSeconds: Int64 = 1
    /// What a database takes to change over, and a rolling deploy to bring the next instance.
    private static let unavailableSeconds: Int64 = 5

    /// Somebody else's attempt, or another cart's, has the order.
    private static func conflict(_ code: AnswerCode, _ sentence: String) -> Reply {
        Reply(status: 409, code: code, sentence: sentence)
    }

    /// The person paying, or the app, has something to add.
    private static func incomplete(_ code: AnswerCode, _ sentence: String) -> Reply {
        Reply(status: 400, code: code, sentence: sentence)
    }

    private static func delayed(
        _ status: Int,
        _ code: AnswerCode,
        _ sentence: String,
        seconds: Int64
    ) -> Reply {
        var reply = Reply(status: status, code: code, sentence: sentence)
        reply.addHeader("Retry-After", String(seconds))
        return reply
    }

    private static func reply(to refusal: PricingRefusal) -> Reply {
        switch refusal {
        case .unknownItem(let item):
            Reply(
                status: 400,
                code: .unknownItem,
                sentence: "Invalid request: there is no item \(item)."
            )
        case .noPrice(let item, let currency):
            Reply(
                status: 400,
                code: .noPrice,
                sentence: "Invalid request: the item \(item) has no price in \(currency)."
            )
        case .outsideLimits(let why):
            Reply(
                status: 400,
                code: .amountOutOfRange,
                sentence: "This total cannot be charged. \(why)"
            )
        }
    }

    /// The asker has shown that the payment is theirs, so they learn where it stands, but they do
    /// not get the secret: it never stands beside an error.
    private static func notCancelable(_ view: PaymentView) -> Reply {
        var reply = Reply(
            status: 409,
            code: .paymentNotCancelable,
            sentence: "This payment cannot be canceled any more, or not yet."
        )
        reply.payment = view.payment
        reply.body.set("status", to: OutcomeTable.word(for: view.standing))
        OutcomeTable.describe(view, &reply.body)
        return reply
    }
}

extension Duration {
    /// For `Retry-After`, which knows whole seconds only; at least one.
    fileprivate var secondsRoundedUp: Int64 {
        max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0))
    }
}
