/// What lets an app show one customer's cards for a while. Stripe keeps it without an id.
struct CustomerSession {
    let clientSecret: String
    let customer: String
    let components: SessionComponents
    let created: Int64
    let expiresAt: Int64
}
