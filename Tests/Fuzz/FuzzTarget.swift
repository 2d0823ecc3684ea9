/// What is fed with arbitrary bytes, by name. Each target traps where a property does not hold; the
/// fuzzer then keeps the bytes, which belong into the corpus from that day on.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// JSON in general.
    case json
    /// The body of `/pay`.
    case payBody
    /// The value of `items`, in whatever shape.
    case items
    /// The form that is sent to Stripe, and the reading of one.
    case form
    /// The header `Idempotency-Key`.
    case keyHeader
    /// A customer's token, whole or its parts.
    case customerToken
    /// Bytes on a connection.
    case connection
    /// Text on its way into the log.
    case logText

    /// Feeds it.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .json: JSONProperties.check(bytes)
        case .payBody: PayBodyProperties.check(bytes)
        case .items: ItemsProperties.check(bytes)
        case .form: FormProperties.check(bytes)
        case .keyHeader: KeyHeaderProperties.check(bytes)
        case .customerToken: CustomerTokenProperties.check(bytes)
        case .connection: ConnectionProperties.check(bytes)
        case .logText: LogTextProperties.check(bytes)
        }
    }
}
