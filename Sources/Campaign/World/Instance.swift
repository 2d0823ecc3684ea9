public import Payments

/// One life of the service: what it is made of, until it dies or the simulation ends.
public struct Instance: Sendable {
    public let service: PaymentService
    public let wallet: Wallet
    public let fulfilling: FulfillmentService?
    public let refunds: RefundService
    public let events: EventService?
    public let processor: SimulatedProcessor
    public let link: Link
}

/// A new name for each lease of an instance.
final class InstanceNames: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private let number: Int
    private var count = 0

    init(of number: Int) { self.number = number }

    func next() -> InstanceID {
        count += 1
        return InstanceID("instance \(number).\(count)")
    }
}
