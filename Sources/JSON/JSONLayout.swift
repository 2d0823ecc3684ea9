/// How a value is written.
public enum JSONLayout: Hashable, Sendable {
    /// Without white space.
    case compact
    /// One member a line, indented by two spaces, for people. No line feed at the end.
    case pretty
}
