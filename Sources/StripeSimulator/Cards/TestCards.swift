/// The table of test cards.
enum TestCards {
    static func card(number: String) -> TestCard? { byNumber[number] }

    /// The card of what follows `pm_card_`.
    static func card(name: String) -> TestCard? { byName[name] }

    static let all =
        successes + countries + declines + checks + authentications + refunds + disputes

    private static let byNumber = Dictionary(
        all.map { ($0.number, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let byName = Dictionary(
        all.flatMap { card in card.names.map { ($0, card) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let successes: [TestCard] = [
        TestCard("4242424242424242", ["visa", "us"]),
        TestCard("4000056655665556", ["visa_debit"], funding: "debit"),
        TestCard("5555555555554444", ["mastercard"], .mastercard),
        TestCard("2223003122003222", [], .mastercard),
        TestCard("5200828282828210", ["mastercard_debit"], .mastercard, funding: "debit"),
        TestCard("5105105105105100", ["mastercard_prepaid"], .mastercard, funding: "prepaid"),
        TestCard(
            "378282246310005",
            ["amex", "amex_threeDSecureNotSupported"],
            .amex,
            authentication: .unsupported
        ),
        TestCard("371449635398431", [], .amex, authentication: .unsupported),
        TestCard("6011111111111117", ["discover"], .discover),
        TestCard("6011000990139424", [], .discover),
        TestCard("6011981111111113", [], .discover, funding: "debit"),
        TestCard("3056930009020004", ["diners"], .diners),
        TestCard("36227206271667", [], .diners),
        TestCard("3566002020360505", ["jcb"], .jcb, country: "JP"),
        TestCard("6200000000000005", ["unionpay"], .unionpay, country: "CN"),
        TestCard("6200000000000047", [], .unionpay, funding: "debit", country: "CN"),
        TestCard("6205500000000000004", [], .unionpay, country: "CN"),
        TestCard("6555900000604105", [], .discover),
    ]

    private static let countries: [TestCard] = [
        ("4000000400000008", "at", "AT"), ("4000000360000006", "au", "AU"),
        ("4000000560000004", "be", "BE"), ("4000000760000002", "br", "BR"),
        ("4000001240000000", "ca", "CA"), ("4000007560000009", "ch", "CH"),
        ("4000002760000016", "de", "DE"), ("4000002080000001", "dk", "DK"),
        ("4000007240000007", "es", "ES"), ("4000002500000003", "fr", "FR"),
        ("4000008260000000", "gb", "GB"), ("4000003720000005", "ie", "IE"),
        ("4000003560000008", "in", "IN"), ("4000003800000008", "it", "IT"),
        ("4000003920000003", "jp", "JP"), ("4000004840008001", "mx", "MX"),
        ("4000005280000002", "nl", "NL"), ("4000005780000007", "no", "NO"),
        ("4000007520000008", "se", "SE"), ("4000007020000003", "sg", "SG"),
    ].map { TestCard($0.0, [$0.1], country: $0.2) }

    private static let declines: [TestCard] = [
        ("4000000000000002", ["visa_chargeDeclined", "chargeDeclined"], Decline.generic),
        (
            "4000000000009995",
            ["visa_chargeDeclinedInsufficientFunds", "chargeDeclinedInsufficientFunds"],
            .insufficientFunds
        ),
        ("4000000000009987", ["visa_chargeDeclinedLostCard"], .lostCard),
        ("4000000000009979", ["visa_chargeDeclinedStolenCard"], .stolenCard),
        ("4000000000000069", ["chargeDeclinedExpiredCard"], .expiredCard),
        ("4000000000000127", ["chargeDeclinedIncorrectCvc"], .incorrectCVC),
        ("4000000000000119", ["chargeDeclinedProcessingError"], .processingError),
        (
            "4000000000006975",
            ["visa_chargeDeclinedVelocityLimitExceeded"],
            .velocityExceeded
        ),
        ("4000000000000341", ["chargeCustomerFail"], .generic),
    ].map { TestCard($0.0, $0.1, charge: .declines($0.2)) }

    private static let checks: [TestCard] = [
        TestCard("4100000000000019", ["radarBlock"], charge: .blocked, risk: "highest"),
        TestCard("4000000000004954", ["riskLevelHighest"], risk: "highest"),
        TestCard("4000000000009235", ["riskLevelElevated"], risk: "elevated"),
        TestCard("4000000000000101", ["cvcCheckFail"], checks: CardChecks(cvc: "fail")),
        TestCard("4000000000000036", ["avsZipFail"], checks: CardChecks(postalCode: "fail")),
        TestCard("4000000000000028", ["avsLine1Fail"], checks: CardChecks(addressLine1: "fail")),
        TestCard(
            "4000000000000010",
            ["avsFail"],
            checks: CardChecks(addressLine1: "fail", postalCode: "fail")
        ),
        TestCard(
            "4000000000000044",
            ["avsUnchecked"],
            checks: CardChecks(addressLine1: "unchecked", postalCode: "unchecked")
        ),
    ]

    private static let authentications: [TestCard] = [
        TestCard(
            "4000002500003155",
            ["authenticationRequiredOnSetup"],
            country: "FR",
            authentication: .unlessSetUp
        ),
        TestCard(
            "4000002760003184",
            ["authenticationRequired"],
            country: "DE",
            authentication: .always
        ),
        TestCard(
            "4000003800000446",
            ["authenticationRequiredSetupForOffSession"],
            country: "IT",
            authentication: .onSession
        ),
        TestCard(
            "4000008260003178",
            ["authenticationRequiredChargeDeclinedInsufficientFunds"],
            country: "GB",
            charge: .declines(.insufficientFunds),
            authentication: .always
        ),
        TestCard("4000000000003220", ["threeDSecure2Required"], authentication: .always),
        TestCard("4000008400000027", [], authentication: .always),
        TestCard(
            "4000008400001629",
            ["threeDSecureRequiredChargeDeclined"],
            charge: .declines(.generic),
            authentication: .always
        ),
        TestCard(
            "4000008400001280",
            ["threeDSecureRequiredProcessingError"],
            authentication: .lookupFails
        ),
        TestCard("4000000000003055", ["threeDSecureOptional"], authentication: .optional),
        TestCard(
            "4000000000003097",
            ["threeDSecureOptionalProcessingError"],
            authentication: .optionalFails
        ),
        TestCard("4000000032200000", [], authentication: .frictionless),
        TestCard("4000582600000094", [], country: "GB", authentication: .always),
        TestCard("4000582600000045", [], country: "GB", authentication: .always),
        TestCard("4000582600000102", [], country: "GB", authentication: .always),
        TestCard("4000582600000110", [], country: "GB", authentication: .always),
    ]

    /// They behave in refunds only.
    private static let refunds: [TestCard] = [
        TestCard("4000000000007726", ["pendingRefund"], refund: .succeedsLater),
        TestCard("4000000000005126", ["refundFail"], refund: .failsLater),
        TestCard("4000000000000077", ["bypassPending"]),
    ]

    /// Their charges succeed, and are disputed.
    private static let disputes: [TestCard] = [
        TestCard("4000000000000259", ["createDispute"], dispute: .disputes(.fraudulent)),
        TestCard(
            "4000000000002685",
            ["createDisputeProductNotReceived"],
            dispute: .disputes(.productNotReceived)
        ),
        TestCard("4000000000001976", ["createDisputeInquiry"], dispute: .inquires),
    ]
}
