public import Payments

/// What can be put right without a person.
public enum Repair: Hashable, Sendable {
    /// Stripe has come to an end with what waits for whoever pays: that is so here, too.
    case takeIn(payment: String)
    /// An intent that holds no money, of a payment that has ended or has another one.
    case cancel(PaymentIntentID, payment: String)
}

/// What a person would do about a finding, ready to be said: the words of
/// `payonce payments resolve`.
public struct PreparedAction: Hashable, Sendable, CustomStringConvertible {
    public let payment: String
    public let action: ResolveAction
    /// `nil`: the payment's own.
    public let intent: String?

    public init(_ action: ResolveAction, _ payment: String, intent: String? = nil) {
        self.payment = payment
        self.action = action
        self.intent = intent
    }

    /// As it is stored: `pay_… refund`, with the intent where it is another one.
    public var description: String {
        "\(payment) \(action.rawValue)" + (intent.map { " \($0)" } ?? "")
    }

    public init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2 || words.count == 3, let action = ResolveAction(rawValue: words[1])
        else { return nil }
        self.init(action, words[0], intent: words.count == 3 ? words[2] : nil)
    }
}
