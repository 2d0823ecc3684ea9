import Payments

/// A look at guards, and at the order that they are for, where there is one.
struct GuardQuery: Sendable {
    let guards: [Guard]
    let order: OrderID?
}
