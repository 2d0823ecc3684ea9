/// Turns a response into the bytes of the wire.
struct ResponseEncoder {
    private var dateSecond: Int64 = -1
    private var dateText = ""

    /// What of the request and of the connection shapes the answer.
    struct Context: Hashable {
        var isHead = false
        var isVersion10 = false
        var closes = false
    }

    /// Head and body in one piece, so that one write sends both. `secondsSinceEpoch` is the
    /// present, for `Date`.
    mutating func encode(
        _ response: HTTPResponse,
        _ context: Context,
        secondsSinceEpoch: Int64
    ) -> [UInt8] {
        let isValid = (200...599).contains(response.status)
        let status = isValid ? response.status : 500
        let body = isValid ? response.body : []
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + body.count)
        bytes.append("HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n")
        for field in response.headers.fields where Self.isSendable(field) {
            Self.append(field, to: &bytes)
        }
        if response.headers["date"] == nil {
            bytes.append("Date: \(date(secondsSinceEpoch))\r\n")
        }
        let hasBody = status != 204 && status != 304
        if hasBody { bytes.append("Content-Length: \(body.count)\r\n") }
        if context.closes {
            bytes.append("Connection: close\r\n")
        } else if context.isVersion10 {
            bytes.append("Connection: keep-alive\r\n")
        }
        bytes.append("\r\n")
        if hasBody, !context.isHead { bytes.append(contentsOf: sent(body, response.delivery)) }
        return bytes
    }

    private func sent(_ body: [UInt8], _ delivery: Delivery) -> ArraySlice<UInt8> {
        switch delivery {
        case .whole: body[...]
        case .truncated(let count): body.prefix(max(0, count))
        case .dropped, .reset: []
        }
    }

    private mutating func date(_ second: Int64) -> String {
        if second != dateSecond {
            dateSecond = second
            dateText = HTTPDate.text(secondsSinceEpoch: second)
        }
        return dateText
    }

    /// Framing and the connection are the server's; a name that is no token would break the head.
    private static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
        switch field.name {
        case "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade",
            "trailer":
            false
        default:
            !field.name.isEmpty && field.name.utf8.allSatisfy(ASCII.isToken)
        }
    }

    /// `Content-Type: value`: capitals are for readers, and for clients that compare them wrongly.
    private static func append(_ field: HTTPHeaders.Field, to bytes: inout [UInt8]) {
        var startsWord = true
        for byte in field.name.utf8 {
            bytes.append(startsWord && byte &- 0x61 < 26 ? byte & 0xdf : byte)
            startsWord = byte == UInt8(ascii: "-")
        }
        bytes.append(": ")
        for byte in field.value.utf8 {
            bytes.append(ASCII.isControl(byte) ? ASCII.space : byte)
        }
        bytes.append("\r\n")
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }
}
