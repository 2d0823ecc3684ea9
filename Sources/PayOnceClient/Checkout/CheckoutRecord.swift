import Foundation

/// A checkout as the app stores it, with whatever encoder it likes: the purchase, its key, and how
/// far it has come. A newer library reads what an older one has stored.
public struct CheckoutRecord: Hashable, Sendable {
    /// What the keys of this checkout begin with.
    public let id: String
    public let purchase: Purchase
    /// Counts the keys: a card that was declined gets a new attempt only under a new one.
    private(set) var number: Int
    /// The card of the last tap.
    private(set) var card: Card?
    private(set) var stage: Stage
    /// When the customer last tapped Pay, in seconds since 1970 by the device's clock; `nil` once
    /// they have taken it back.
    private(set) var tappedAt: Int64?
    /// The payment that waits for the customer, for canceling it.
    private(set) var paymentId: String?
    /// The PaymentIntent of a sheet, which is only looked at here: the sheet confirms it.
    private(set) var sheetIntentId: String?

    /// A new checkout: one for each purchase, made when its screen opens, not when Pay is tapped.
    public init(_ purchase: Purchase) {
        id = UUID().uuidString.lowercased()
        self.purchase = purchase
        number = 1
        stage = .new
    }

    /// The `Idempotency-Key` of its requests.
    public var key: String { number == 1 ? id : "\(id)-\(number)" }

    /// Whether something is under way that `Checkout.resume` finishes.
    public var isUnfinished: Bool {
        guard card != nil || sheetIntentId != nil else { return false }
        switch stage {
        case .sent: return true
        case .waiting: return tappedAt != nil
        case .new, .ended, .paid: return false
        }
    }

    /// Whether it may have charged, or has: then no other checkout must be begun for the purchase.
    public var mayHaveCharged: Bool { stage == .sent || stage == .paid }

    public var isPaid: Bool { stage == .paid }

    struct Card: Codable, Hashable, Sendable {
        /// `nil`: the customer's only saved card.
        var paymentMethodId: String?
        var cvcToken: String?
    }
}

// MARK: Steps

extension CheckoutRecord {
    /// The customer taps Pay. The same card under the same key is answered as before, so that one
    /// which was declined begins anew; any other card is the next attempt by itself.
    mutating func tap(_ card: Card, at now: Date) {
        if card == self.card { beginAnewIfEnded() }
        // Canceling an earlier attempt would say nothing of this one.
        if card != self.card { paymentId = nil }
        self.card = card
        tappedAt = Int64(now.timeIntervalSince1970)
    }

    /// A new key, where the attempt under this one is over.
    mutating func beginAnewIfEnded() {
        guard stage == .ended else { return }
        number += 1
        stage = .new
        paymentId = nil
        sheetIntentId = nil
    }

    /// The next try of what was sent, by a tap or without one.
    mutating func tap(at now: Date) { tappedAt = Int64(now.timeIntervalSince1970) }

    /// The customer has changed their mind.
    mutating func withdrawTap() { tappedAt = nil }

    mutating func come(to stage: Stage) {
        self.stage = stage
        switch stage {
        // A security code is for one attempt, and is not kept longer than that needs.
        case .ended, .paid: card?.cvcToken = nil
        case .new, .sent, .waiting: break
        }
    }

    mutating func wait(for paymentId: String?) { self.paymentId = paymentId ?? self.paymentId }

    /// A sheet has the purchase now.
    mutating func open(sheetFor intent: String?, _ paymentId: String?, at now: Date) {
        sheetIntentId = intent
        wait(for: paymentId)
        tap(at: now)
    }

    /// Whether the last tap is young enough to charge for. A clock that went back is no proof.
    func isTapFresh(at now: Date, lifetime: Duration) -> Bool {
        guard let tappedAt else { return false }
        let age = Int64(now.timeIntervalSince1970) - tappedAt
        return age >= 0 && age <= lifetime.components.seconds
    }
}

// MARK: Storing

extension CheckoutRecord: Codable {
    private enum Field: String, CodingKey {
        case version, id, purchase, number, card, stage, tappedAt, paymentId, sheetIntentId
    }

    /// Only what the first version had is required.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        id = try fields.decode(String.self, forKey: .id)
        purchase = try fields.decode(Purchase.self, forKey: .purchase)
        number = try fields.decodeIfPresent(Int.self, forKey: .number) ?? 1
        card = try fields.decodeIfPresent(Card.self, forKey: .card)
        stage = try fields.decodeIfPresent(Stage.self, forKey: .stage) ?? .sent
        tappedAt = try fields.decodeIfPresent(Int64.self, forKey: .tappedAt)
        paymentId = try fields.decodeIfPresent(String.self, forKey: .paymentId)
        sheetIntentId = try fields.decodeIfPresent(String.self, forKey: .sheetIntentId)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(1, forKey: .version)
        try fields.encode(id, forKey: .id)
        try fields.encode(purchase, forKey: .purchase)
        try fields.encode(number, forKey: .number)
        try fields.encodeIfPresent(card, forKey: .card)
        try fields.encode(stage, forKey: .stage)
        try fields.encodeIfPresent(tappedAt, forKey: .tappedAt)
        try fields.encodeIfPresent(paymentId, forKey: .paymentId)
        try fields.encodeIfPresent(sheetIntentId, forKey: .sheetIntentId)
    }
}
