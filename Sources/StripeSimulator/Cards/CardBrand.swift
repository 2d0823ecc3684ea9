/// A card network.
enum CardBrand: String, Hashable {
    case amex, diners, discover, jcb, mastercard, unionpay, visa

    var display: String {
        switch self {
        case .amex: "american_express"
        case .diners: "diners_club"
        case .discover, .jcb, .mastercard, .visa: rawValue
        case .unionpay: "union_pay"
        }
    }

    /// Four digits for American Express, three for all others.
    var cvcLength: ClosedRange<Int> { self == .amex ? 3...4 : 3...3 }
}
