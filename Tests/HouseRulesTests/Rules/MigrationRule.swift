/// A migration is never edited once it has landed: some database has run it as it was.
enum MigrationRule {
    static let list = "sql/migrations.sha256"

    /// `recorded` is the list as `sha256sum` writes it (digest, two spaces, name); `present` holds
    /// the digests of the files in sql/migrations, by name.
    static func check(recorded: String, present: [String: String]) -> [Finding] {
        var digests: [String: String] = [:]
        var findings: [Finding] = []
        for (offset, line) in recorded.split(separator: "\n").enumerated() {
            guard let match = line.wholeMatch(of: /([0-9a-f]{64})  (\S+)/),
                digests.updateValue(String(match.1), forKey: String(match.2)) == nil
            else {
                findings.append(
                    Finding(list, line: offset + 1, "is no line of sha256sum, or double")
                )
                continue
            }
        }
        for (name, digest) in present.sorted(by: { $0.key < $1.key }) {
            findings += check(name, digest, recorded: digests[name])
        }
        let gone = Set(digests.keys).subtracting(present.keys).sorted()
        findings += gone.map { Finding("sql/migrations/\($0)", "landed and is gone") }
        return findings + checkNumbers(present.keys.sorted())
    }

    private static func check(_ name: String, _ digest: String, recorded: String?) -> [Finding] {
        let path = "sql/migrations/\(name)"
        guard let recorded else {
            return [Finding(path, "is new: add the line \"\(digest)  \(name)\" to \(list)")]
        }
        guard recorded != digest else { return [] }
        return [Finding(path, "was edited after it landed: restore it and add a new migration")]
    }

    /// 0001, 0002 and so on, each once.
    private static func checkNumbers(_ names: [String]) -> [Finding] {
        names.enumerated().compactMap { offset, name in
            let match = name.wholeMatch(of: /([0-9]{4})_[a-z0-9_]+\.sql/)
            guard match.flatMap({ Int($0.1) }) != offset + 1 else { return nil }
            return Finding("sql/migrations/\(name)", "is not number \(offset + 1) of NNNN_name.sql")
        }
    }
}
