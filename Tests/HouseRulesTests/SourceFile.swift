/// A Swift file, as the rules look at it.
struct SourceFile {
    /// From the repository's root: "Sources/Money/Amount.swift".
    let path: String
    let text: String
    /// The text with comments and the words of string literals blanked, line for line.
    let code: String
    let lines: [Substring]
    let codeLines: [CodeLine]

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
        code = SourceMask.code(of: text)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { CodeLine(number: $0.offset + 1, text: $0.element) }
    }

    /// The folder below Sources.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// A finding for each line of code that breaks a rule.
    func findings(_ problem: String, where isBroken: (CodeLine) -> Bool) -> [Finding] {
        codeLines.filter(isBroken).map { Finding(path, line: $0.number, problem) }
    }
}
