extension Parameters {
    func metadata() throws(StripeError) -> MetadataChange? {
        guard let inner = try nested("metadata") else { return nil }
        var change = MetadataChange(clears: inner.keys.isEmpty)
        for key in inner.keys {
            guard key.unicodeScalars.count <= Metadata.keyLengthLimit else {
                throw StripeError(
                    "Metadata keys can have up to \(Metadata.keyLengthLimit) characters, you "
                        + "passed in a key that is \(key.unicodeScalars.count) characters. Invalid "
                        + "key: \(key)",
                    parameter: "metadata"
                )
            }
            let value = try inner.text(key) ?? ""
            guard value.unicodeScalars.count <= Metadata.valueLengthLimit else {
                throw StripeError(
                    "Metadata values can have up to \(Metadata.valueLengthLimit) characters, but "
                        + "you passed in a value that is \(value.unicodeScalars.count) characters. "
                        + "Invalid value: \(value)",
                    parameter: inner.name(key)
                )
            }
            change.values.append(Metadata.Entry(key: key, value: value))
        }
        return change
    }
}
