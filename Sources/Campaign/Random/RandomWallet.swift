import Payments

/// The saved cards of somebody who has bought: looked at, and at times taken off.
final class RandomWallet: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private let shopper: RandomShopper
    /// Whether the customer wanted the card to be taken off, and was told that it is.
    private var removal: Removal = .notWanted
    private static let pause: Duration = .seconds(2)
    private static let mostTries = 20

    init(_ shopper: RandomShopper) {
        self.shopper = shopper
    }

    private var saving: Shopper? {
        shopper.purchases.first?.shopper.keeping == .saves ? shopper.purchases[0].shopper : nil
    }

    /// While anything goes wrong.
    func use(in world: World) async {
        guard let saving, let customer = saving.customer else { return }
        if shopper.dice.happens(50) { _ = await cards(of: customer, in: world) }
        if shopper.dice.happens(15) { await remove(saving.methods[0], of: customer, in: world) }
    }

    /// When all is over.
    func check(in world: World, _ oracle: Oracle) async {
        guard let saving, let customer = saving.customer else { return }
        oracle.checkCards(await cards(of: customer, in: world), of: customer)
        oracle.checkSaved(saving, removal)
    }

    /// `nil` where nobody answered.
    private func cards(of customer: CustomerReference, in world: World) async -> CardsAnswer? {
        for _ in 0..<RandomWallet.mostTries {
            switch await ask(world, { await world.cards(of: customer, on: $0) }) {
            case .cards(let cards)?: return .cards(cards)
            case .unavailable?, nil: await world.time.sleep(RandomWallet.pause)
            }
        }
        return nil
    }

    private func remove(
        _ method: PaymentMethodID,
        of customer: CustomerReference,
        in world: World
    ) async {
        removal = .wanted
        for _ in 0..<RandomWallet.mostTries {
            switch await ask(world, { await world.remove(method, of: customer, on: $0) }) {
            case .removed?:
                removal = .told
                return
            case .notFound?: return
            case .unavailable?, nil: await world.time.sleep(RandomWallet.pause)
            }
        }
    }

    private func ask<Answer>(
        _ world: World,
        _ question: (Instance) async -> Answer?
    ) async -> Answer? {
        let live = world.liveInstances
        return live.isEmpty ? nil : await question(shopper.dice.pick(live))
    }
}
