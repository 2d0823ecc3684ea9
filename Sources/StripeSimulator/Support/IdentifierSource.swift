/// Makes ids in Stripe's forms. They go on through a reset, so that none is given twice.
struct IdentifierSource {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The seed of a source that makes the same ids from here on.
    var place: UInt64 { generator.state }

    mutating func account() -> String { "acct_1" + letters(16) }
    mutating func request() -> String { "req_" + letters(14) }
    mutating func paymentIntent() -> String { "pi_3" + letters(23) }
    mutating func paymentMethod() -> String { "pm_1" + letters(23) }
    mutating func customer() -> String { "cus_" + letters(14) }
    mutating func balanceTransaction() -> String { "txn_3" + letters(23) }
    mutating func dispute() -> String { "du_1" + letters(23) }
    mutating func customerAccount() -> String { "acct_1" + letters(16) }
    mutating func cvcToken() -> String { "cvctok_1" + letters(23) }
    mutating func customerSessionSecret() -> String { "cuss_secret_" + letters(50) }
    mutating func ephemeralKey() -> String { "ephkey_1" + letters(23) }
    mutating func ephemeralKeySecret() -> String { "ek_test_" + letters(60) }
    mutating func invoicePrefix() -> String { letters(8).uppercased() }
    mutating func eventSeed() -> UInt64 { generator.next() }
    mutating func paymentAttempt() -> String { "payatt_3" + letters(23) }

    /// The same for the same card number, within one account.
    static func fingerprint(of number: String, account: String) -> String {
        var source = IdentifierSource(seed: SeededGenerator.seed(of: account + number))
        return source.letters(16)
    }

    /// Clients split it at `_secret_`.
    mutating func clientSecret(of intent: String) -> String { "\(intent)_secret_\(letters(25))" }

    /// A charge shares the stem of its intent's id.
    mutating func charge(of intent: String) -> String {
        "ch_" + intent.dropFirst(3).prefix(17) + letters(7)
    }

    /// So does a refund.
    mutating func refund(of intent: String) -> String {
        "re_" + intent.dropFirst(3).prefix(17) + letters(7)
    }

    /// The seed of the event that time brings about for an object. No draw: when somebody looks
    /// does not count.
    static func eventSeed(_ type: EventType, of object: String, at time: Int64) -> UInt64 {
        SeededGenerator.seed(of: "\(type.rawValue) \(object) \(time)")
    }

    static func event(seed: UInt64) -> String {
        var source = IdentifierSource(seed: seed)
        return "evt_1" + source.letters(23)
    }

    mutating func uuid() -> String {
        var digits = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
        digits += String(repeating: "0", count: 32 - digits.count)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    )

    /// 62^10 is below 2^60, so that one draw is good for ten letters.
    private static let lettersPerDraw = 10

    private mutating func letters(_ count: Int) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var draw: UInt64 = 0
        for index in 0..<count {
            if index % IdentifierSource.lettersPerDraw == 0 { draw = generator.next() }
            bytes.append(IdentifierSource.alphabet[Int(draw % 62)])
            draw /= 62
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
