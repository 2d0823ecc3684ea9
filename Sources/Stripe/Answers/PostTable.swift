import Payments

/// What an answer to a POST means: by status, type, code and the intent inside.
///
/// | answer | reply |
/// | --- | --- |
/// | 2xx with an intent | `intent` |
/// | 409; `lock_timeout`; `idempotency_key_in_use` | `busy` |
/// | `idempotency_error` | `keyTaken` |
/// | 4xx with an intent inside | `intent`, with the error as its last one where the try failed |
/// | 402 `card_error` | `refused` with the decline |
/// | 4xx that Stripe asks to be repeated | `busy` |
/// | 404 for a step of an intent that we know | `busy`: no evidence of anything |
/// | 400 for the payment method of a step that names one | `refused(.unusableMethod)` |
/// | 400, 404 for its customer | `refused(.unknownCustomer)` |
/// | 400 for its token of a security code | `refused(.unusableToken)` |
/// | other 4xx, 429 among them | `refused(.refused)` |
/// | 408, 424 | `unknown` |
/// | 5xx that is a replay, or that Stripe says never to repeat | `keptFailure` |
/// | other 5xx; anything that is not Stripe's JSON | `unknown` |
/// | `refused`, where the transport repeated the request by itself | `unknown` |
struct PostTable: Sendable {
    /// Whether the request creates the intent; the others are steps of one that exists.
    let isCreate: Bool
    /// Every create does, and a confirm of an intent that has lost its own.
    let namesMethod: Bool

    init(isCreate: Bool, namesMethod: Bool? = nil) {
        self.isCreate = isCreate
        self.namesMethod = namesMethod ?? isCreate
    }

    func reply(to answer: StripeAnswer) -> PostReply {
        let receipt = Receipt(answer)
        if (200..<300).contains(answer.status) {
            guard let intent = answer.content.flatMap(IntentDecoder.snapshot) else {
                return .unknown
            }
            return .intent(intent, receipt)
        }
        // A proxy's page proves nothing: what it stands in front of may have worked.
        guard let failure = answer.failure else { return .unknown }
        switch answer.status {
        case 400..<500: return sure(refusal(failure, answer, receipt), of: answer)
        case 500..<600: return breakdown(answer, receipt)
        case _: return .unknown
        }
    }

    /// A refusal proves that the request was not executed which it answers. Of an earlier one, on a
    /// connection that was closed, it says nothing: a 401 or 429 comes before Stripe looks whether
    /// the key has an answer.
    private func sure(_ reply: PostReply, of answer: StripeAnswer) -> PostReply {
        if case .refused = reply, answer.sends > 1 { return .unknown }
        return reply
    }

    private func refusal(
        _ failure: StripeFailure,
        _ answer: StripeAnswer,
        _ receipt: Receipt
    ) -> PostReply {
        // Before the type: some 409 for a key in use have the type of a key that was taken.
        if isBusy(failure, answer.status) { return .busy }
        if failure.type == "idempotency_error" { return .keyTaken(receipt) }
        if let intent = failure.intent { return .intent(told(intent, by: failure), receipt) }
        switch answer.status {
        case 408, 424: return .unknown
        case 402 where failure.isCardError: return .refused(failure.closing, receipt)
        case _ where answer.shouldRetry == true: return .busy
        case 400 where isCreate && failure.isAboutCustomer,
            404 where isCreate && failure.isAboutCustomer:
            return .refused(.unknownCustomer, receipt)
        case 404 where !isCreate: return .busy
        case 400 where namesMethod && failure.isAboutMethod:
            return .refused(.unusableMethod, receipt)
        case 400 where isCreate && failure.isAboutToken: return .refused(.unusableToken, receipt)
        case _: return .refused(.refused, receipt)
        }
    }

    /// Stripe keeps a 500 like any other answer, but the first one does not say whether it did. A
    /// replay proves it; `Stripe-Should-Retry: false` says that repeating has no use.
    private func breakdown(_ answer: StripeAnswer, _ receipt: Receipt) -> PostReply {
        answer.isReplay || answer.shouldRetry == false ? .keptFailure(receipt) : .unknown
    }

    private func isBusy(_ failure: StripeFailure, _ status: Int) -> Bool {
        status == 409
            || ["lock_timeout", "idempotency_key_in_use"].contains(failure.code)
    }

    /// The intent with what the error says of its last try. A card error is that try's; of another
    /// error (`payment_intent_unexpected_state`) the intent itself knows better.
    private func told(_ intent: IntentSnapshot, by failure: StripeFailure) -> IntentSnapshot {
        guard ["requires_payment_method", "requires_source"].contains(intent.status) else {
            return intent
        }
        if failure.isCardError { return intent.with(lastError: failure.closing) }
        let isAboutMethod = namesMethod && failure.isAboutMethod
        // What the intent says is of an earlier try than a confirm that brings a card.
        if intent.lastError != nil, isCreate || !isAboutMethod { return intent }
        return intent.with(lastError: isAboutMethod ? .unusableMethod : nil)
    }
}

extension Receipt {
    init(_ answer: StripeAnswer) {
        self.init(
            status: answer.status,
            requestID: answer.requestID,
            isReplay: answer.isReplay,
            stripeSeconds: answer.dateSeconds
        )
    }
}

extension IntentSnapshot {
    fileprivate func with(lastError: Closing?) -> IntentSnapshot {
        IntentSnapshot(
            id: id,
            status: status,
            amount: amount,
            amountReceived: amountReceived,
            currency: currency,
            customer: customer,
            method: method,
            clientSecret: clientSecret,
            paymentID: paymentID,
            isLive: isLive,
            lastError: lastError,
            declinedCard: declinedCard,
            cvcCheck: cvcCheck,
            created: created
        )
    }
}
