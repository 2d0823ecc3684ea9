/// What a page may load, and whom it may call: its own server, and Stripe or the stand-in for it.
/// Nothing inline and nobody else, so that a text that came from outside never becomes a script
/// beside a card field. [CSP, 3](https://www.w3.org/TR/CSP3/),
/// [Stripe's origins](https://docs.stripe.com/security/guide#content-security-policy)
struct PagePolicy: Sendable {
    let text: String

    /// - Parameter standIn: the origin of the stand-in for Stripe; `nil`: Stripe itself.
    init(standIn: String?) {
        let scripts = standIn ?? "https://js.stripe.com https://*.js.stripe.com"
        let calls = standIn ?? "https://api.stripe.com"
        let frames = standIn == nil ? scripts + " https://hooks.stripe.com" : "'none'"
        text = [
            "default-src 'none'",
            "script-src 'self' \(scripts)",
            "connect-src 'self' \(calls)",
            "frame-src \(frames)",
            "style-src 'self'",
            "font-src 'self'",
            "img-src 'self' data:",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }
}
