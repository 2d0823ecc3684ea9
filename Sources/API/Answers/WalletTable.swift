import JSON
import Payments

/// What a customer reads about saved cards.
enum WalletTable {
    static func reply(to answer: CardsAnswer, requiresCVC: Bool) -> Reply {
        switch answer {
        case .cards(let cards):
            var reply = Reply(status: 200)
            let elements = cards.map { object(of: $0, requiresCVC).json }
            reply.document = ["paymentMethods": .array(elements)]
            return reply
        case .unavailable: return RefusalTable.reply(to: .unavailable)
        }
    }

    static func reply(to answer: RemovalAnswer, about method: PaymentMethodID) -> Reply {
        switch answer {
        case .removed:
            var reply = Reply(status: 200)
            reply.body.set("id", to: method.description)
            reply.body.raise("deleted")
            return reply
        case .notFound: return notFound
        case .unavailable: return RefusalTable.reply(to: .unavailable)
        }
    }

    /// No such card, or somebody else's: the same answer.
    static let notFound = Reply(
        status: 404,
        code: .paymentMethodNotFound,
        sentence: "There is no such card."
    )

    private static func object(of card: CardFacts, _ requiresCVC: Bool) -> FlatObject {
        var object = FlatObject()
        object.set("id", to: card.method.description)
        object.set("brand", to: card.brand)
        object.set("last4", to: card.last4)
        object.set("expMonth", to: Int64(card.expiryMonth))
        object.set("expYear", to: Int64(card.expiryYear))
        object.set("requiresCvc", to: requiresCVC)
        return object
    }
}
