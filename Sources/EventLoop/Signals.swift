import Glibc

/// What the process does with signals.
public enum Signals {
    /// Keeps a signal from doing what it does by default. `SIGPIPE` has to be ignored before
    /// anything else: a peer that leaves while we write would end the process, with all payments in
    /// it.
    public static func ignore(_ number: Int32) {
        _ = signal(number, SIG_IGN)
    }
}
