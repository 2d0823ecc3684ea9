/// What the bank said of a CVC that was collected again.
/// https://docs.stripe.com/api/charges/object (`payment_method_details.card.checks.cvc_check`)
public enum CVCVerdict: Hashable, Sendable {
    case pass
    case fail
    case unavailable
    case unchecked
    /// The charge is there and says nothing of a check.
    case missing
    /// A word that we do not know.
    case other(String)

    private static let words: [(CVCVerdict, String)] = [
        (.pass, "pass"), (.fail, "fail"), (.unavailable, "unavailable"), (.unchecked, "unchecked"),
        (.missing, "none"),
    ]

    private static let byWord = Dictionary(uniqueKeysWithValues: words.map { ($1, $0) })

    public init(word: String) {
        self = CVCVerdict.byWord[word] ?? .other(word)
    }

    /// Stripe's word, and the one that is stored.
    public var word: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .unavailable: "unavailable"
        case .unchecked: "unchecked"
        case .missing: "none"
        case .other(let word): word
        }
    }
}
