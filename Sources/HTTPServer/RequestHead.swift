/// A request line and its header, checked line by line, and the framing that follows from them.
struct RequestHead {
    private(set) var method: HTTPMethod?
    private(set) var path = ""
    private(set) var query: String?
    private(set) var headers = HTTPHeaders()
    private(set) var isVersion10 = false
    /// Whether `100 Continue` is due before the body.
    var expectsContinue = false

    private var contentLength: Int?
    private var hasTransferEncoding = false
    private var hasHost = false
    private var asksToClose = false
    private var asksToKeepAlive = false

    /// Whether the client wants to send another request on this connection.
    /// [RFC 9112, 9.3](https://www.rfc-editor.org/rfc/rfc9112#section-9.3)
    var keepsAlive: Bool { !asksToClose && (!isVersion10 || asksToKeepAlive) }

    // MARK: Request line

    /// Takes `METHOD SP target SP HTTP/1.x`, without its line end.
    mutating func takeRequestLine(_ line: ArraySlice<UInt8>) throws(Refusal) {
        guard let afterMethod = line.firstIndex(of: ASCII.space),
            let afterTarget = line[(afterMethod + 1)...].firstIndex(of: ASCII.space)
        else { throw .badRequest("The request line has not the form METHOD target HTTP/1.1.") }
        let name = line[..<afterMethod]
        guard !name.isEmpty, name.allSatisfy(ASCII.isToken) else {
            throw .badRequest("The method is not a token.")
        }
        try takeVersion(line[(afterTarget + 1)...])
        method = HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
        guard let method else { throw .unknownMethod }
        try takeTarget(line[(afterMethod + 1)..<afterTarget], of: method)
    }

    private mutating func takeVersion(_ version: ArraySlice<UInt8>) throws(Refusal) {
        let start = version.startIndex
        guard version.count == 8, version.starts(with: "HTTP/".utf8),
            ASCII.isDigit(version[start + 5]), version[start + 6] == UInt8(ascii: "."),
            ASCII.isDigit(version[start + 7])
        else { throw .badRequest("The request line does not end in an HTTP version.") }
        let minor = version[start + 7]
        guard version[start + 5] == UInt8(ascii: "1"), minor <= UInt8(ascii: "1") else {
            throw .unknownVersion
        }
        isVersion10 = minor == UInt8(ascii: "0")
    }

    private mutating func takeTarget(
        _ target: ArraySlice<UInt8>,
        of method: HTTPMethod
    ) throws(Refusal) {
        let isAsterisk = target.elementsEqual("*".utf8) && method == .options
        guard target.first == UInt8(ascii: "/") || isAsterisk else {
            throw .badRequest("The target does not begin with a slash.")
        }
        guard target.allSatisfy({ ASCII.isVisible($0) && $0 != UInt8(ascii: "#") }) else {
            throw .badRequest("The target holds a character that has to be percent-encoded.")
        }
        let mark = target.firstIndex(of: UInt8(ascii: "?"))
        path = String(decoding: target[..<(mark ?? target.endIndex)], as: UTF8.self)
        query = mark.map { String(decoding: target[($0 + 1)...], as: UTF8.self) }
    }

    // MARK: Fields

    /// Takes `name: value`, without its line end, its name in lower case.
    mutating func takeField(_ line: ArraySlice<UInt8>) throws(Refusal) {
        guard line.first != ASCII.space, line.first != ASCII.tab else {
            throw .badRequest("A field line begins with white space.")
        }
        guard let colon = line.firstIndex(of: ASCII.colon) else {
            throw .badRequest("A field line has no colon.")
        }
        guard colon > line.startIndex, line[..<colon].allSatisfy(ASCII.isToken) else {
            throw .badRequest("A field name is not a token.")
        }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = Self.text(Self.trimmed(line[(colon + 1)...]))
        headers.add(lowerCased: name, value: value)
        try note(name, value)
    }

    /// Remembers what decides about framing and the connection.
    private mutating func note(_ name: String, _ value: String) throws(Refusal) {
        switch name {
        case "content-length": try noteContentLength(value)
        case "transfer-encoding": hasTransferEncoding = true
        case "host": try noteHost(value)
        case "expect": try noteExpectation(value)
        case "connection": noteConnection(value)
        default: break
        }
    }

    /// Two lengths are refused even where they are equal, as is a list: no honest client sends
    /// them, and a proxy in front may have gone by the other one.
    private mutating func noteContentLength(_ value: String) throws(Refusal) {
        guard contentLength == nil else {
            throw .badRequest("There is more than one Content-Length.")
        }
        let digits = value.utf8
        guard !digits.isEmpty, digits.count <= 19, digits.allSatisfy(ASCII.isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0"), let length = Int(value)
        else { throw .badRequest("The Content-Length is not a plain number.") }
        contentLength = length
    }

    private mutating func noteHost(_ value: String) throws(Refusal) {
        guard !hasHost else { throw .badRequest("There is more than one Host.") }
        guard HostSyntax.isValid(value.utf8) else { throw .badRequest("The Host is malformed.") }
        hasHost = true
    }

    /// An HTTP/1.0 client cannot be answered 100, so its expectations are ignored.
    /// [RFC 9110, 10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1)
    private mutating func noteExpectation(_ value: String) throws(Refusal) {
        if isVersion10 { return }
        guard value.utf8.map(ASCII.lowered).elementsEqual("100-continue".utf8) else {
            throw .unknownExpectation
        }
        expectsContinue = true
    }

    private mutating func noteConnection(_ value: String) {
        for option in value.utf8.split(separator: UInt8(ascii: ",")) {
            let option = Self.trimmed(option.map(ASCII.lowered)[...])
            if option.elementsEqual("close".utf8) { asksToClose = true }
            if option.elementsEqual("keep-alive".utf8) { asksToKeepAlive = true }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == ASCII.space || first == ASCII.tab {
            bytes.removeFirst()
        }
        while let last = bytes.last, last == ASCII.space || last == ASCII.tab {
            bytes.removeLast()
        }
        return bytes
    }

    /// Latin-1: see `HTTPRequest.headers`.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    // MARK: Framing

    /// The length of the body, known once the header has ended.
    ///
    /// Without a `Content-Length` there is none, for POST too: so says
    /// [RFC 9112, 6.3](https://www.rfc-editor.org/rfc/rfc9112#section-6.3), and `curl -X POST`
    /// sends it. Any `Transfer-Encoding` is refused, and beside a `Content-Length` it is an attack.
    func bodyLength(limits: ServerLimits) throws(Refusal) -> Int {
        if hasTransferEncoding {
            guard contentLength == nil else {
                throw .badRequest("There are both a Content-Length and a Transfer-Encoding.")
            }
            throw .transferEncoding
        }
        guard hasHost || isVersion10 else { throw .badRequest("There is no Host.") }
        let length = contentLength ?? 0
        guard length <= limits.bodyBytes else { throw .bodyTooLarge }
        return length
    }
}
