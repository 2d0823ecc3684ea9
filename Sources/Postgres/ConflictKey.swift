/// Names something that two items must not touch at the same time, such as a row.
public struct ConflictKey: Hashable, Sendable {
    private let kind: String
    private let name: String

    public init(kind: String = "", _ name: String) {
        self.kind = kind
        self.name = name
    }
}
