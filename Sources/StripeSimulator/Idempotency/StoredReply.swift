/// An answer before the headers that each sending of it gets anew.
struct StoredReply: Hashable {
    let status: Int
    let body: [UInt8]
    let contentType: String
    /// The id of the request that was executed.
    let request: String
    let version: String

    static let json = "application/json"
    static let html = "text/html"
}
