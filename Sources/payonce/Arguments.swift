/// The words after the subcommand: flags with and without a value, and the rest.
struct Arguments {
    private var values: [String: String] = [:]
    private var switches: Set<String> = []
    private(set) var rest: [String] = []

    /// - Parameters:
    ///   - words: the words after the subcommand.
    ///   - valued: names of flags that take a value.
    ///   - bare: names of flags that take none.
    /// - Throws: `UsageError` for a flag that is not known, or lacks its value.
    init(
        _ words: [String],
        valued: Set<String> = [],
        bare: Set<String> = []
    ) throws(UsageError) {
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                rest.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if bare.contains(parts[0]), parts.count == 1 {
                switches.insert(parts[0])
            } else if valued.contains(parts[0]) {
                guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
                    throw UsageError("\(parts[0]) needs a value.")
                }
                values[parts[0]] = value
            } else {
                throw UsageError("\(word) is not an option here.")
            }
        }
    }

    func value(of flag: String) -> String? { values[flag] }

    func has(_ flag: String) -> Bool { switches.contains(flag) }

    /// - Throws: `UsageError` where words are left over.
    func expectNoMore() throws(UsageError) {
        if let word = rest.first { throw UsageError("\(word) is one word too many.") }
    }
}

/// The command was called in a way that it does not know: exit code 64.
struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// The command could not be run, with what to do about it: exit code 2.
struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
