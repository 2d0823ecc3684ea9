/// Evidence that was touched, as the database finds it by comparing hashes.
public enum Damage: Hashable, Sendable {
    /// From this event on the chain is not what was written.
    case event(payment: String, number: Int64, atMicroseconds: Int64)
    /// The payment does not name the last event of its chain, or has none.
    case end(payment: String, number: Int64, atMicroseconds: Int64)
    /// The bytes of a step are not those that were hashed when it was made.
    case step(payment: String, name: String, number: Int64, atMicroseconds: Int64)
    /// A guard that the payment took when it began is gone, or another payment's.
    case guarding(payment: String, kind: String, holder: String?, atMicroseconds: Int64)
    /// Events of a payment that is not there.
    case orphan(payment: String, events: Int64, atMicroseconds: Int64)
    /// A seal whose window, place or hash is not as it was.
    case seal(number: Int64, reason: SealReason, atMicroseconds: Int64)
    /// Events from this moment on that nobody sealed.
    case unsealed(sinceMicroseconds: Int64)

    public enum SealReason: String, Sendable {
        /// The seals before it are not those that it followed.
        case order
        case events
        case hash
    }

    var finding: AuditFinding {
        switch self {
        case .event(let payment, let number, let at):
            AuditFinding(.chainBroken, payment, at: at, [.init("event", "\(number)")])
        case .end(let payment, let number, let at):
            AuditFinding(.chainBroken, payment, at: at, [.init("last_event", "\(number)")])
        case .step(let payment, let name, let number, let at):
            AuditFinding(.chainBroken, payment, at: at, [.init("step", "\(name) \(number)")])
        case .guarding(let payment, let kind, let holder, let at):
            AuditFinding(
                .guardMissing,
                payment,
                at: at,
                [.init("guard", kind), .init("holder", holder ?? "nobody")]
            )
        case .orphan(let payment, let events, let at):
            AuditFinding(.paymentMissing, payment, at: at, [.init("events", "\(events)")])
        case .seal(let number, let reason, let at):
            AuditFinding(
                .sealBroken,
                "seal-\(number)",
                at: at,
                [.init("differs", reason.rawValue)]
            )
        case .unsealed(let since):
            AuditFinding(.unsealed, "events", at: since, [])
        }
    }
}
