import API
import Money
import Outbox
import Payments
import Telemetry

/// Reads settings from an environment. Every name and value is checked before anything starts: a
/// misspelt setting that is silently ignored is worse than a service that does not start.
struct SettingsReader {
    private let environment: [String: String]
    private let readFile: (String) -> String?

    /// Everything that the environment may say, with its default and its meaning.
    static let catalogue: [(name: String, fallback: String, meaning: String)] = [
        ("DATABASE_URL", "", "PostgreSQL, as a libpq URL; several hosts are allowed"),
        ("STRIPE_SECRET_KEY", "", "sk_… or a restricted rk_…"),
        ("STRIPE_PUBLISHABLE_KEY", "", "pk_…, of the same account and mode"),
        (
            "STRIPE_API_BASE", StripeSettings.realBase,
            "where Stripe is; anything else is simulator mode"
        ),
        ("STRIPE_API_VERSION", "2026-05-27.dahlia", "the version that requests are made for"),
        ("STRIPE_CA_FILE", "", "certificates to trust in place of the system's"),
        ("PAYONCE_LISTEN", "127.0.0.1:4242", "address and port of the service"),
        (
            "PAYONCE_OPS_LISTEN", "127.0.0.1:4243",
            "the console (/ops/, with an ops key) and /metrics, which needs one off this machine"
        ),
        ("PAYONCE_DEFAULT_CURRENCY", "usd", "where a request names none"),
        ("PAYONCE_DEFAULT_ITEMS", "photo_subscription", "where a request names none"),
        (
            "PAYONCE_CUSTOMER_TOKEN_SECRET", "",
            "verifies customer tokens; 32 bytes or more, NEW,OLD while it changes; without it "
                + "nobody can sign in, and customer endpoints are 404"
        ),
        (
            "PAYONCE_CVC_RECOLLECTION", "optional",
            "optional, or required: a saved card is charged only with its security code"
        ),
        (
            "PAYONCE_CVC_MISMATCH", "refuse",
            "what a wrong security code of a saved card means; accept: the payment stands"
        ),
        (
            "PAYONCE_ACCOUNTS_V2", "off",
            "on: Stripe keeps customers as accounts, and sheets are told customerAccount"
        ),
        (
            "PAYONCE_DUPLICATE_WINDOW", "5m",
            "how long the same card and cart, without key and order, joins a paid payment"
        ),
        ("PAYONCE_ANSWER_TIMEOUT", "25s", "every request is answered within this"),
        ("PAYONCE_STRIPE_TIMEOUT", "50s", "how long one call to Stripe may take"),
        (
            "PAYONCE_RESEND_LIMIT", "10m",
            "how long after the customer's last request an unproven charge is repeated"
        ),
        ("PAYONCE_LEASE", "10s", "how long a silent instance keeps its payments"),
        (
            "PAYONCE_STRIPE_RATE", "",
            "requests per second, shared among instances: 25 in test mode, 100 live, "
                + "unlimited towards a simulator"
        ),
        ("PAYONCE_MAX_IN_FLIGHT", "10000", "requests at a time; more are answered 503"),
        (
            "PAYONCE_RATE_LIMIT", "",
            "new payments per address, as 60/1m; 0 turns off all limits on new payments, and is "
                + "what holds towards a simulator"
        ),
        ("PAYONCE_TRUSTED_PROXIES", "", "CIDRs whose X-Forwarded-For is believed"),
        ("PAYONCE_CORS_ORIGINS", "", "origins of web pages that may ask"),
        ("PAYONCE_STATIC_DIR", "", "a folder with a page for browsers, read at the start"),
        (
            "PAYONCE_STATEMENT_DESCRIPTOR_SUFFIX", "",
            "shown on the card statement, 2 to 22 characters"
        ),
        (
            "PAYONCE_FULFILLMENT_URL", "",
            "where the shop is told what came of payments: https, or http on this machine"
        ),
        (
            "PAYONCE_FULFILLMENT_SECRET", "",
            "signs what the shop is told, at least 32 bytes; goes with the URL"
        ),
        ("PAYONCE_LOG_LEVEL", "info", "debug, info, notice, warning or error"),
    ]

    private static let names = Set(catalogue.map(\.name) + namesForTests)
    #if DEBUG
        private static let namesForTests = [Checkpoints.setting]
    #else
        private static let namesForTests: [String] = []
    #endif
    private static let secrets: Set<String> = [
        "DATABASE_URL", "STRIPE_SECRET_KEY", "PAYONCE_CUSTOMER_TOKEN_SECRET",
        "PAYONCE_FULFILLMENT_SECRET",
    ]

    init(_ environment: [String: String], readFile: @escaping (String) -> String?) {
        self.environment = environment
        self.readFile = readFile
    }

    /// - Throws: `Failure` with the name, what is wrong, and what to do.
    func settings() throws(Failure) -> Settings {
        try refuseUnknownNames()
        let stripe = try stripe()
        return Settings(
            databaseURL: try databaseURL(),
            stripe: stripe,
            listen: try listen("PAYONCE_LISTEN"),
            opsListen: try listen("PAYONCE_OPS_LISTEN"),
            defaultCurrency: try currency(),
            defaultItems: try items(),
            isCVCRequired: try isCVCRequired(),
            cvcMismatch: try cvcMismatch(),
            showsCustomerAccounts: try showsCustomerAccounts(),
            duplicateWindow: try duration("PAYONCE_DUPLICATE_WINDOW"),
            answerTimeout: try duration("PAYONCE_ANSWER_TIMEOUT", atLeast: .seconds(1)),
            stripeTimeout: try duration("PAYONCE_STRIPE_TIMEOUT", atLeast: .seconds(1)),
            resendLimit: try duration("PAYONCE_RESEND_LIMIT"),
            lease: try duration("PAYONCE_LEASE", atLeast: .seconds(1)),
            mostInFlight: try number("PAYONCE_MAX_IN_FLIGHT"),
            rateLimit: try rateLimit(isSimulator: !stripe.isStripe),
            trustedProxies: try trustedProxies(),
            corsOrigins: list("PAYONCE_CORS_ORIGINS"),
            staticFolder: try value("PAYONCE_STATIC_DIR"),
            customerTokens: try customerTokens(),
            shop: try shop(),
            logLevel: try logLevel()
        )
    }

    func databaseURL() throws(Failure) -> String {
        guard let url = try value("DATABASE_URL") else {
            throw Failure(
                "DATABASE_URL is not set. Set it to postgresql://user:password@host/database."
            )
        }
        return url
    }

    /// `nil` where there is no secret.
    func customerTokens() throws(Failure) -> CustomerTokens? {
        let name = "PAYONCE_CUSTOMER_TOKEN_SECRET"
        guard let text = try value(name) else { return nil }
        let secrets = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Secret(String($0)) }
        guard let tokens = CustomerTokens(secrets: secrets) else {
            throw Failure(
                "\(name) needs \(CustomerTokens.shortestSecretBytes) bytes or more in each of its "
                    + "secrets. Take the output of: openssl rand -hex 32"
            )
        }
        return tokens
    }

    // MARK: Stripe

    private func stripe() throws(Failure) -> StripeSettings {
        let base = try required("STRIPE_API_BASE")
        let settings = StripeSettings(
            secretKey: try key("STRIPE_SECRET_KEY", prefixes: ["sk_", "rk_"]),
            publishableKey: try key("STRIPE_PUBLISHABLE_KEY", prefixes: ["pk_"]),
            apiBase: base.hasSuffix("/") ? String(base.dropLast()) : base,
            apiVersion: try required("STRIPE_API_VERSION"),
            caFile: try value("STRIPE_CA_FILE"),
            rate: nil,
            descriptorSuffix: try descriptorSuffix()
        )
        let modes = [settings.secretKey, settings.publishableKey].map {
            StripeSettings.Mode(ofKey: $0)
        }
        guard modes[0] == modes[1] else {
            throw Failure(
                "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes. "
                    + "Take both from the same page of the dashboard."
            )
        }
        guard settings.isStripe || modes[0] != .live else {
            throw Failure(
                "A live key is not sent to \(settings.apiBase). Use test keys with a simulator."
            )
        }
        return try withRate(settings)
    }

    private func withRate(_ settings: StripeSettings) throws(Failure) -> StripeSettings {
        var settings = settings
        if try value("PAYONCE_STRIPE_RATE") != nil {
            settings.rate = try number("PAYONCE_STRIPE_RATE")
        } else {
            switch settings.mode {
            case .simulator: settings.rate = nil
            case .test: settings.rate = 25
            case .live: settings.rate = 100
            }
        }
        return settings
    }

    private func key(_ name: String, prefixes: [String]) throws(Failure) -> String {
        guard let key = try value(name) else {
            throw Failure(
                "\(name) is not set. It begins with \(prefixes.joined(separator: " or "))."
            )
        }
        guard prefixes.contains(where: { key.hasPrefix($0) }) else {
            throw Failure("\(name) does not begin with \(prefixes.joined(separator: " or ")).")
        }
        return key
    }

    /// https://docs.stripe.com/get-started/account/statement-descriptors
    private func descriptorSuffix() throws(Failure) -> String? {
        let name = "PAYONCE_STATEMENT_DESCRIPTOR_SUFFIX"
        guard let suffix = try value(name) else { return nil }
        let isAllowed =
            suffix.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && !suffix.contains { "<>\\'\"*,".contains($0) }
        guard (2...22).contains(suffix.utf8.count), isAllowed, suffix.contains(where: \.isLetter)
        else {
            throw Failure(
                "\(name) must be 2 to 22 Latin characters with at least one letter and none of "
                    + "< > \\ ' \" * and comma: Stripe would refuse every charge."
            )
        }
        return suffix
    }

    // MARK: The shop

    /// Where the shop is told, and with which secret: both or none.
    private func shop() throws(Failure) -> ShopSettings? {
        let (url, secret) = ("PAYONCE_FULFILLMENT_URL", "PAYONCE_FULFILLMENT_SECRET")
        switch (try value(url), try value(secret)) {
        case (nil, nil): return nil
        case (.some, nil): throw Failure("\(secret) is not set. \(url) needs it, to sign.")
        case (nil, .some): throw Failure("\(secret) is set and \(url) is not. Set both or none.")
        case (let text?, let secretText?):
            guard let address = ShopAddress(text) else {
                throw Failure(
                    "\(url) must be like https://shop.example/paid; http only to this machine."
                )
            }
            guard let signing = ShopSecret(secretText) else {
                throw Failure("\(secret) must have at least \(ShopSecret.fewestBytes) bytes.")
            }
            return ShopSettings(address: address, secret: signing)
        }
    }

    // MARK: Shapes

    private func refuseUnknownNames() throws(Failure) {
        let unknown = environment.keys.sorted().first { name in
            name.hasPrefix("PAYONCE_") && !SettingsReader.names.contains(name)
                && !(name.hasSuffix("_FILE") && SettingsReader.names.contains(stem(name)))
        }
        guard let unknown else { return }
        throw Failure("\(unknown) is not a setting. `payonce serve --help` lists them all.")
    }

    private func stem(_ name: String) -> String { String(name.dropLast("_FILE".count)) }

    /// The value, from the environment or from the file that it names; empty is absent.
    private func value(_ name: String) throws(Failure) -> String? {
        if let plain = environment[name], !plain.isEmpty { return plain }
        guard SettingsReader.secrets.contains(name), let path = environment["\(name)_FILE"] else {
            return nil
        }
        guard let text = readFile(path) else {
            throw Failure("\(name)_FILE names \(path), which cannot be read.")
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private func required(_ name: String) throws(Failure) -> String {
        if let value = try value(name) { return value }
        return SettingsReader.catalogue.first { $0.name == name }?.fallback ?? ""
    }

    private func list(_ name: String) -> [String] {
        let text = environment[name] ?? ""
        return text.split { $0 == "," || $0 == " " }.map { String($0) }
    }

    private func listen(_ name: String) throws(Failure) -> ListenAddress {
        let text = try required(name)
        guard let address = ListenAddress(text) else {
            throw Failure("\(name) is \(text); it must look like 127.0.0.1:4242.")
        }
        return address
    }

    private func currency() throws(Failure) -> Currency {
        let text = try required("PAYONCE_DEFAULT_CURRENCY")
        guard let currency = Currency(text) else {
            throw Failure("PAYONCE_DEFAULT_CURRENCY is \(text), which Stripe does not take.")
        }
        return currency
    }

    private func items() throws(Failure) -> [ItemID] {
        let text = try required("PAYONCE_DEFAULT_ITEMS")
        let items = text.split(separator: ",").compactMap { ItemID(String($0)) }
        guard !items.isEmpty, items.count == text.split(separator: ",").count else {
            throw Failure("PAYONCE_DEFAULT_ITEMS is \(text); it must be a list of item ids.")
        }
        return items
    }

    private func isCVCRequired() throws(Failure) -> Bool {
        switch try required("PAYONCE_CVC_RECOLLECTION") {
        case "required": return true
        case "optional": return false
        case let text:
            throw Failure("PAYONCE_CVC_RECOLLECTION is \(text); it must be optional or required.")
        }
    }

    private func showsCustomerAccounts() throws(Failure) -> Bool {
        switch try required("PAYONCE_ACCOUNTS_V2") {
        case "on": return true
        case "off": return false
        case let text: throw Failure("PAYONCE_ACCOUNTS_V2 is \(text); it must be on or off.")
        }
    }

    private func cvcMismatch() throws(Failure) -> CVCMismatchPolicy {
        let text = try required("PAYONCE_CVC_MISMATCH")
        guard let policy = CVCMismatchPolicy(rawValue: text) else {
            throw Failure("PAYONCE_CVC_MISMATCH is \(text); it must be refuse or accept.")
        }
        return policy
    }

    private func duration(
        _ name: String,
        atLeast least: Duration = .zero
    ) throws(Failure) -> Duration {
        let text = try required(name)
        guard let duration = Duration(setting: text), duration >= least else {
            throw Failure("\(name) is \(text); it must be like 500ms, 5s, 5m or 1h.")
        }
        return duration
    }

    private func number(_ name: String) throws(Failure) -> Int {
        let text = try required(name)
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw Failure("\(name) is \(text); it must be a whole number from 1 to 1000000.")
        }
        return number
    }

    private func rateLimit(isSimulator: Bool) throws(Failure) -> RateLimit? {
        let text = try value("PAYONCE_RATE_LIMIT") ?? (isSimulator ? "0" : "60/1m")
        if text == "0" { return nil }
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 2, let count = Int(parts[0]), let per = Duration(setting: parts[1]),
            let limit = RateLimit(count: count, period: per)
        else { throw Failure("PAYONCE_RATE_LIMIT is \(text); it must be like 60/1m, or 0.") }
        return limit
    }

    private func logLevel() throws(Failure) -> LogLevel {
        let text = try required("PAYONCE_LOG_LEVEL")
        guard let level = LogLevel(rawValue: text) else {
            let words = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("PAYONCE_LOG_LEVEL is \(text); it must be one of \(words).")
        }
        return level
    }

    private func trustedProxies() throws(Failure) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for text in list("PAYONCE_TRUSTED_PROXIES") {
            guard let range = AddressRange(text) else {
                throw Failure("PAYONCE_TRUSTED_PROXIES holds \(text); it must be like 10.0.0.0/8.")
            }
            ranges.append(range)
        }
        return ranges
    }
}

extension Duration {
    /// `500ms`, `5s`, `5m`, `1h`, or `0`.
    init?(setting text: String) {
        if text == "0" {
            self = .zero
            return
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number < 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        case "h": self = .seconds(number * 3600)
        case _: return nil
        }
    }
}
