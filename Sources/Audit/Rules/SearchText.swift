public import Payments

/// What somebody who looks for a payment has in hand, told by its form.
public enum SearchText: Hashable, Sendable {
    case payment(PaymentID)
    case intent(PaymentIntentID)
    /// An order or a customer; four digits may be the last ones of a card, too.
    case words(String, mayBeLastFour: Bool)

    /// Longer than every name of an order or a customer.
    public static let mostBytes = 1024

    /// `nil` where nothing has that form.
    public init?(_ text: String) {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !trimmed.isEmpty, trimmed.utf8.count <= SearchText.mostBytes,
            !trimmed.utf8.contains(0)
        else { return nil }
        if let id = PaymentID(trimmed) {
            self = .payment(id)
        } else if let intent = PaymentIntentID(trimmed) {
            self = .intent(intent)
        } else {
            self = .words(trimmed, mayBeLastFour: SearchText.isFourDigits(trimmed))
        }
    }

    private static func isFourDigits(_ text: String) -> Bool {
        text.utf8.count == 4
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Which payments somebody wants to see; what is `nil` does not matter.
public struct PaymentSearch: Hashable, Sendable {
    public var text: SearchText?
    public var state: PaymentState?
    public var order: OrderID?
    public var customer: CustomerReference?
    /// When they began, in microseconds since 1970; the end does not belong to it.
    public var from: Int64?
    public var until: Int64?
    /// The last one of the page before.
    public var after: PaymentID?

    public init() {}
}
