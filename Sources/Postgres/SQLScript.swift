/// Several statements as one text, such as a migration file of this repository.
///
/// It has no parameters. What a user sent must never get into one; the label says who answers for
/// it.
public struct SQLScript: Sendable {
    let text: String

    public init(trusted text: String) { self.text = text }
}
