/// One call of a port: the boundary between a decision and its effect.
public struct Boundary: Hashable, Sendable, CustomStringConvertible {
    public enum Port: String, Sendable {
        case database, stripe, shop
    }

    /// Counts the calls of all instances, from 0.
    public let number: Int
    public let port: Port
    /// The method, and for a POST what is posted: `claim`, `record succeeded`, `post create`.
    public let name: String
    /// Which run of the service called, from 0.
    public let instance: Int

    public var description: String { "\(number) \(port.rawValue) \(name)" }
}
