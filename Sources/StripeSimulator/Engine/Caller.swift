/// Who calls, by the kind of the key. All test keys belong to one account.
struct Caller: Hashable {
    /// Whether it is an app, which may do and see less.
    let isPublishable: Bool

    init(authorization: String?) throws(StripeError) {
        guard let authorization, let key = Caller.key(authorization), !key.isEmpty else {
            throw .noKey
        }
        let parts = key.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, ["sk", "rk", "pk"].contains(parts[0]) else {
            throw .invalidKey(key)
        }
        if parts[1] == "live" { throw .liveKey }
        guard parts[1] == "test", !parts[2].isEmpty,
            parts[2].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { throw .invalidKey(key) }
        isPublishable = parts[0] == "pk"
    }

    /// `Bearer sk_test_…`, or Basic with the key as the user name.
    private static func key(_ authorization: String) -> String? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer":
            return String(parts[1])
        case "basic":
            guard let bytes = Base64.decode(parts[1]) else { return nil }
            return String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        default:
            return nil
        }
    }
}
