/// Writes `application/x-www-form-urlencoded` with Stripe's brackets for nesting. The order is the
/// one given, so equal parameters are equal bytes.
///
/// Everything but RFC 3986's unreserved characters is escaped, a space as `%20` and the brackets
/// too: that is what the URL Standard's own serializer does to brackets, Stripe reads both, and
/// the same text can then stand in a query, where a plain bracket is not allowed.
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
enum FormEncoder {
    static func encode(_ fields: [FormField]) -> [UInt8] {
        var pairs: [(name: String, value: String)] = []
        for field in fields { collect(field.value, named: field.name, into: &pairs) }
        var bytes: [UInt8] = []
        for pair in pairs {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            escape(pair.name, into: &bytes)
            bytes.append(UInt8(ascii: "="))
            escape(pair.value, into: &bytes)
        }
        return bytes
    }

    /// `text` as it stands in a path or query.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        escape(text, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func collect(
        _ value: FormValue,
        named name: String,
        into pairs: inout [(name: String, value: String)]
    ) {
        switch value {
        case .text(let text):
            pairs.append((name, text))
        case .list(let values):
            for value in values { collect(value, named: name + "[]", into: &pairs) }
        case .fields(let fields):
            for field in fields {
                collect(field.value, named: "\(name)[\(field.name)]", into: &pairs)
            }
        }
    }

    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case _: isAlphanumeric(byte)
        }
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case _: false
        }
    }
}
