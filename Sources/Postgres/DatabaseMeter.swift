/// Is told what goes on in a database's connections, on the loop; it must not block.
public protocol DatabaseMeter: Sendable {
    /// A group of statements waited this long for a connection, perhaps not at all.
    func waited(_ duration: Duration)
    /// So many items were sent as one group.
    func grouped(_ items: Int)
}
