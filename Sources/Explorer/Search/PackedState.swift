/// A state of a model in 256 bits, so that millions of them fit into memory.
public struct PackedState: Hashable, Sendable {
    var words: InlineArray<4, UInt64>

    init(words: InlineArray<4, UInt64> = InlineArray(repeating: 0)) {
        self.words = words
    }

    public static func == (left: PackedState, right: PackedState) -> Bool {
        left.words[0] == right.words[0] && left.words[1] == right.words[1]
            && left.words[2] == right.words[2] && left.words[3] == right.words[3]
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

    /// All bits spread over one word: multiplications with odd constants, each followed by a shift
    /// that brings the high bits back down.
    var mixed: UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in 0..<4 {
            sum = (sum ^ words[index]) &* 0xBF58_476D_1CE4_E5B9
            sum ^= sum >> 29
        }
        sum = sum &* 0x94D0_49BB_1331_11EB
        return sum ^ (sum >> 32)
    }
}

/// Writes numbers of a few bits one after the other. None may cross from one word to the next.
struct BitWriter {
    private(set) var state = PackedState()
    private var word = 0
    private var offset: UInt64 = 0

    mutating func write(_ value: UInt8, bits: UInt64) {
        precondition(UInt64(value) >> bits == 0, "a field got more than its bits hold")
        if offset + bits > 64 {
            word += 1
            offset = 0
        }
        state.words[word] |= UInt64(value) << offset
        offset += bits
    }

    mutating func write(_ value: Bool) { write(value ? 1 : 0, bits: 1) }
}

/// Reads what `BitWriter` wrote, in the same order.
struct BitReader {
    private let state: PackedState
    private var word = 0
    private var offset: UInt64 = 0

    init(_ state: PackedState) {
        self.state = state
    }

    mutating func read(bits: UInt64) -> UInt8 {
        if offset + bits > 64 {
            word += 1
            offset = 0
        }
        let value = (state.words[word] >> offset) & (1 << bits - 1)
        offset += bits
        return UInt8(value)
    }

    mutating func readBool() -> Bool { read(bits: 1) == 1 }
}
