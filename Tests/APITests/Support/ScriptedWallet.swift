import API
import Payments

/// A wallet that answers what it is told to, and remembers what it was asked.
actor ScriptedWallet: WalletUseCases {
    enum Call: Hashable {
        case cards(CustomerReference)
        case remove(PaymentMethodID, CustomerReference)
    }

    private(set) var calls: [Call] = []
    private var cards = CardsAnswer.cards([])
    private var removal = RemovalAnswer.removed

    func answer(_ cards: CardsAnswer, _ removal: RemovalAnswer) {
        self.cards = cards
        self.removal = removal
    }

    func cards(of reference: CustomerReference, at now: Duration) async -> CardsAnswer {
        calls.append(.cards(reference))
        return cards
    }

    func remove(
        _ method: PaymentMethodID,
        of reference: CustomerReference,
        at now: Duration
    ) async -> RemovalAnswer {
        calls.append(.remove(method, reference))
        return removal
    }
}
