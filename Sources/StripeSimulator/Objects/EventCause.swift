/// The request that made something happen. What time or a customer does has none.
struct EventCause {
    let request: String
    let idempotencyKey: String?
}
