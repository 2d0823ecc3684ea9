public import Payments

/// Which payments a person wants to see; what is `nil` does not matter.
public struct PaymentFilter: Hashable, Sendable {
    public var state: PaymentState?
    public var order: OrderID?
    public var customer: CustomerReference?

    public init(
        state: PaymentState? = nil,
        order: OrderID? = nil,
        customer: CustomerReference? = nil
    ) {
        self.state = state
        self.order = order
        self.customer = customer
    }
}
