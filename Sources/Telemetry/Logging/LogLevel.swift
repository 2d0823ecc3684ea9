/// How much a record matters.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For whoever looks for a fault in this program.
    case debug
    /// What happened, in the normal course.
    case info
    /// Normal, but worth an eye.
    case notice
    /// Something is wrong that the program deals with.
    case warning
    /// Somebody has to look.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .notice: 2
        case .warning: 3
        case .error: 4
        }
    }
}
