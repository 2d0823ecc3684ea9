/// Checks that a card number's form is right, as the issuer of test cards does.
enum CardNumber {
    /// ISO/IEC 7812: 12 to 19 digits.
    static let lengths = 12...19

    static func card(_ text: String) throws(StripeError) -> TestCard {
        let number = text.filter { $0 != " " && $0 != "-" }
        guard lengths.contains(number.count), number.allSatisfy({ $0.isASCII && $0.isNumber })
        else { throw .invalidNumber }
        guard passesLuhn(number) else { throw .incorrectNumber }
        guard let card = TestCards.card(number: number) else { throw .notATestCard }
        return card
    }

    /// The check digit of ISO/IEC 7812-1 annex B.
    static func passesLuhn(_ number: String) -> Bool {
        var sum = 0
        for (place, byte) in number.utf8.reversed().enumerated() {
            let digit = Int(byte) - 48
            let doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
            sum += place % 2 == 1 ? doubled : digit
        }
        return sum % 10 == 0
    }
}
