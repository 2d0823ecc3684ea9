public import Payments

/// What the routes ask about orders.
public protocol OrderUseCases: Sendable {
    /// Fixes what an order costs.
    func fix(_ request: OrderRequest) async -> OrderAnswer
    /// An order that was fixed.
    func show(_ order: OrderID) async -> OrderAnswer
}
