/// An idempotency key and what it is bound to.
struct RequestKey {
    let text: String
    let path: String
    /// The form as it came: the same bytes that the request log holds, not a copy of them.
    private let body: [UInt8]

    init(_ text: String, path: String, body: [UInt8]) {
        self.text = text
        self.path = path
        self.body = body
    }

    /// Whether both have the same parameters, in whatever order they were sent.
    func hasParameters(of other: RequestKey) -> Bool {
        if body == other.body { return true }
        do throws(FormError) {
            return try FormParser.parse(body).canonical == FormParser.parse(other.body).canonical
        } catch {
            // A key is kept only with a form that was read.
            return false
        }
    }
}
