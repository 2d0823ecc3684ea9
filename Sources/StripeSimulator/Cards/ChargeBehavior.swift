/// What a bank says to a charge.
enum ChargeBehavior: Hashable {
    case approves
    case declines(Decline)
    /// Stripe itself refuses: the network is never asked.
    case blocked
}
