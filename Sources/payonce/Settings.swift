import API
import Money
import Outbox
import Payments
import Telemetry

/// What `payonce serve` is told by its environment.
struct Settings {
    var databaseURL: String
    var stripe: StripeSettings
    var listen: ListenAddress
    /// Where those look who watch over the service.
    var opsListen: ListenAddress
    var defaultCurrency: Currency
    var defaultItems: [ItemID]
    /// A saved card is charged only with its security code.
    var isCVCRequired: Bool
    var cvcMismatch: CVCMismatchPolicy
    /// Customers are accounts at Stripe.
    var showsCustomerAccounts: Bool
    var duplicateWindow: Duration
    var answerTimeout: Duration
    var stripeTimeout: Duration
    var resendLimit: Duration
    var lease: Duration
    var mostInFlight: Int
    /// Requests and the time they are counted over, per address; `nil`: no limit.
    var rateLimit: RateLimit?
    var trustedProxies: [AddressRange]
    var corsOrigins: [String]
    /// Where a page for browsers is; `nil`: there is none.
    var staticFolder: String?
    /// `nil`: there are no customers.
    var customerTokens: CustomerTokens?
    /// `nil`: the shop is told nothing, and looks itself.
    var shop: ShopSettings?
    var logLevel: LogLevel
}

/// Where the shop is told what came of payments.
struct ShopSettings {
    let address: ShopAddress
    let secret: ShopSecret
}

struct StripeSettings {
    var secretKey: String
    var publishableKey: String
    var apiBase: String
    var apiVersion: String
    var caFile: String?
    /// Requests per second; `nil`: no limit.
    var rate: Int?
    var descriptorSuffix: String?

    /// Whether it is Stripe itself that is asked, and not a stand-in.
    var isStripe: Bool { apiBase == StripeSettings.realBase }
    var isLive: Bool { mode == .live }

    var mode: Mode {
        guard isStripe else { return .simulator }
        return Mode(ofKey: secretKey) ?? .test
    }

    /// As a browser names what stands in for Stripe; `nil`: it is Stripe itself.
    var standIn: String? {
        isStripe ? nil : apiBase.split(separator: "/").prefix(2).joined(separator: "//")
    }

    /// The account and its mode, part of every payment's id. Stripe's newer publishable keys carry
    /// the account's name; an older key stands for its account itself.
    var account: String {
        guard isStripe else { return "simulator" }
        let body = publishableKey.dropFirst("pk_live_".count)
        return "\(mode.rawValue):\(body.hasPrefix("51") ? body.dropFirst(2).prefix(14) : body)"
    }

    static let realBase = "https://api.stripe.com"

    typealias Mode = RouterSettings.Mode
}

extension RouterSettings.Mode {
    /// The mode that a key's name says; `nil` where it says none.
    init?(ofKey key: String) {
        if key.contains("_live_") {
            self = .live
        } else if key.contains("_test_") {
            self = .test
        } else {
            return nil
        }
    }
}

/// An address and a port, as in `127.0.0.1:4242` or `[::1]:4242`.
struct ListenAddress: Equatable, CustomStringConvertible {
    let host: String
    let port: UInt16

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.host = String(host)
        self.port = port
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") || host == "localhost" }
}
