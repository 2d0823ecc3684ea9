import JSON
import Payments

/// What an answer to a GET means. Anything but a readable 200 and Stripe's own 404 is
/// `unavailable`: reading can be repeated, guessing cannot be undone.
enum ReadTable {
    static func intent(_ answer: StripeAnswer) -> ReadReply<IntentSnapshot> {
        reply(to: answer) { value in
            IntentDecoder.snapshot(of: value).map { .value($0, stripeSeconds: answer.dateSeconds) }
        }
    }

    /// A page with an element that cannot be read is none: whoever looks for an intent would take
    /// the page as proof that it is not there.
    static func page(_ answer: StripeAnswer) -> ReadReply<IntentPage> {
        reply(to: answer) { value in
            guard let elements = value["data"]?.array, let hasMore = value["has_more"]?.bool else {
                return nil
            }
            let intents = elements.compactMap(IntentDecoder.snapshot)
            // More behind an empty page would be asked for ever.
            guard intents.count == elements.count, !(hasMore && intents.isEmpty) else { return nil }
            return .value(
                IntentPage(intents: intents, hasMore: hasMore, last: intents.last?.id),
                stripeSeconds: answer.dateSeconds
            )
        }
    }

    /// A payment method that is no card, or a card without a fingerprint, is `notFound`: there is
    /// no such card, and an empty fingerprint would make different cards one.
    static func fingerprint(_ answer: StripeAnswer) -> ReadReply<String> {
        reply(to: answer) { value in
            guard value.word("id") != nil else { return nil }
            guard let fingerprint = value["card"]?.word("fingerprint"), !fingerprint.isEmpty else {
                return .notFound
            }
            return .value(fingerprint, stripeSeconds: answer.dateSeconds)
        }
    }

    /// What is left of a deleted customer says so.
    /// https://docs.stripe.com/api/customers/retrieve
    static func customer(_ answer: StripeAnswer) -> ReadReply<Bool> {
        reply(to: answer) { value in
            guard value.word("id") != nil else { return nil }
            return .value(value["deleted"]?.bool != true, stripeSeconds: answer.dateSeconds)
        }
    }

    static func card(_ answer: StripeAnswer) -> ReadReply<CardFacts> {
        reply(to: answer) { value in
            guard value.word("id") != nil else { return nil }
            guard let facts = CardDecoder.facts(of: value) else { return .notFound }
            return .value(facts, stripeSeconds: answer.dateSeconds)
        }
    }

    /// A page with a card that cannot be read is none: who looks for a card would take the page as
    /// proof that it was taken off.
    static func cards(_ answer: StripeAnswer) -> ReadReply<CardPage> {
        reply(to: answer) { value in
            guard let elements = value["data"]?.array, let hasMore = value["has_more"]?.bool else {
                return nil
            }
            let cards = elements.compactMap(CardDecoder.facts)
            guard cards.count == elements.count, !(hasMore && cards.isEmpty) else { return nil }
            return .value(
                CardPage(cards: cards, hasMore: hasMore),
                stripeSeconds: answer.dateSeconds
            )
        }
    }

    static func reply<Value>(
        to answer: StripeAnswer,
        _ read: (JSONValue) -> ReadReply<Value>?
    ) -> ReadReply<Value> {
        switch answer.status {
        case 200: answer.content.flatMap(read) ?? .unavailable
        case 404: answer.failure == nil ? .unavailable : .notFound
        case _: .unavailable
        }
    }
}
