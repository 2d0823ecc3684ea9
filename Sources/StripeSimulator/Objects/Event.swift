/// What happened to an object, with the object as it was then.
struct Event {
    /// Boxed: an object is ten times the rest of the event.
    indirect enum Subject {
        case paymentIntent(PaymentIntent)
        case charge(Charge)
        case refund(Refund)
        case dispute(Dispute)
        case paymentMethod(PaymentMethod)
        case customer(Customer)
    }

    /// Of the id, which is spelled out when somebody looks: few of many events are ever read.
    let seed: UInt64
    let type: EventType
    let created: Int64
    let subject: Subject
    /// The object before, for the types that tell what changed.
    let previous: Subject?
    let cause: EventCause?

    var id: String { IdentifierSource.event(seed: seed) }
}
