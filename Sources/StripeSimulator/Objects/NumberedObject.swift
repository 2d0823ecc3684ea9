/// An object that lists show in the order of its making.
protocol NumberedObject {
    var id: String { get }
    /// The place among its kind; the newest has the highest.
    var number: Int { get }
    var created: Int64 { get }
}
