/// The header fields of an answer. The bytes are kept as they came and read when asked for: of some
/// twenty fields that Stripe sends, three are looked at.
public struct ResponseHeaders: Sendable {
    /// Lines of `name: value`, each ended by a line feed.
    private let lines: [UInt8]

    init(lines: [UInt8]) { self.lines = lines }

    /// The first value of a field. Names are compared without case (RFC 9110, 5.1).
    public subscript(name: String) -> String? {
        for (field, value) in fields where isName(field, equalTo: name) { return text(value) }
        return nil
    }

    /// All values of a field, in the order of their lines; a list within a line is not taken apart.
    public func values(of name: String) -> [String] {
        fields.filter { isName($0.name, equalTo: name) }.map { text($0.value) }
    }

    /// Every field, in the order of the lines. Bytes that are not UTF-8 are replaced.
    public var all: [(name: String, value: String)] {
        fields.map { (text($0.name), text($0.value)) }
    }

    private var fields: some Sequence<(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)> {
        sequence(state: lines[...]) { rest in
            while !rest.isEmpty {
                let line = rest.prefix { $0 != UInt8(ascii: "\n") }
                rest = rest[line.endIndex...].dropFirst()
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                return (line[..<colon], trimmed(line[(colon + 1)...]))
            }
            return nil
        }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

private func isName(_ field: ArraySlice<UInt8>, equalTo name: String) -> Bool {
    field.count == name.utf8.count
        && zip(field, name.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}
