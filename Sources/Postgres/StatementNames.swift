/// The names under which the connections of one database prepare statements. A statement's text is
/// a literal, so there are as many as the program has; a prepared one is read, analyzed and
/// rewritten by the server once for each connection, and only planned for each group.
///
/// A pooler that lends another server's connection for each transaction, and does not know the
/// protocol's prepared statements (PgBouncer before 1.21, or without `max_prepared_statements`),
/// leads to a refusal that has no effect. After the first one nothing is prepared any more.
final class StatementNames {
    /// Far more than the program has; a bound all the same, since each costs the server memory.
    static let limit = 256

    /// Another program behind the same pooler must not have the same name for another statement.
    private let prefix: String
    private var names: [Key: String] = [:]
    private(set) var areUsable = true

    private struct Key: Hashable {
        let command: String
        let types: [UInt32]
    }

    init(prefix: String) { self.prefix = prefix }

    /// `nil` where the statement is to be sent without being prepared.
    func name(of command: String, _ types: [UInt32]) -> String? {
        guard areUsable else { return nil }
        let key = Key(command: command, types: types)
        if let name = names[key] { return name }
        guard names.count < StatementNames.limit else { return nil }
        let name = "\(prefix)_\(names.count)"
        names[key] = name
        return name
    }

    /// Something between here and the server loses them.
    func giveUp() {
        areUsable = false
        names = [:]
    }
}
