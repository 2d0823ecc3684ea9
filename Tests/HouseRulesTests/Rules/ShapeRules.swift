/// Sizes and names.
enum ShapeRules {
    static let longestLine = 100
    static let longestFile = 500
    static let longestFunction = 70

    static func lineLength(_ file: SourceFile) -> [Finding] {
        file.lines.enumerated().filter { _, line in
            line.utf8.count > longestLine && line.count > longestLine
        }.map { offset, line in
            Finding(file.path, line: offset + 1, "\(line.count) columns of \(longestLine)")
        }
    }

    static func fileLength(_ file: SourceFile) -> [Finding] {
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        guard count > longestFile else { return [] }
        return [Finding(file.path, "\(count) lines of \(longestFile)")]
    }

    /// From the line of the keyword to that of the closing brace.
    static func functionLength(_ file: SourceFile) -> [Finding] {
        functions(file).filter { $0.length > longestFunction }.map { line, length in
            Finding(file.path, line: line, "a function of \(length) lines of \(longestFunction)")
        }
    }

    /// `Money.Money` could not be told from the module.
    static func moduleName(_ file: SourceFile) -> [Finding] {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "actor", "protocol", "typealias",
        ]
        return file.findings("a type is named like its module") { line in
            zip(line.tokens, line.tokens.dropFirst()).contains { keyword, name in
                keywords.contains(keyword) && name == file.module
            }
        }
    }

    /// Every braced block whose header has a function's keyword. The header reaches back to the
    /// brace before, so a block inside a function may be taken for one; it is shorter than the
    /// function, which is found as well.
    private static func functions(_ file: SourceFile) -> [(line: Int, length: Int)] {
        var found: [(line: Int, length: Int)] = []
        var open: [Int?] = []
        var header: Int?
        for line in file.codeLines {
            for token in line.tokens {
                switch token {
                case "{":
                    open.append(header)
                    header = nil
                case "}":
                    if let start = open.popLast() ?? nil {
                        found.append((start, line.number - start + 1))
                    }
                    header = nil
                case "func", "init", "deinit", "subscript", "var": header = line.number
                default: break
                }
            }
        }
        return found.sorted { $0.line < $1.line }
    }
}
