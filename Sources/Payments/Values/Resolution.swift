/// How a person ends a payment that the service cannot end by itself.
public enum ResolveAction: String, Hashable, Sendable, CaseIterable {
    /// What Stripe shows is the truth, also where it is not what was asked. Nothing is sent.
    case adopt
    /// The money that was taken is given back, and the payment ends without it.
    case refund
    /// The payment ends without money, once Stripe shows that there is none; an intent that could
    /// still take some is canceled first.
    case close
}

/// Why a person ended a payment, for whoever reads the timeline: one line of text.
public struct ResolveReason: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A few sentences; more belongs into whatever the reason refers to.
    public static let mostBytes = 500

    /// `nil` where it is blank, too long, or more than one line.
    public init?(_ text: String) {
        guard let line = oneLine(text, mostBytes: ResolveReason.mostBytes) else { return nil }
        description = line
    }
}

/// Who ended it: the name of an API key, or of a user of the operating system.
public struct Operator: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public static let mostBytes = 100

    /// `nil` where it is blank, too long, or more than one line.
    public init?(_ text: String) {
        guard let line = oneLine(text, mostBytes: Operator.mostBytes) else { return nil }
        description = line
    }
}

/// `text` without the spaces around it, where that is one line of at most so many bytes.
private func oneLine(_ text: String, mostBytes: Int) -> String? {
    let words = text.split(separator: " ")
    guard let first = words.first, let last = words.last else { return nil }
    let line = text[first.startIndex..<last.endIndex]
    let isPlain = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPlain && line.utf8.count <= mostBytes ? String(line) : nil
}
