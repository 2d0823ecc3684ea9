import Payments

// A signed-in customer's cards, as the app shows them.

extension Client {
    /// Looks at the saved cards; `nil` where nobody answered.
    func lookAtCards() async -> CardsAnswer? {
        guard let customer = shopper.customer else { return nil }
        for _ in 0..<triesAtCards {
            guard let instance = nextInstance() else { return nil }
            let answer = await world.cards(of: customer, on: instance)
            if case .cards = answer { return answer }
            await world.time.sleep(Client.pause)
        }
        return nil
    }

    /// Takes the first card off, and repeats that as the habit is.
    func takeCardOff() async {
        removal = .wanted
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<copies { group.addTask { await self.takeOff() } }
        }
        for _ in 1..<triesAtCards where removal == .wanted {
            await world.time.sleep(Client.pause)
            await takeOff()
        }
    }

    private func takeOff() async {
        guard let customer = shopper.customer, let instance = nextInstance() else { return }
        switch await world.remove(shopper.methods[0], of: customer, on: instance) {
        case .removed?: removal = .told
        case .notFound?, .unavailable?, nil: noteDoubt()
        }
    }

    private var triesAtCards: Int { habit == .givesUp ? 1 : Client.mostTries }
}
