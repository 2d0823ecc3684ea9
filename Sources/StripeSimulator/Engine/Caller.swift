/// Who calls, by the kind of the key. All test keys belong to one account.
struct Caller: Hashable {
    /// Whether it is an app, which may do and see less.
    let isPublishable: Bool

    init(authorization: String?) throws(StripeError) {
        guard let authorization, let key = Caller.key(authorization), !key.isEmpty else {
            throw .noKey
        }
        let kind = key.prefix(3)
        guard ["sk_", "rk_", "pk_"].contains(kind) else { throw .invalidKey(key) }
        let rest = key.dropFirst(3)
        if rest.hasPrefix("live_") { throw .liveKey }
        guard rest.hasPrefix("test_"), rest.utf8.count > 5, rest.utf8.allSatisfy(Caller.isOfAKey)
        else { throw .invalidKey(key) }
        isPublishable = kind == "pk_"
    }

    private static func isOfAKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
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
