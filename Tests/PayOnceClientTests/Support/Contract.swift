/// What the contract and the README of the service list.
enum Contract {
    /// Refusals that the same request would meet again.
    static let finalRefusals: [(Int, String)] =
        [
            "invalid_request", "card_data_refused", "idempotency_key_too_short",
            "idempotency_key_required", "payment_method_required", "cvc_required",
            "cvc_token_used", "unknown_item", "no_price", "amount_out_of_range",
        ].map { (400, $0) }
        + [
            "payment_not_found", "payment_method_not_found", "order_not_found", "not_found",
        ].map { (404, $0) }
        + [(405, "method_not_allowed")]
        + ["order_fixed", "order_in_use", "payment_not_cancelable"].map { (409, $0) }
        + [(413, "body_too_large"), (415, "unsupported_media_type")]
        + ["idempotency_key_reused", "purchase_mismatch"].map { (422, $0) }

    /// Refusals that pass.
    static let passingRefusals: [(Int, String)] = [
        (408, "request_timeout"), (409, "payment_in_progress"), (429, "rate_limited"),
        (429, "too_many_replacements"), (503, "overloaded"), (503, "unavailable"),
    ]
}
