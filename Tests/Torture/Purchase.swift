import JSON

/// What one customer is going to do. Follows from the seed and the number alone.
struct Purchase: Sendable {
    /// Each purchase has an amount that no other has, so that the bank's book tells by itself whose
    /// money moved, whatever our own database says.
    let number: Int
    let kind: Kind
    let card: Card
    /// Whether the requests carry an `Idempotency-Key`, and whether an order.
    let key: String?
    let order: String?
    /// How often the first request is sent, counting the first.
    let sends: Int
    let ending: Ending
    /// Repeats until the answer is known; others never come back after their taps.
    let comesBack: Bool
    /// Takes a good card after a decline.
    let hasAnotherCard: Bool

    /// The shop's name of the customer who has signed in.
    let customer: String?
    /// Whether the shop says that the order is this customer's alone.
    let isOwnOrder: Bool
    /// Whether a request names the saved card, or means the only one there is.
    let namesCard: Bool
    /// Whether the shop gives something back.
    let isGivenBack: Bool

    enum Kind: String, CaseIterable, Sendable {
        case plain = "by guests"
        /// By a customer whose card is saved by it.
        case saving = "that save the card"
        /// With that card and its security code, typed again.
        case saved = "with a saved card"
        /// With that card, by the shop, while its customer is away.
        case charged = "charged while the customer is away"
        /// Of an order that the shop has fixed.
        case ordered = "of an order that the shop has fixed"
        /// In a sheet of the app's, out of the service's sight.
        case sheet = "in a sheet of an app"
    }

    /// Cards of https://docs.stripe.com/testing.
    enum Card: String, CaseIterable, Sendable {
        case good = "4242424242424242"
        case declined = "4000000000009995"
        /// Once: what is saved by it can be charged without its customer.
        case challenged = "4000002500003155"
        /// Each time, so that a charge without its customer waits for them.
        case challengedAlways = "4000002760003184"
        case challengedThenDeclined = "4000008400001629"
        /// Its bank says that the security code is wrong, and approves all the same.
        case wrongCode = "4000000000000101"
    }

    /// What the customer does with a challenge.
    enum Ending: String, CaseIterable, Sendable {
        case success, failure, cancel, never
    }

    /// More do not fit into the largest amount and the largest quantity.
    static let mostNumbers = 45_000_000

    static let prices = ["unit,usd,1", "myriad,usd,10000"]

    /// The purchase of this number. Some customers come a second time, with the card that they
    /// saved by it.
    init(_ number: Int, seed: UInt64) {
        var dice = Dice(seed: seed, stream: UInt64(number))
        let kind: Kind =
            switch Int.random(in: 0..<100, using: &dice) {
            case ..<55: .plain
            case ..<75: .saving
            case ..<88: .ordered
            default: .sheet
            }
        let isSignedIn = kind == .saving || kind != .plain && dice.chance(50)
        self.init(number, kind, Purchase.card(&dice), isSignedIn ? "ann-\(number)" : nil, &dice)
    }

    /// The next purchase of a customer whose card is saved; some are the shop's doing.
    init(after first: Purchase, seed: UInt64) {
        let number = first.number + Purchase.mostNumbers
        var dice = Dice(seed: seed, stream: UInt64(number))
        let kind: Kind = dice.chance(50) ? .saved : .charged
        self.init(number, kind, first.card, first.customer, &dice)
    }

    private init(
        _ number: Int,
        _ kind: Kind,
        _ card: Card,
        _ customer: String?,
        _ dice: inout Dice
    ) {
        self.number = number
        self.kind = kind
        self.customer = customer
        self.card = kind == .saving ? Purchase.savedCard(card, &dice) : card
        // Two sheets with neither are two purchases.
        let names = Int.random(in: 0..<(kind == .sheet ? 85 : 100), using: &dice)
        let word = String(dice.next(), radix: 36)
        let hasOrder = [.ordered, .charged].contains(kind) || (40..<85).contains(names)
        key = names < 60 || kind == .charged ? "purchase-\(number)-\(word)-key" : nil
        order = hasOrder ? "order-\(number)-\(word)" : nil
        sends = dice.chance(30) ? 1 : Int.random(in: 1...8, using: &dice)
        ending =
            switch Int.random(in: 0..<100, using: &dice) {
            case ..<70: .success
            case ..<78: .failure
            case ..<83: .cancel
            default: .never
            }
        comesBack = dice.chance(90)
        hasAnotherCard = dice.chance(60)
        isOwnOrder = kind == .ordered && customer != nil && dice.chance(70)
        namesCard = dice.chance(60)
        isGivenBack = dice.chance(25)
    }

    private static func card(_ dice: inout Dice) -> Card {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<65: .good
        case ..<77: .declined
        case ..<95: .challenged
        default: .challengedThenDeclined
        }
    }

    /// Only a saved card has its code looked at, and is charged without its customer.
    private static func savedCard(_ card: Card, _ dice: inout Dice) -> Card {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<25: .wrongCode
        case ..<45: .challengedAlways
        default: card
        }
    }

    var amount: Int64 { Int64(10_000 + number) }

    /// The purchase that cost so much.
    static func number(ofAmount amount: Int64) -> Int { Int(amount) - 10_000 }

    /// A cart that costs `amount`, in pieces of 10,000 and of 1.
    /// `nil` where the shop has fixed the order, and the app does not know what is in it.
    var items: JSONValue? {
        guard kind != .ordered else { return nil }
        let lines = [("myriad", amount / 10_000), ("unit", amount % 10_000)]
        return .array(
            lines.filter { $0.1 > 0 }.map { id, quantity in
                ["id": .string(id), "quantity": .number(JSONNumber(quantity))]
            }
        )
    }
}
