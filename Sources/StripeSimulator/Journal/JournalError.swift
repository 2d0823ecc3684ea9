/// Why a simulator cannot go on from what an earlier run wrote down. Lines are numbered from 1.
public enum JournalError: Error, Hashable, Sendable {
    /// The line is not what a journal holds.
    case unreadable(line: Int)
    /// A simulator of another release wrote it, which would have answered otherwise.
    case otherRelease(line: Int)
}

extension JournalError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let line): "line \(line) of its journal is damaged"
        case .otherRelease(let line):
            "line \(line) of its journal is of another release, which answered otherwise"
        }
    }
}
