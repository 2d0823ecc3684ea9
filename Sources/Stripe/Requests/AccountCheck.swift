import Payments

/// What a first call shows about the key.
public enum AccountCheck: Hashable, Sendable {
    /// The key may do what the service needs. `isLive`: as the newest intent says, or as the key's
    /// prefix says where there is none yet.
    case works(isLive: Bool, stripeSeconds: Int64?)
    /// Stripe does not know the key (401).
    case keyRefused
    /// The key is restricted and may not read PaymentIntents, or its account is closed to it (403).
    case keyLacksPermission
    /// Stripe's version of the API, its address or something on the way is wrong; the status.
    case unexpected(status: Int)
    /// No answer, or Stripe is busy: nothing is known about the key.
    case unavailable

    init(_ answer: StripeAnswer, key: StripeSecretKey) {
        switch (answer.status, ReadTable.page(answer)) {
        case (_, .value(let page, stripeSeconds: let seconds)):
            self = .works(
                isLive: page.intents.first?.isLive ?? key.isLive,
                stripeSeconds: seconds
            )
        case (401, _): self = .keyRefused
        case (403, _): self = .keyLacksPermission
        case (429, _), (500..., _): self = .unavailable
        case (let status, _): self = .unexpected(status: status)
        }
    }
}
