/// Whether the customer waits for what is done. Where nobody does, nothing is done in their name:
/// no challenge is begun or finished, and no time of theirs begins anew.
enum Presence: Hashable, Sendable {
    /// With how their app can show a challenge.
    case here(Presentation)
    /// The shop asks, or the recovery works.
    case away

    var isHere: Bool {
        switch self {
        case .here: true
        case .away: false
        }
    }
}

extension PayRequest {
    var presence: Presence {
        switch flow {
        case .onSession, .appConfirmed: .here(presentation)
        case .offSession: .away
        }
    }

    /// What separates its key from other people's. All API keys are one shop's, and a customer
    /// never meets the shop's keys.
    var keyScope: String {
        switch flow {
        case .onSession, .appConfirmed: caller.scope
        case .offSession: PayRequest.shopScope
        }
    }

    static let shopScope = "shop"
}
