/// Why an amount cannot be computed or charged.
public enum MoneyError: Error, Hashable, Sendable {
    case overflow
    case mixedCurrencies(Currency, Currency)
    case belowMinimum(Amount)
    case aboveMaximum(Amount)
    case notAMultiple(of: Amount)
}

extension MoneyError: CustomStringConvertible {
    /// One sentence for the person who asked.
    public var description: String {
        switch self {
        case .overflow: "The amount is too large to be computed."
        case .mixedCurrencies(let left, let right): "\(left) and \(right) cannot be added."
        case .belowMinimum(let minimum): "The amount must be at least \(minimum)."
        case .aboveMaximum(let maximum): "The amount must be no more than \(maximum)."
        case .notAMultiple(let step): "The amount must be a multiple of \(step)."
        }
    }
}
