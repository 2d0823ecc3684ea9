/// Whether the card is to be kept for later payments, and for which.
enum SetupFutureUsage: String, CaseIterable {
    case offSession = "off_session"
    case onSession = "on_session"
}
