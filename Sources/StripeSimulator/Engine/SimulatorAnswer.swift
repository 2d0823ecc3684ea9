/// What is to be sent, how, and when.
public struct SimulatorAnswer: Sendable {
    public enum Delivery: Hashable, Sendable {
        case whole
        case truncated(afterBodyBytes: Int)
        /// The connection closes without a byte.
        case dropped
        /// The connection is reset.
        case reset
        /// The connection stays open without a byte.
        case never
    }

    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public var status: Int
    public var headers: [Header]
    public var body: [UInt8]
    public var delivery: Delivery = .whole
    public var delay: Duration = .zero
    /// Goes back to `SimulatorEngine.finish` when the answer is sent, or cannot be sent any more.
    public var execution: Execution?

    /// An execution that Stripe would still be busy with.
    public struct Execution: Sendable {
        let key: String
        let reply: StoredReply
        /// A reset starts another account, which knows nothing of this.
        let account: String
    }

    /// The value of a header, by its exact name.
    public subscript(header name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
