/// The version of the text that was shown to a customer who let a card be saved: 1 to 200
/// characters.
public struct Consent: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard (1...200).contains(text.unicodeScalars.count), !text.utf8.contains(0) else {
            return nil
        }
        description = text
    }
}
