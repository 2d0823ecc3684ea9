import Money
import Payments

/// Somebody, drawn: who they are, what they buy one after the other, and what their shop does for
/// them.
struct RandomShopper: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Buys one thing.
        case passing = "plain purchases"
        /// Saves a card, and buys a second thing with it.
        case returning = "customers with a saved card"
        /// Pays an order whose price the shop has fixed.
        case ordering = "orders fixed by the shop"
        /// Is charged by the shop, while away.
        case absent = "customers charged while away"
        /// Pays in a sheet of the app's.
        case browsing = "sheets of apps"
    }

    let kind: Kind
    let purchases: [RandomPurchase]
    private let isOwnOrder: Bool
    let dice: Dice

    /// `number` is that of the first purchase, since each has its own; `room` is how many purchases
    /// there may be.
    init(number: Int, atMost room: Int, _ dice: Dice) {
        self.dice = dice
        let kind = RandomShopper.kind(dice.number(below: 100))
        self.kind = kind == .returning && room < 2 ? .passing : kind
        isOwnOrder = self.kind == .ordering && dice.happens(50)
        switch self.kind {
        case .passing: purchases = [RandomShopper.plain(number, dice)]
        case .returning: purchases = RandomShopper.saving(number, dice)
        case .ordering: purchases = [RandomShopper.ordered(number, isOwn: isOwnOrder, dice)]
        case .absent: purchases = [RandomShopper.charged(number, dice)]
        case .browsing: purchases = [RandomShopper.sheet(number, dice)]
        }
    }

    private static func kind(_ draw: Int) -> Kind {
        switch draw {
        case ..<48: .passing
        case ..<68: .returning
        case ..<82: .ordering
        case ..<91: .absent
        case _: .browsing
        }
    }

    private static func customer(_ number: Int) -> Caller {
        .customer(Shop.known(CustomerReference("customer-\(number)")))
    }

    // MARK: What is bought

    private static func plain(_ number: Int, _ dice: Dice) -> RandomPurchase {
        RandomPurchase(
            Shopper(
                number: number,
                naming: naming(dice),
                caller: dice.happens(30) ? customer(number) : .guest,
                cvcPolicy: dice.happens(25) ? .refuse : nil
            ),
            dice
        )
    }

    private static func saving(_ number: Int, _ dice: Dice) -> [RandomPurchase] {
        let first = Shopper(
            number: number,
            naming: naming(dice),
            caller: customer(number),
            keeping: .saves
        )
        let second = Shopper(
            number: number + 1,
            naming: naming(dice),
            caller: customer(number),
            keeping: dice.happens(70)
                ? .paysWith(first.methods[0]) : .paysWithTheOnly(of: first.methods)
        )
        return [RandomPurchase(first, dice), RandomPurchase(second, dice)]
    }

    private static func ordered(_ number: Int, isOwn: Bool, _ dice: Dice) -> RandomPurchase {
        RandomPurchase(
            Shopper(
                number: number,
                naming: .order,
                caller: isOwn || dice.happens(30) ? customer(number) : .guest,
                fixedPrice: Amount(minorUnits: 10_000 + Int64(number), currency: .eur)
            ),
            dice
        )
    }

    private static func charged(_ number: Int, _ dice: Dice) -> RandomPurchase {
        let shopper = Shopper(number: number, naming: .order, caller: customer(number))
        return RandomPurchase(shopper, way: .away, dice)
    }

    private static func sheet(_ number: Int, _ dice: Dice) -> RandomPurchase {
        let shopper = Shopper(
            number: number,
            naming: dice.pick([.key, .order]),
            caller: dice.happens(50) ? customer(number) : .guest
        )
        return RandomPurchase(shopper, way: .sheet, dice)
    }

    private static func naming(_ dice: Dice) -> Shopper.Naming {
        dice.pick([.key, .key, .order, .order, .card])
    }

    // MARK: What they do

    /// Comes some time and makes all purchases, with whatever the shop does in between.
    func live(_ visits: [RandomVisit], in world: World, _ oracle: Oracle) async {
        await world.time.sleep(dice.seconds(upTo: 60))
        if kind == .ordering, let client = visits.first?.clients.first {
            guard await fixOrder(client, world, oracle) else { return }
        }
        for visit in visits {
            await withTaskGroup(of: Void.self) { group in
                for client in visit.clients {
                    group.addTask { await visit.purchase.shop(client, world) }
                }
            }
            if dice.happens(25), let client = visit.clients.first { await giveBack(client) }
            if world.readsEvents, dice.happens(20), let client = visit.clients.first {
                await interfere(with: client, world)
            }
        }
    }

    private var orderCustomer: CustomerReference? {
        isOwnOrder ? purchases[0].shopper.customer : nil
    }

    /// Whether the shop has fixed it, so that its customer is shown the order.
    private func fixOrder(_ client: Client, _ world: World, _ oracle: Oracle) async -> Bool {
        guard await client.fixOrder(for: orderCustomer) else { return false }
        if dice.happens(30) {
            oracle.checkFixed(await client.fixOtherwise(for: orderCustomer), of: client.shopper)
        }
        guard isOwnOrder, dice.happens(50) else { return true }
        let stranger = client.shopper.stranger(
            dice.happens(50) ? RandomShopper.customer(-1) : .guest
        )
        oracle.checkStranger(await world.pay(stranger), of: client.shopper)
        return true
    }

    /// What others do to a payment at Stripe, where the service learns of it.
    private func interfere(with client: Client, _ world: World) async {
        guard let intent = client.last?.view?.intent, world.database.knows(intent) else { return }
        let stripe = world.stripe
        switch dice.number(below: 4) {
        case 0, 1: stripe.cancelByHand(intent)
        case 2: stripe.refundByHand(intent, 300)
        case _:
            stripe.dispute(intent, .opened)
            guard dice.happens(50) else { return }
            await world.time.sleep(dice.seconds(upTo: 30))
            stripe.dispute(intent, .lost)
        }
    }

    /// What the shop gives back of a payment, where it was paid.
    private func giveBack(_ client: Client) async {
        let price = client.shopper.price.minorUnits
        switch dice.number(below: 5) {
        case 0: await client.refund(nil)
        case 1: await client.refund(500)
        case 2: await client.refundTwice(900)
        case 3:
            await client.refund(price, key: "all-of-it")
            await client.refund(1, key: "more-than-all-of-it")
        case _: await client.refund(price + 1, key: "more-than-was-paid")
        }
    }
}

/// A purchase and the devices that make it.
struct RandomVisit: Sendable {
    let purchase: RandomPurchase
    let clients: [Client]
}
