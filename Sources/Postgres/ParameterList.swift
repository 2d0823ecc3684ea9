/// The parameters of a statement in PostgreSQL's binary format, in one buffer.
///
/// Binary, because arrays need no quoting then and numbers no formatting.
struct ParameterList: Sendable {
    private(set) var types: [UInt32] = []
    /// Where each value lies in `bytes`; `nil` is NULL.
    private(set) var ranges: [Range<Int>?] = []
    private(set) var bytes: [UInt8] = []
    /// Why these parameters cannot be sent.
    private(set) var problem: String?

    /// The protocol counts parameters in 16 bits.
    static let countLimit = 65_535
    /// PostgreSQL holds no value above 1 GB.
    static let byteLimit = 1 << 30

    var count: Int { types.count }

    /// Throws where the server could not take these values.
    func check() throws(DatabaseError) {
        if let problem { throw .unencodable(reason: problem) }
        guard count <= ParameterList.countLimit else {
            throw .unencodable(reason: "more than \(ParameterList.countLimit) parameters")
        }
        guard bytes.count < ParameterList.byteLimit else {
            throw .unencodable(reason: "more than 1 GB of parameters")
        }
    }

    mutating func append<Value: SQLValue>(_ value: Value?) {
        types.append(Value.sqlType.scalar)
        guard let value else { return ranges.append(nil) }
        let start = bytes.count
        encode(value)
        ranges.append(start..<bytes.count)
    }

    /// An array: dimensions, whether NULLs occur, the element type, then each element behind its
    /// length (`array_recv` in PostgreSQL's `arrayfuncs.c`).
    mutating func append<Value: SQLValue>(_ values: [Value?]) {
        types.append(Value.sqlType.array)
        let start = bytes.count
        let hasNull = values.contains { $0 == nil }
        appendArrayHead(of: Value.sqlType.scalar, count: values.count, hasNull: hasNull)
        for value in values {
            if let value { appendElement(value) } else { bytes.append(bigEndian: Int32(-1)) }
        }
        ranges.append(start..<bytes.count)
    }

    mutating func append<Value: SQLValue>(_ values: [Value]) {
        types.append(Value.sqlType.array)
        let start = bytes.count
        appendArrayHead(of: Value.sqlType.scalar, count: values.count, hasNull: false)
        for value in values { appendElement(value) }
        ranges.append(start..<bytes.count)
    }

    mutating func append(_ other: ParameterList) {
        let offset = bytes.count
        types += other.types
        ranges += other.ranges.map { range in
            range.map { $0.lowerBound + offset..<$0.upperBound + offset }
        }
        bytes += other.bytes
        problem = problem ?? other.problem
    }

    private mutating func appendArrayHead(of type: UInt32, count: Int, hasNull: Bool) {
        bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
        bytes.append(bigEndian: Int32(hasNull ? 1 : 0))
        bytes.append(bigEndian: type)
        guard count > 0 else { return }
        bytes.append(bigEndian: Int32(truncatingIfNeeded: count))
        bytes.append(bigEndian: Int32(1))
    }

    private mutating func appendElement<Value: SQLValue>(_ value: Value) {
        let lengthAt = bytes.count
        bytes.append(bigEndian: Int32(0))
        let start = bytes.count
        encode(value)
        bytes.replace(at: lengthAt, bigEndian: Int32(truncatingIfNeeded: bytes.count - start))
    }

    private mutating func encode<Value: SQLValue>(_ value: Value) {
        let parameter = types.count
        if let reason = value.encode(into: &bytes) {
            problem = problem ?? "parameter \(parameter): \(reason)"
        }
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        // One append of known length, because a group of payments has thousands of lengths.
        let start = count
        append(contentsOf: repeatElement(0, count: Number.bitWidth / 8))
        replace(at: start, bigEndian: number)
    }

    fileprivate mutating func replace<Number: FixedWidthInteger>(
        at index: Int,
        bigEndian number: Number
    ) {
        for byte in 0..<Number.bitWidth / 8 {
            let shift = Number(Number.bitWidth - 8 - 8 * byte)
            self[index + byte] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }
}
