/// Why migrations were not applied.
public enum MigrationFailure: Error, Hashable, Sendable {
    /// These have landed and were edited since; nothing was applied.
    case edited([String])
    /// The program's own list is not in order or names one number twice.
    case disordered([String])
    /// The server refused a migration, which left no trace, or is away.
    case database(migration: String?, reason: String)
}
