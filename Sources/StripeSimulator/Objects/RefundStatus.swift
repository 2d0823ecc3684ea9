/// Where a card's refund stands.
enum RefundStatus: String {
    case pending
    case succeeded
    case failed
}
