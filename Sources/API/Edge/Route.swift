import HTTPServer

/// An address of the service. Paths are exact: neither decoded nor stripped of a final slash, so
/// that a proxy's rule and ours mean the same.
enum Route: Hashable {
    /// `/stripe-key` and `/config`: the publishable key.
    case publishableKey
    /// `/pay` and `/pay-without-webhooks`.
    case pay
    case chargeCardOffSession
    case offSessionPayments
    case payment(id: String)
    case cancelPayment(id: String)
    case paymentSheet
    case createIntent
    /// `/confirm-intent` and `/confirm_intent`.
    case confirmIntent
    case customerSession
    case quote
    case orders
    case order(id: String)
    case paymentMethods
    case paymentMethod(id: String)
    /// `/customers/{customerRef}/payment-methods`
    case cards(of: String)
    case refunds(id: String)
    case fulfillments
    /// `/fulfillments/{id}/ack`
    case acknowledgement(id: String)
    case health
    case readiness
    /// `/openapi.json`
    case apiDescription
    /// Everything else may be a file.
    case file

    init(path: String) {
        self = Route.exact[path] ?? Route.under(path) ?? .file
    }

    var methods: [HTTPMethod] {
        switch self {
        case .publishableKey, .payment, .order, .paymentMethods, .cards, .fulfillments, .health,
            .readiness, .apiDescription:
            [.get, .head, .options]
        case .paymentMethod: [.delete, .options]
        case .pay, .chargeCardOffSession, .offSessionPayments, .paymentSheet, .createIntent,
            .confirmIntent, .customerSession, .quote, .cancelPayment, .orders, .refunds,
            .acknowledgement:
            [.post, .options]
        case .file: [.get, .head]
        }
    }

    /// The name in the log: few, and without what a client chose.
    var template: String {
        switch self {
        case .publishableKey: "/stripe-key"
        case .pay: "/pay"
        case .chargeCardOffSession: "/charge-card-off-session"
        case .offSessionPayments: "/off-session-payments"
        case .paymentSheet: "/payment-sheet"
        case .createIntent: "/create-intent"
        case .confirmIntent: "/confirm-intent"
        case .customerSession: "/customer-session"
        case .quote: "/quote"
        case .payment: "/payments/{id}"
        case .cancelPayment: "/payments/{id}/cancel"
        case .orders: "/orders"
        case .order: "/orders/{id}"
        case .paymentMethods: "/payment-methods"
        case .paymentMethod: "/payment-methods/{id}"
        case .cards: "/customers/{id}/payment-methods"
        case .refunds: "/payments/{id}/refunds"
        case .fulfillments: "/fulfillments"
        case .acknowledgement: "/fulfillments/{id}/ack"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .apiDescription: "/openapi.json"
        case .file: "/*"
        }
    }

    /// Every path, with `{id}` in the place of one.
    static var paths: [String] {
        exact.keys
            + named.keys.map { (["", $0[0], "{id}"] + $0.dropFirst()).joined(separator: "/") }
    }

    /// Every `template`.
    static var templates: Set<String> {
        Set(paths.map { Route(path: $0).template } + [Route.file.template])
    }

    /// Asked every second by whatever watches over the service, and of no interest to a reader.
    var isProbe: Bool { self == .health || self == .readiness }

    private static let exact: [String: Route] = [
        "/stripe-key": .publishableKey,
        "/config": .publishableKey,
        "/pay": .pay,
        "/pay-without-webhooks": .pay,
        "/charge-card-off-session": .chargeCardOffSession,
        "/off-session-payments": .offSessionPayments,
        "/payment-sheet": .paymentSheet,
        "/create-intent": .createIntent,
        "/confirm-intent": .confirmIntent,
        "/confirm_intent": .confirmIntent,
        "/customer-session": .customerSession,
        "/quote": .quote,
        "/orders": .orders,
        "/payment-methods": .paymentMethods,
        "/fulfillments": .fulfillments,
        "/healthz": .health,
        "/readyz": .readiness,
        "/openapi.json": .apiDescription,
    ]

    /// Those with an id as their second segment, by the others.
    private static let named: [[Substring]: @Sendable (String) -> Route] = [
        ["payments"]: { .payment(id: $0) },
        ["payments", "cancel"]: { .cancelPayment(id: $0) },
        ["payments", "refunds"]: { .refunds(id: $0) },
        ["orders"]: { .order(id: $0) },
        ["payment-methods"]: { .paymentMethod(id: $0) },
        ["customers", "payment-methods"]: { .cards(of: $0) },
        ["fulfillments", "ack"]: { .acknowledgement(id: $0) },
    ]

    private static func under(_ path: String) -> Route? {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let place = segments.indices.dropFirst().first, !segments[place].isEmpty else {
            return nil
        }
        let id = String(segments.remove(at: place))
        return named[Array(segments)]?(id)
    }
}
