/// What a parser accepts beyond the grammar.
public struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once.
    public var depth: Int {
        didSet { JSONLimits.check(depth) }
    }

    /// Whether an object with the same key twice is refused; otherwise the last one wins.
    public var refusesDuplicateKeys: Bool

    /// Whether `\u0000` and half a surrogate pair are refused. PostgreSQL's `text` holds neither.
    /// Otherwise NUL is kept, and the half pair becomes U+FFFD.
    public var refusesUnstorableText: Bool

    /// Two parsers that disagree about a body are a way to smuggle, so a client's is read strictly.
    /// Nothing that clients send is deeper than four.
    public static let request = JSONLimits(
        depth: 16,
        refusesDuplicateKeys: true,
        refusesUnstorableText: true
    )

    /// What Stripe says about a charge has to be understood wherever it can be. Its expanded
    /// objects are about ten deep.
    public static let answer = JSONLimits(
        depth: 64,
        refusesDuplicateKeys: false,
        refusesUnstorableText: false
    )

    /// The parser calls itself for each level, and a thread has 8 MB of stack.
    public static let deepest = 512

    public init(depth: Int, refusesDuplicateKeys: Bool, refusesUnstorableText: Bool) {
        JSONLimits.check(depth)
        self.depth = depth
        self.refusesDuplicateKeys = refusesDuplicateKeys
        self.refusesUnstorableText = refusesUnstorableText
    }

    private static func check(_ depth: Int) {
        precondition((1...deepest).contains(depth), "a depth is from 1 to \(deepest)")
    }
}
