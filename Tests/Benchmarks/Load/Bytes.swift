import Glibc

extension UnsafeRawBufferPointer {
    func contains(_ needle: [UInt8]) -> Bool { offset(of: needle) != nil }

    /// Where `needle`, which is not empty, begins.
    func offset(of needle: [UInt8]) -> Int? {
        guard let start = baseAddress else { return nil }
        var offset = 0
        while offset + needle.count <= count {
            let places = count - needle.count - offset + 1
            guard let found = memchr(start + offset, Int32(needle[0]), places) else { return nil }
            offset = UnsafeRawPointer(found) - start
            if memcmp(start + offset, needle, needle.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
