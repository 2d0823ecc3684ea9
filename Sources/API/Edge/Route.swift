import HTTPServer

/// An address of the service. Paths are exact: neither decoded nor stripped of a final slash, so
/// that a proxy's rule and ours mean the same.
enum Route: Hashable {
    /// `/stripe-key` and `/config`: the publishable key.
    case publishableKey
    /// `/pay` and `/pay-without-webhooks`.
    case pay
    case chargeCardOffSession
    case payment(id: String)
    case cancelPayment(id: String)
    case paymentMethods
    case paymentMethod(id: String)
    case health
    case readiness
    /// Everything else may be a file.
    case file

    init(path: String) {
        self = Route.exact[path] ?? Route.underPayments(path) ?? Route.underMethods(path) ?? .file
    }

    var methods: [HTTPMethod] {
        switch self {
        case .publishableKey, .payment, .paymentMethods, .health, .readiness:
            [.get, .head, .options]
        case .paymentMethod: [.delete, .options]
        case .pay, .chargeCardOffSession, .cancelPayment: [.post, .options]
        case .file: [.get, .head]
        }
    }

    /// The name in the log: few, and without what a client chose.
    var template: String {
        switch self {
        case .publishableKey: "/stripe-key"
        case .pay: "/pay"
        case .chargeCardOffSession: "/charge-card-off-session"
        case .payment: "/payments/{id}"
        case .cancelPayment: "/payments/{id}/cancel"
        case .paymentMethods: "/payment-methods"
        case .paymentMethod: "/payment-methods/{id}"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .file: "/*"
        }
    }

    /// Asked every second by whatever watches over the service, and of no interest to a reader.
    var isProbe: Bool { self == .health || self == .readiness }

    private static let exact: [String: Route] = [
        "/stripe-key": .publishableKey,
        "/config": .publishableKey,
        "/pay": .pay,
        "/pay-without-webhooks": .pay,
        "/charge-card-off-session": .chargeCardOffSession,
        "/payment-methods": .paymentMethods,
        "/healthz": .health,
        "/readyz": .readiness,
    ]

    private static func underMethods(_ path: String) -> Route? {
        let prefix = "/payment-methods/"
        guard path.hasPrefix(prefix), path.utf8.count > prefix.utf8.count else { return nil }
        let id = path.dropFirst(prefix.count)
        return id.contains("/") ? nil : .paymentMethod(id: String(id))
    }

    private static func underPayments(_ path: String) -> Route? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard segments.first == "payments", let id = segments.dropFirst().first, !id.isEmpty else {
            return nil
        }
        switch Array(segments.dropFirst(2)) {
        case []: return .payment(id: String(id))
        case ["cancel"]: return .cancelPayment(id: String(id))
        case _: return nil
        }
    }
}
