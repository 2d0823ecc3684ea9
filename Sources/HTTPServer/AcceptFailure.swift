import Glibc

/// What a failed `accept` means for the ones to come.
enum AcceptFailure: Equatable {
    /// Nobody is waiting.
    case noneWaiting
    /// This one connection is gone or broken; the next may be good.
    case oneConnection
    /// The process or the machine has no descriptor or memory left; trying again at once would
    /// spin.
    case exhausted

    /// - Parameter code: the value of `errno`.
    init(code: Int32) {
        switch code {
        case EAGAIN: self = .noneWaiting
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .exhausted
        // Network errors that were pending on the new connection, and EINTR: see accept(2).
        default: self = .oneConnection
        }
    }
}
