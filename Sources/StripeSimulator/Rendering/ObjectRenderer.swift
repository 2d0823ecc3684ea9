import JSON

/// Writes objects as Stripe does.
struct ObjectRenderer {
    let account: Account
    let now: Int64

    func list(_ elements: [JSONValue], hasMore: Bool, url: String) -> JSONValue {
        [
            "object": "list",
            "data": .array(elements),
            "has_more": .bool(hasMore),
            "url": .string(url),
        ]
    }
}
