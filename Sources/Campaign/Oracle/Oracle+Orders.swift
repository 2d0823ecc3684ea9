public import Payments

extension Oracle {
    /// What the shop hears that says something else of an order than before.
    public func checkFixed(_ answer: OrderAnswer?, of shopper: Shopper) {
        switch answer {
        case nil, .refused(.fixedOtherwise), .refused(.unavailable): break
        case .fixed, .refused(.pricing), .refused(.inUse), .refused(.notFound):
            violate(.noOrphan, "the order of \(shopper) has another price now")
        }
    }

    /// What somebody hears who wants to pay another customer's order.
    public func checkStranger(_ answer: PaymentAnswer?, of shopper: Shopper) {
        switch answer {
        case nil, .refused(.customerRequired), .refused(.orderNotFound), .refused(.unavailable):
            break
        case .standing, .refused:
            violate(.noOrphan, "a stranger is told \(answer?.word ?? "") of \(shopper)'s order")
        }
    }
}
