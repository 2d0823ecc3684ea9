/// Whether a customer owes taxes.
enum TaxExemption: String, CaseIterable {
    case exempt
    case none
    case reverse
}
