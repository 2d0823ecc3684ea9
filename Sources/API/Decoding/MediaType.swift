import HTTPServer

/// What a `Content-Type` announces.
enum MediaType {
    /// Whether the body is announced as JSON, once, in whatever case and with whatever parameters.
    /// Android's library adds `charset=utf-8`.
    /// [RFC 9110, 8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.3)
    static func isJSON(_ headers: HTTPHeaders) -> Bool {
        let values = headers.all("content-type")
        guard values.count == 1, let value = values.first else { return false }
        let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }
        return OptionalWhitespace.trimmed(String(Substring(type))).lowercased()
            == "application/json"
    }
}
