/// Reads `application/x-www-form-urlencoded` with Rack's brackets.
enum FormParser {
    /// Ours, not Stripe's: a PaymentIntent with 50 metadata has fewer than 100.
    static let fieldLimit = 1000
    /// The deepest parameter of the card calls is four.
    static let depthLimit = 8

    static func parse(_ bytes: some Collection<UInt8>) throws(FormError) -> FormMap {
        var map = FormMap()
        for (name, value) in try pairs(bytes) {
            let path = try segments(of: name)
            guard path.count <= depthLimit else { throw .tooDeep(limit: depthLimit) }
            guard case .name(let first) = path[0] else { throw .badName(name) }
            let rest = path.dropFirst()
            map.set(first, to: try inserting(value, at: rest, into: map[first], name: name))
        }
        return map
    }

    private enum Segment {
        case name(String)
        case next
    }

    private static func pairs(
        _ bytes: some Collection<UInt8>
    ) throws(FormError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for field in bytes.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < fieldLimit else { throw .tooManyFields(limit: fieldLimit) }
            let equals = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            let name = try decode(field[..<equals])
            pairs.append((name, try decode(field[equals...].dropFirst())))
        }
        return pairs
    }

    /// Percent-decoding, where `+` is a space.
    static func decode(_ bytes: some Collection<UInt8>) throws(FormError) -> String {
        guard bytes.contains(where: isEncoded) else {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .badEncoding }
            return text
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"):
                output.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal),
                    let low = iterator.next().flatMap(hexadecimal)
                else { throw .badEncoding }
                output.append(high << 4 | low)
            default:
                output.append(byte)
            }
        }
        guard let text = String(validating: output, as: UTF8.self) else { throw .badEncoding }
        return text
    }

    private static func isEncoded(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "%")
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// `a[b][]` is the name `a`, the name `b`, and the next place of a list. Brackets are found by
    /// their bytes: to look for characters costs more than all the rest of a request's reading.
    private static func segments(of name: String) throws(FormError) -> [Segment] {
        let bytes = name.utf8
        guard let open = bytes.firstIndex(of: FormParser.opening) else { return [.name(name)] }
        var segments: [Segment] = [.name(String(name[..<open]))]
        var rest = bytes[open...]
        while !rest.isEmpty {
            guard rest.first == FormParser.opening,
                let close = rest.firstIndex(of: FormParser.closing)
            else { throw .badName(name) }
            let inner = rest[..<close].dropFirst()
            guard !inner.contains(FormParser.opening) else { throw .badName(name) }
            segments.append(inner.isEmpty ? .next : .name(String(Substring(inner))))
            rest = rest[close...].dropFirst()
        }
        return segments
    }

    private static let opening = UInt8(ascii: "[")
    private static let closing = UInt8(ascii: "]")

    private static func inserting(
        _ text: String,
        at path: ArraySlice<Segment>,
        into existing: FormValue?,
        name: String
    ) throws(FormError) -> FormValue {
        guard let segment = path.first else {
            switch existing {
            case nil, .text: return .text(text)
            case .list, .map: throw .badName(name)
            }
        }
        let rest = path.dropFirst()
        switch (segment, existing) {
        case (.next, nil):
            return .list([try inserting(text, at: rest, into: nil, name: name)])
        case (.next, .list(let values)):
            return .list(values + [try inserting(text, at: rest, into: nil, name: name)])
        case (.name(let key), nil), (.name(let key), .map):
            var map = FormMap()
            if case .map(let present) = existing { map = present }
            map.set(key, to: try inserting(text, at: rest, into: map[key], name: name))
            return .map(map)
        case (.next, .text), (.next, .map), (.name, .text), (.name, .list):
            throw .badName(name)
        }
    }
}
