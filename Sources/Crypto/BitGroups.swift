/// The encodings of RFC 4648: a character for each group of bits, from the highest bit on, the last
/// group filled with zeros, no padding.
enum BitGroups {
    static func encode(_ bytes: [UInt8], bits: Int, alphabet: [UInt8]) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count * 8 + bits - 1) / bits)
        var pending: UInt32 = 0
        var pendingBits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= bits {
                pendingBits -= bits
                characters.append(alphabet[Int(pending >> pendingBits) & (1 << bits - 1)])
            }
        }
        if pendingBits > 0 {
            characters.append(alphabet[Int(pending << (bits - pendingBits)) & (1 << bits - 1)])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// `nil` where `encode` would not have written `text`.
    static func decode(_ text: String, bits: Int, alphabet: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var pendingBits = 0
        for character in text.utf8 {
            guard let group = alphabet.firstIndex(of: character) else { return nil }
            pending = pending << bits | UInt32(group)
            pendingBits += bits
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        // A whole group too many, or bits that no byte has put there.
        guard pendingBits < bits, pending & (1 << pendingBits - 1) == 0 else { return nil }
        return bytes
    }
}
