/// Words that a reader should not meet.
enum WordRules {
    /// Pointers live in the wrappers of C and of the kernel.
    static func unsafe(_ file: SourceFile) -> [Finding] {
        let modules = ["EventLoop", "HTTPServer", "HTTPClient", "Postgres", "Crypto"]
        // Standard error and the wall clock: two system calls, for which a module would be much.
        // And the executor of simulations, as that of the loop.
        let files = [
            "Sources/Telemetry/Kernel.swift", "Sources/Campaign/Simulation/SimulatedTime.swift",
        ]
        guard !modules.contains(file.module), !files.contains(file.path) else { return [] }
        return file.findings("unsafe outside the C wrappers") { line in
            line.tokens.contains { $0.hasPrefix("unsafe") && !$0.hasPrefix("unsafely") }
                || line.tokens.contains { $0.contains("Unsafe") }
        }
    }

    /// A swallowed error, or a crash instead of an answer.
    static func swallowedErrors(_ file: SourceFile) -> [Finding] {
        file.findings("try? loses an error") { $0.contains("try?") }
            + file.findings("try! crashes on an error") { $0.contains("try!") }
            + file.findings("use a precondition for a bug, a throw for a fault") {
                $0.contains("fatalError")
            }
    }

    /// Reminders are kept where work is planned. In comments too.
    static func leftovers(_ file: SourceFile) -> [Finding] {
        // Most files have none, and need not be cut into words.
        guard ["TODO", "FIXME", "XXX"].contains(where: file.text.contains) else { return [] }
        return zip(1..., file.lines).map { CodeLine(number: $0, text: $1) }
            .filter { $0.contains("TODO") || $0.contains("FIXME") || $0.contains("XXX") }
            .map { Finding(file.path, line: $0.number, "a reminder was left behind") }
    }

    /// In the domain every case is named, so that a new state cannot be forgotten.
    static func defaults(_ file: SourceFile) -> [Finding] {
        guard file.module == "Payments" else { return [] }
        return file.findings("default: hides the cases of tomorrow") { line in
            // `counts[key, default: 0]` is another word.
            line.contains("default", then: ":") && !line.contains(",", then: "default")
        }
    }

    /// Money is counted, not measured.
    static func floatingPoint(_ file: SourceFile) -> [Finding] {
        guard ["Money", "Payments", "PaymentStore"].contains(file.module) else { return [] }
        let types: Set<Substring> = ["Double", "Float", "Float16", "Float32", "Float64", "Float80"]
        return file.findings("floating point near money") { !types.isDisjoint(with: $0.tokens) }
    }
}
