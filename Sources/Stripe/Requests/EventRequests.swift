import Payments

/// The addresses of Stripe's events and disputes.
enum EventRequests {
    /// By their full names: wildcards are documented for a single `type` only, and of `types` there
    /// may be 20. The other events of an intent tell what the service asked for itself.
    /// https://docs.stripe.com/api/events/list, https://docs.stripe.com/api/events/types
    static let types = [
        "payment_intent.succeeded", "payment_intent.canceled", "payment_intent.processing",
        "refund.created", "refund.updated", "refund.failed", "charge.refunded",
        "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
        "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
    ]

    static func listPath(
        in window: EventWindow,
        after last: StripeEventID?,
        limit: Int
    ) -> String {
        var created = [FormField("gte", .text(String(window.since)))]
        if let before = window.before {
            created.append(FormField("lt", .text(String(before))))
        }
        var fields = [
            FormField("created", .fields(created)),
            FormField("limit", .text(String(limit))),
            FormField("types", .list(types.map { .text($0) })),
        ]
        if let last { fields.append(FormField("starting_after", .text(last.description))) }
        return "/v1/events?" + String(decoding: FormEncoder.encode(fields), as: UTF8.self)
    }

    static func path(of dispute: DisputeID) -> String {
        "/v1/disputes/" + FormEncoder.escaped(dispute.description)
    }
}
