/// Addresses of lists of all that Stripe has, by when it was made, newest first.
/// https://docs.stripe.com/api/pagination
enum ListRequests {
    static let charges = "/v1/charges"

    /// A page of the list at `path`. The range is in seconds since 1970; both bounds stand there,
    /// so that a list does not grow while it is read. `last` is the last one of the page before.
    static func path(
        _ path: String,
        createdIn range: Range<Int64>,
        after last: String?,
        limit: Int
    ) -> String {
        let created = [
            FormField("gte", .text(String(range.lowerBound))),
            FormField("lt", .text(String(range.upperBound))),
        ]
        var fields = [
            FormField("created", .fields(created)),
            FormField("limit", .text(String(limit))),
        ]
        if let last { fields.append(FormField("starting_after", .text(last))) }
        return path + "?" + String(decoding: FormEncoder.encode(fields), as: UTF8.self)
    }
}
