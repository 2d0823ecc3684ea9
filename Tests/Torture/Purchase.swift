import JSON

/// What one customer is going to do. Follows from the seed and the number alone.
struct Purchase: Sendable {
    /// Each purchase has an amount that no other has, so that the bank's book tells by itself whose
    /// money moved, whatever our own database says.
    let number: Int
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

    /// Cards of https://docs.stripe.com/testing.
    enum Card: String, CaseIterable, Sendable {
        case good = "4242424242424242"
        case declined = "4000000000009995"
        case challenged = "4000002500003155"
        case challengedThenDeclined = "4000008400001629"
    }

    /// What the customer does with a challenge.
    enum Ending: String, CaseIterable, Sendable {
        case success, failure, cancel, never
    }

    /// More do not fit into the largest amount and the largest quantity.
    static let mostNumbers = 90_000_000

    static let prices = ["unit,usd,1", "myriad,usd,10000"]

    init(_ number: Int, seed: UInt64) {
        var dice = Dice(seed: seed, stream: UInt64(number))
        self.number = number
        card =
            switch Int.random(in: 0..<100, using: &dice) {
            case ..<65: .good
            case ..<77: .declined
            case ..<95: .challenged
            default: .challengedThenDeclined
            }
        let names = Int.random(in: 0..<100, using: &dice)
        let word = String(dice.next(), radix: 36)
        key = names < 60 ? "purchase-\(number)-\(word)-key" : nil
        order = (40..<85).contains(names) ? "order-\(number)-\(word)" : nil
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
    }

    var amount: Int64 { Int64(10_000 + number) }

    /// The purchase that cost so much.
    static func number(ofAmount amount: Int64) -> Int { Int(amount) - 10_000 }

    /// A cart that costs `amount`, in pieces of 10,000 and of 1.
    var items: JSONValue {
        let lines = [("myriad", amount / 10_000), ("unit", amount % 10_000)]
        return .array(
            lines.filter { $0.1 > 0 }.map { id, quantity in
                ["id": .string(id), "quantity": .number(JSONNumber(quantity))]
            }
        )
    }
}
