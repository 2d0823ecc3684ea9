// A release has nothing of this folder: there `PAYONCE_CHECKPOINT` is a name that is not known, and
// stops the start like any other.
#if DEBUG
    import Foundation
    import Glibc
    import Synchronization

    /// The moments before and after each call that a payment makes of the database or of Stripe. A
    /// test has the process die or fall asleep at one of them, or has them all told.
    ///
    /// A moment is named by when, by what, and by its count since the start: `after claim 1`.
    final class Checkpoints: Sendable {
        /// `tell`, or `die` or `sleep` with the name of a moment: `die:after claim 1`.
        static let setting = "PAYONCE_CHECKPOINT"

        private enum Deed: String { case tell, die, sleep }

        private let deed: Deed
        private let moment: String
        private let counts = Mutex<[String: Int]>([:])

        /// What the environment asks for; `nil` where it asks for nothing.
        ///
        /// - Throws: `Failure` where it is none of the three.
        static func wanted() throws(Failure) -> Checkpoints? {
            guard let text = ProcessInfo.processInfo.environment[setting] else { return nil }
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard let deed = parts.first.flatMap(Deed.init), (deed == .tell) == (parts.count == 1)
            else {
                throw Failure("\(setting) is \(text); it must be tell, die:MOMENT or sleep:MOMENT.")
            }
            return Checkpoints(deed, parts.last ?? "")
        }

        private init(_ deed: Deed, _ moment: String) {
            self.deed = deed
            self.moment = moment
        }

        /// Before the call has any effect.
        func before(_ call: String) { reached("before", call) }

        /// After its effect, and before anybody here knows of it.
        func after(_ call: String) { reached("after", call) }

        /// The last look at the lease is over, and no byte has left.
        func sending(_ call: String) { reached("sending", call) }

        private func reached(_ when: String, _ call: String) {
            let name = "\(when) \(call)"
            let count = counts.withLock { counts in
                counts[name, default: 0] += 1
                return counts[name] ?? 0
            }
            switch deed {
            case .tell: Console.complain("checkpoint: \(name) \(count)")
            case .die where moment == "\(name) \(count)": kill(getpid(), SIGKILL)
            // To this thread: a signal to the process may be taken by another one, and this one
            // would go on for a moment.
            case .sleep where moment == "\(name) \(count)": raise(SIGSTOP)
            case .die, .sleep: break
            }
        }
    }
#endif
