import Glibc

/// A system call that the kernel refused.
public struct SystemError: Error, CustomStringConvertible, Hashable {
    /// The call's name, as its manual page has it.
    public let call: String
    /// The value of `errno`.
    public let code: Int32

    /// Reads `errno`, so it has to be made directly after the failed call.
    public init(call: String) {
        self.init(call: call, code: errno)
    }

    /// For calls that return their error instead of leaving it in `errno`.
    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    public var description: String {
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return unsafe "\(call): \(String(cString: text))"
    }
}
