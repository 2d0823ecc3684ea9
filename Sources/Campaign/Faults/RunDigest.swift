/// A running hash (FNV-1a, 64 bits) over what happens: two runs with equal digests did the same, as
/// far as an accident goes; it resists no attack.
public struct RunDigest: Hashable, Sendable, CustomStringConvertible {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// Of nothing, to add others to.
    static let sum: RunDigest = {
        var sum = RunDigest()
        sum.value = 0
        return sum
    }()

    public mutating func absorb(_ text: String) {
        for byte in text.utf8 { absorb(byte: UInt64(byte)) }
        absorb(byte: 0xFF)
    }

    public mutating func absorb(_ number: UInt64) { absorb(byte: number) }

    public mutating func absorb(_ moment: Duration) {
        let (seconds, attoseconds) = moment.components
        absorb(byte: UInt64(bitPattern: seconds))
        absorb(byte: UInt64(bitPattern: attoseconds / 1000))
    }

    /// Takes in another run's, in whatever order several are taken in.
    mutating func join(_ other: RunDigest, number: UInt64) {
        var mixed = RunDigest()
        mixed.absorb(number)
        mixed.absorb(other.value)
        value &+= mixed.value
    }

    /// Takes in a sum.
    mutating func add(_ other: RunDigest) { value &+= other.value }

    private mutating func absorb(byte: UInt64) {
        value = (value ^ byte) &* 0x0100_0000_01B3
        value ^= value >> 29
    }

    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
