import JSON

/// The one list of an answer that is a list. No answer about a payment has one: shipped clients
/// fail on an array.
struct ReplyList: Sendable, Hashable {
    let name: String
    let elements: [FlatObject]

    var encoded: [UInt8] {
        JSONValue.object([name: .array(elements.map(\.json))]).encoded()
    }
}
