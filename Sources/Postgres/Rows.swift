/// What one statement returned.
public struct Rows: Sendable {
    private let result: ServerResult

    init(_ result: ServerResult) { self.result = result }

    /// How many rows an INSERT, UPDATE, DELETE or SELECT touched.
    public var affectedRows: Int { result.affectedRows }

    /// The only row, or `nil` where there is none.
    ///
    /// - Throws: `DatabaseError.decoding` where there are several.
    public func onlyRow() throws(DatabaseError) -> Row? {
        guard count <= 1 else { throw .decoding(reason: "\(count) rows instead of one") }
        return first
    }
}

extension Rows: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { result.rowCount }

    public subscript(index: Int) -> Row {
        precondition(indices.contains(index), "row \(index) of \(count)")
        return Row(result: result, index: index)
    }
}
