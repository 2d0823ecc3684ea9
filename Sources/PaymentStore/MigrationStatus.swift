/// How the migrations of a database compare with those of the program.
public struct MigrationStatus: Hashable, Sendable {
    /// To be applied, in order.
    public var missing: [String] = []
    /// Applied by a newer program. Migrations are safe while the program before them runs, so these
    /// are no fault by themselves.
    public var tooNew: [String] = []
    /// Applied with another text than the program's: one of the two has been edited.
    public var edited: [String] = []

    public init() {}

    /// Whether the program can work with the database.
    public var isUsable: Bool { missing.isEmpty && edited.isEmpty }
}
