/// What lets a mobile app look after one customer's cards for an hour.
struct EphemeralKey {
    let id: String
    let secret: String
    let customer: String
    let created: Int64

    static let lifetimeSeconds: Int64 = 3600
}
