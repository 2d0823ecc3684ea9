public import EventLoop

/// Why a simulator did not start.
public enum SimulatorError: Error, Hashable, Sendable {
    /// It would be open to others, and `SimulatorOptions.allowsRemote` is off.
    case notLoopback(String)
    /// An earlier run's state is there and cannot be gone on from.
    case journal(JournalError)
    case system(SystemError)
}

extension SimulatorError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notLoopback(let host):
            "The simulator answers everybody who reaches it, so it listens on \(host) only with "
                + "--allow-remote."
        case .journal(let error):
            "The simulator's state cannot be read: \(error)"
        case .system(let error):
            "The simulator cannot listen: \(error)"
        }
    }
}
