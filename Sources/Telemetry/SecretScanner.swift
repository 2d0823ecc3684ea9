/// Walks a text word by word. A word is a run of letters, digits, `_` and `-`.
struct SecretScanner {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    /// What was seen since is kept as it is.
    private var keptFrom = 0
    /// No address before here holds a password: a text of nothing but `://` is walked once.
    private var nextAddress = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func redacted() -> String {
        while position < bytes.count {
            if let end = cardNumberEnd() {
                hide(until: end)
            } else if isWordByte(position) {
                takeWord()
            } else if hidesUserInfo() {
                continue
            } else {
                keep(until: position + 1)
            }
        }
        if keptFrom == 0 { return text }
        output.append(contentsOf: bytes[keptFrom...])
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Words

    private mutating func takeWord() {
        let end = wordEnd(from: position)
        let word = bytes[position..<end]
        if SecretScanner.keyStarts.isStart(of: word) || SecretScanner.keyParts.isPart(of: word) {
            return hide(until: end)
        }
        if word.starts(with: "eyJ".utf8), end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            return hide(until: dottedEnd(from: end))
        }
        if SecretScanner.schemes.isEqualIgnoringCase(to: word),
            let start = credentialStart(after: end)
        {
            keep(until: start)
            return hide(until: valueEnd(from: start))
        }
        if Redaction.isSecret(name: word), let start = assignedStart(after: end) {
            keep(until: start)
            return hide(until: valueEnd(from: start))
        }
        keepWord(until: end)
    }

    /// Stripe's keys and client secrets (https://docs.stripe.com/keys), and our own keys.
    private static let keyStarts = ASCIIWords([
        "sk_", "rk_", "whsec_", "cvctok_", "ek_", "cuss_",
        "payonce_merchant_", "payonce_ops_",
    ])
    private static let keyParts = ASCIIWords([
        "_secret_", "sk_live_", "sk_test_", "rk_live_", "rk_test_",
    ])
    private static let schemes = ASCIIWords(["bearer", "basic"])

    /// A card number may stand inside a word.
    private mutating func keepWord(until end: Int) {
        repeat {
            keep(until: position + 1)
            if position < end, let cardEnd = cardNumberEnd() { return hide(until: cardEnd) }
        } while position < end
    }

    private func isWordByte(_ index: Int) -> Bool {
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            return true
        default:
            return false
        }
    }

    private func wordEnd(from start: Int) -> Int {
        var end = start
        while isWordByte(end) { end += 1 }
        return end
    }

    /// The end of the words that are joined by dots: the parts of a JSON web token.
    private func dottedEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count, isWordByte(end) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        return end
    }

    // MARK: Named values

    /// Where the credential of an `Authorization` header starts.
    private func credentialStart(after end: Int) -> Int? {
        var start = end
        while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
        return start > end && start < bytes.count ? start : nil
    }

    /// Where the value starts in `name=value`, `"name": "value"` and `card[name]=value`.
    private func assignedStart(after end: Int) -> Int? {
        var start = end
        while start < bytes.count, "\"'] ".utf8.contains(bytes[start]) { start += 1 }
        guard start < bytes.count, "=:".utf8.contains(bytes[start]) else { return nil }
        start += 1
        while start < bytes.count, "\"' ".utf8.contains(bytes[start]) { start += 1 }
        return start < bytes.count ? start : nil
    }

    /// A value ends where a header, a form, JSON or a sentence would end it. `Bearer` and `Basic`
    /// belong to the value that follows them.
    private func valueEnd(from start: Int) -> Int {
        var start = start
        while true {
            var end = start
            while end < bytes.count, !"\"'&,; \r\n\t".utf8.contains(bytes[end]) { end += 1 }
            guard SecretScanner.schemes.isEqualIgnoringCase(to: bytes[start..<end]),
                let next = credentialStart(after: end)
            else { return end }
            start = next
        }
    }

    // MARK: URLs

    /// Keeps `://user:` and hides the password up to the last `@` of an address. A password that
    /// holds `/` or `@` is hidden with what follows it, rather than shown in part.
    private mutating func hidesUserInfo() -> Bool {
        guard position >= nextAddress, bytes[position...].starts(with: "://".utf8) else {
            return false
        }
        var end = position + 3
        while end < bytes.count, !"\"' \r\n\t".utf8.contains(bytes[end]) { end += 1 }
        let address = bytes[(position + 3)..<end]
        guard let at = address.lastIndex(of: UInt8(ascii: "@")),
            let colon = address[..<at].firstIndex(of: UInt8(ascii: ":"))
        else {
            nextAddress = end
            return false
        }
        keep(until: colon + 1)
        hide(until: at)
        return true
    }

    // MARK: Card numbers

    /// The end of a card number that starts here: 13 to 19 digits with a right check digit, alone
    /// or with single spaces or hyphens between them.
    private func cardNumberEnd() -> Int? {
        guard isDigit(position), position == 0 || !isDigit(position - 1), hasRoomForCard else {
            return nil
        }
        return cardNumberEnd(allowingGaps: false) ?? cardNumberEnd(allowingGaps: true)
    }

    /// Most runs of digits are short, and need no counting.
    private var hasRoomForCard: Bool {
        (position..<position + 13).allSatisfy { isDigit($0) || isGap($0) }
    }

    private func cardNumberEnd(allowingGaps: Bool) -> Int? {
        var digits: [Int] = []
        var end = position
        var cardEnd: Int?
        while isDigit(end), digits.count < 20 {
            digits.append(Int(bytes[end] - UInt8(ascii: "0")))
            end += 1
            guard !isDigit(end) else { continue }
            if (13...19).contains(digits.count), Luhn.isValid(digits) { cardEnd = end }
            if allowingGaps, isGap(end) { end += 1 }
        }
        return cardEnd
    }

    private func isDigit(_ index: Int) -> Bool {
        bytes.indices.contains(index)
            && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    }

    private func isGap(_ index: Int) -> Bool {
        bytes.indices.contains(index) && " -".utf8.contains(bytes[index])
    }

    // MARK: Output

    private mutating func keep(until end: Int) {
        position = end
    }

    private mutating func hide(until end: Int) {
        output.append(contentsOf: bytes[keptFrom..<position])
        output.append(contentsOf: Redaction.mark.utf8)
        position = end
        keptFrom = end
    }
}
