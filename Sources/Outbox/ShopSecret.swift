/// The secret that the shop checks signatures with. It shows in no description and no dump.
public struct ShopSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let exposed: [UInt8]

    /// As long as the digest: a shorter key is easier to guess than the digest itself.
    public static let fewestBytes = 32

    public init?(_ text: String) {
        guard text.utf8.count >= ShopSecret.fewestBytes else { return nil }
        exposed = Array(text.utf8)
    }

    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [("exposed", "***")]) }
}
