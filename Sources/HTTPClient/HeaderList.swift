import CCurl

/// Request headers in libcurl's form. The handle that uses the list keeps it alive.
@safe final class HeaderList {
    private(set) var head: UnsafeMutablePointer<curl_slist>?
    private let headers: [(String, String)]

    /// `nil` where a name or value could end its line and so start another one.
    init?(_ headers: [(String, String)]) {
        self.headers = headers
        guard headers.allSatisfy({ HeaderList.isName($0.0) && HeaderList.isValue($0.1) }) else {
            return nil
        }
        // Without this libcurl asks for permission (`Expect: 100-continue`) and waits a second for
        // it.
        append(Array("Expect:\0".utf8))
        for (name, value) in headers { append(HeaderList.line(name, value)) }
    }

    deinit { unsafe curl_slist_free_all(head) }

    func holds(_ others: [(String, String)]) -> Bool {
        headers.count == others.count && zip(headers, others).allSatisfy { $0 == $1 }
    }

    private func append(_ line: [UInt8]) {
        unsafe line.withUnsafeBytes { bytes in
            let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            // Copies the line. NULL is out of memory, and libcurl leaves the list as it was.
            guard let longer = unsafe curl_slist_append(head, text) else {
                preconditionFailure("out of memory")
            }
            unsafe head = longer
        }
    }

    /// `name: value`, or `name;`, libcurl's way to send a field without a value.
    private static func line(_ name: String, _ value: String) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(name.utf8.count + value.utf8.count + 3)
        line.append(contentsOf: name.utf8)
        line.append(contentsOf: value.isEmpty ? ";".utf8 : ": ".utf8)
        line.append(contentsOf: value.utf8)
        line.append(0)
        return line
    }

    /// A token (RFC 9110, 5.6.2).
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default:
                    "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// No control characters but the tab (RFC 9110, 5.5).
    private static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }
    }
}
