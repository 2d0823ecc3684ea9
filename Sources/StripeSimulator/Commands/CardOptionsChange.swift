/// What a request says in `payment_method_options[card]`.
struct CardOptionsChange {
    var requestThreeDSecure: ThreeDSecureRequest?
    var requiresCVCRecollection: Bool?
    var setupFutureUsage: String?
    var capturesManually: Bool?
    var network: String?
    var cvcToken: String?

    init() {}

    init(_ parameters: Parameters) throws(StripeError) {
        guard let options = try parameters.nested("payment_method_options") else { return }
        try options.refuseUnknown(["card", "card_present", "link"])
        guard let card = try options.nested("card") else { return }
        try card.refuseUnknown(CardOptionsChange.known)
        try card.refuseUnsimulated(["installments", "mandate_options", "three_d_secure"])
        requestThreeDSecure = try card.choice("request_three_d_secure", ThreeDSecureRequest.self)
        requiresCVCRecollection = try card.flag("require_cvc_recollection")
        setupFutureUsage = try card.choice("setup_future_usage", Usage.self)?.rawValue
        capturesManually = try card.choice("capture_method", Capture.self).map { $0 == .manual }
        network = try card.nonEmpty("network")
        cvcToken = try card.nonEmpty("cvc_token")
    }

    func apply(to options: inout CardOptions) {
        if let requestThreeDSecure { options.requestThreeDSecure = requestThreeDSecure }
        if let requiresCVCRecollection { options.requiresCVCRecollection = requiresCVCRecollection }
        if let setupFutureUsage { options.setupFutureUsage = setupFutureUsage }
        if let capturesManually { options.capturesManually = capturesManually }
        if let network { options.network = network }
    }

    private enum Usage: String, CaseIterable {
        case none
        case offSession = "off_session"
        case onSession = "on_session"
    }

    private enum Capture: String, CaseIterable {
        case manual
    }

    private static let known: Set<String> = [
        "capture_method", "cvc_token", "installments", "mandate_options", "network",
        "request_extended_authorization", "request_incremental_authorization",
        "request_multicapture", "request_overcapture", "request_three_d_secure",
        "require_cvc_recollection", "setup_future_usage", "statement_descriptor_suffix_kana",
        "statement_descriptor_suffix_kanji", "three_d_secure",
    ]
}
