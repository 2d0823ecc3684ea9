/// Whether a saved card may be shown again, by what the customer agreed to.
enum AllowRedisplay: String, CaseIterable {
    case always
    case limited
    case unspecified
}
