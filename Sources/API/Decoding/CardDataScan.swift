import Telemetry

/// Looks for card numbers and security codes in a body. Cards are collected by Stripe's own parts;
/// whoever sends one here by mistake is told before it is read, and it is written down nowhere.
///
/// One walk over the bytes, whether or not they are JSON. What a shop names by numbers of its own
/// (orders, customers, items) is passed over: one in ten of such numbers has the right check digit.
struct CardDataScan {
    private let bytes: [UInt8]
    private var position = 0
    /// The name of the member whose value comes next, or is being read.
    private var name = 0..<0

    static func finds(in body: [UInt8]) -> Bool {
        var scan = CardDataScan(bytes: body)
        return scan.finds()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func finds() -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                if findsInString() { return true }
            } else if CardDataScan.isDigit(byte) {
                if findsInNumber() { return true }
            } else {
                position += 1
            }
        }
        return false
    }

    // MARK: Tokens

    private mutating func findsInString() -> Bool {
        let start = position + 1
        position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let text = start..<min(position, bytes.count)
        position = min(position + 1, bytes.count)
        if isFollowedByColon {
            name = text
            return false
        }
        return isCardData(text)
    }

    /// Digits, and whatever of blanks and dashes joins them where there are no quotes.
    private mutating func findsInNumber() -> Bool {
        let start = position
        while position < bytes.count, CardDataScan.isDigitOrJoint(bytes[position]) { position += 1 }
        return isCardData(start..<position)
    }

    private var isFollowedByColon: Bool {
        var next = position
        while next < bytes.count, bytes[next] <= UInt8(ascii: " ") { next += 1 }
        return next < bytes.count && bytes[next] == UInt8(ascii: ":")
    }

    // MARK: Names

    private static let securityCodes = [
        "cvc", "cvc2", "cvv", "cvv2", "csc", "securitycode", "cardcvc", "cardcvv",
    ].map { Array($0.utf8) }
    private static let cardNumbers = ["number", "cardnumber", "ccnumber", "pan"]
        .map { Array($0.utf8) }
    private static let shopsOwn = ["orderid", "customerref", "id", "items"].map { Array($0.utf8) }

    /// However it is written: `cardNumber`, `card_number`, `card[number]`.
    private func isNamed(_ names: [[UInt8]]) -> Bool {
        names.contains { wanted in
            var count = 0
            for index in name where CardDataScan.isAlphanumeric(bytes[index]) {
                guard count < wanted.count, bytes[index] | 0x20 == wanted[count] else {
                    return false
                }
                count += 1
            }
            return count == wanted.count
        }
    }

    // MARK: Values

    /// Of all issuers. Which begin how, and with how many digits, is public: a time in milliseconds
    /// is no card number whatever its last digit.
    /// https://en.wikipedia.org/wiki/Payment_card_number
    private static let lengths = 12...19

    /// A few digits are enough for a security code, and a card number may be mistyped where its
    /// name says what it was to be.
    private func isCardData(_ text: Range<Int>) -> Bool {
        let digits = text.count { CardDataScan.isDigit(bytes[$0]) }
        guard digits > 0 else { return false }
        if isNamed(CardDataScan.securityCodes) { return true }
        guard digits >= CardDataScan.lengths.lowerBound else { return false }
        if digits <= CardDataScan.lengths.upperBound, isNamed(CardDataScan.cardNumbers) {
            return true
        }
        return holdsCardNumber(text) && !isNamed(CardDataScan.shopsOwn)
    }

    /// Goes from word to word. A word with letters in it, such as a UUID, holds no card number.
    private func holdsCardNumber(_ text: Range<Int>) -> Bool {
        var start = text.lowerBound
        while start < text.upperBound {
            let end = wordEnd(from: start, in: text)
            if isOfDigits(start..<end), isCardNumber(from: start, in: text) { return true }
            start = end + 1
        }
        return false
    }

    /// Whether a card number begins here, with blanks between its groups or without.
    private func isCardNumber(from start: Int, in text: Range<Int>) -> Bool {
        var digits: [Int] = []
        var start = start
        while start < text.upperBound {
            let word = start..<wordEnd(from: start, in: text)
            guard isOfDigits(word) else { return false }
            for byte in bytes[word] where CardDataScan.isDigit(byte) {
                digits.append(Int(byte - UInt8(ascii: "0")))
            }
            guard digits.count <= CardDataScan.lengths.upperBound else { return false }
            if CardDataScan.isCardNumber(digits) { return true }
            start = word.upperBound
            while start < text.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
        }
        return false
    }

    private static func isCardNumber(_ digits: [Int]) -> Bool {
        guard lengths.contains(digits.count), Luhn.isValid(digits) else { return false }
        let issuer = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
        switch issuer {
        case 2221...2720, 5100...5599: return digits.count == 16
        case 3400...3499, 3700...3799: return digits.count == 15
        case 3000...3999: return digits.count >= 14
        case 4000...4999: return [13, 16, 19].contains(digits.count)
        case 5000...6999: return true
        case _: return false
        }
    }

    // MARK: Words

    private func wordEnd(from start: Int, in text: Range<Int>) -> Int {
        var end = start
        while end < text.upperBound, CardDataScan.isWordByte(bytes[end]) { end += 1 }
        return end
    }

    private func isOfDigits(_ word: Range<Int>) -> Bool {
        guard let first = word.first, CardDataScan.isDigit(bytes[first]) else { return false }
        return word.allSatisfy {
            CardDataScan.isDigit(bytes[$0]) || bytes[$0] == UInt8(ascii: "-")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isDigitOrJoint(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
