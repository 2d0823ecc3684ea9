/// What a request says about metadata: `metadata[key]=value` sets or, when empty, removes one;
/// `metadata=` removes all.
struct MetadataChange: Hashable {
    var clears = false
    var values: [Metadata.Entry] = []

    func applied(to metadata: Metadata) throws(StripeError) -> Metadata {
        var changed = clears ? Metadata() : metadata
        for entry in values { changed.set(entry.key, to: entry.value) }
        guard changed.count <= Metadata.keyLimit else {
            throw StripeError(
                "You can have up to \(Metadata.keyLimit) metadata keys.",
                parameter: "metadata"
            )
        }
        return changed
    }
}
