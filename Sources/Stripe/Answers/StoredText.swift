/// Text of Stripe's on its way into the database and into logs.
enum StoredText {
    /// A word of Stripe's vocabulary or an id: the longest known ids are under 255.
    static let longestWord = 500
    /// A sentence for the customer: Stripe's are under 300.
    static let longestSentence = 1_000

    /// Without U+0000, which PostgreSQL's `text` cannot hold, and cut to `longest` characters.
    static func cleaned(_ text: String, longest: Int) -> String {
        // A character has one byte or more, so in nearly all cases there is nothing to do.
        if text.utf8.count <= longest, !text.utf8.contains(0) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(longest))
        return String(scalars)
    }
}
