/// One of Stripe's test numbers and how its bank behaves (https://docs.stripe.com/testing).
struct TestCard: Hashable {
    let number: String
    /// What may follow `pm_card_`.
    let names: [String]
    let brand: CardBrand
    let funding: String
    let country: String
    let charge: ChargeBehavior
    let authentication: AuthenticationRule
    let checks: CardChecks
    let risk: String
    let refund: RefundOutcome
    let dispute: DisputeBehavior

    init(
        _ number: String,
        _ names: [String] = [],
        _ brand: CardBrand = .visa,
        funding: String = "credit",
        country: String = "US",
        charge: ChargeBehavior = .approves,
        authentication: AuthenticationRule = .notEnrolled,
        checks: CardChecks = CardChecks(),
        risk: String = "normal",
        refund: RefundOutcome = .succeeds,
        dispute: DisputeBehavior = .accepts
    ) {
        self.number = number
        self.names = names
        self.brand = brand
        self.funding = funding
        self.country = country
        self.charge = charge
        self.authentication = authentication
        self.checks = checks
        self.risk = risk
        self.refund = refund
        self.dispute = dispute
    }

    var last4: String { String(number.suffix(4)) }

    /// Whether its bank refuses to keep it for a customer. Cards that want authentication first are
    /// asked about when they pay, and one of the numbers attaches in order to fail then.
    var refusal: Decline? {
        guard case .declines(let decline) = charge, authentication == .notEnrolled,
            number != TestCard.attachesAndFails
        else { return nil }
        return decline
    }

    private static let attachesAndFails = "4000000000000341"
}
