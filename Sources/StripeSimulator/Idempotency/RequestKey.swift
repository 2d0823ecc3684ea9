/// An idempotency key and what it is bound to.
struct RequestKey {
    let text: String
    let path: String
    /// In their canonical form.
    let parameters: String

    init(_ text: String, path: String, _ form: FormMap) {
        self.text = text
        self.path = path
        parameters = form.canonical
    }
}
