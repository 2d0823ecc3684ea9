import HTTPServer

/// What stands behind `Bearer` in an `Authorization` header.
/// [RFC 6750, 2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)
enum BearerText: Hashable {
    /// There is no such header.
    case absent
    /// There is one, and it is no bearer's: another scheme, sent twice, or empty.
    case unusable
    case token(String)

    init(_ headers: HTTPHeaders) {
        let values = headers.all("authorization")
        guard let value = values.first else {
            self = .absent
            return
        }
        let words = OptionalWhitespace.trimmed(value).split(separator: " ")
        guard values.count == 1, words.count == 2, words[0].lowercased() == "bearer" else {
            self = .unusable
            return
        }
        self = .token(String(words[1]))
    }
}
