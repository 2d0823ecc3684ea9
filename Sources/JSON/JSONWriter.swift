/// Appends values to a buffer.
struct JSONWriter {
    private(set) var output: [UInt8] = []
    private let layout: JSONLayout
    private var level = 0

    init(layout: JSONLayout) {
        self.layout = layout
        // An answer of ours fits without growing.
        output.reserveCapacity(1024)
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let text): appendQuoted(text)
        case .array(let elements):
            appendList(elements, between: "[", and: "]") { $0.append($1) }
        case .object(let object):
            appendList(object.members, between: "{", and: "}") { writer, member in
                writer.appendQuoted(member.key)
                writer.append(writer.layout == .pretty ? ": " : ":")
                writer.append(member.value)
            }
        }
    }

    private mutating func appendList<Element>(
        _ elements: [Element],
        between opening: String,
        and closing: String,
        _ appendElement: (inout JSONWriter, Element) -> Void
    ) {
        append(opening)
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            startLine()
            appendElement(&self, element)
        }
        level -= 1
        if !elements.isEmpty { startLine() }
        append(closing)
    }

    private mutating func startLine() {
        guard layout == .pretty else { return }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }

    private mutating func appendQuoted(_ text: String) {
        append("\"")
        if needsEscapes(text) {
            for scalar in text.unicodeScalars { appendEscaped(scalar) }
        } else {
            append(text)
        }
        append("\"")
    }

    private func needsEscapes(_ text: String) -> Bool {
        let utf8 = text.utf8.span
        for index in utf8.indices where JSONWriter.mayNeedEscape(utf8[index]) { return true }
        return false
    }

    /// 0xE2 is the first byte of U+2028 and U+2029, among others.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xE2
    }

    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        // The two line separators end a line for JavaScript and for some log readers.
        case "\u{0}"..."\u{1F}", "\u{2028}", "\u{2029}": appendNumbered(scalar)
        default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func appendNumbered(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
}
