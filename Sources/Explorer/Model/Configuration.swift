/// What is explored: the requests that clients make, what may go wrong, and which rule is missing.
public struct Configuration: Hashable, Sendable {
    public let name: String
    public let shape: RequestShape
    public let faults: Faults
    public let mutation: Mutation?

    public init(_ name: String, _ shape: RequestShape, _ faults: Faults, without: Mutation? = nil) {
        self.name = name
        self.shape = shape
        self.faults = faults
        mutation = without
    }

    public func without(_ mutation: Mutation) -> Configuration {
        Configuration(name, shape, faults, without: mutation)
    }
}

/// What the requests for the one purchase carry. Each shape is a small model of its own.
public enum RequestShape: String, CaseIterable, Sendable {
    /// Two keys, one order, two methods of one card, in all combinations.
    case keysAndOrder = "keys-and-order"
    /// Two keys, no order, one method: a second tap under a new key.
    case keysAlone = "keys-alone"
    /// Neither key nor order: two methods of one card, told apart by nothing else.
    case cardAlone = "card-alone"

    var keys: UInt8 { self == .cardAlone ? 1 : 2 }
    var methods: UInt8 { self == .keysAlone ? 1 : 2 }
}

/// A rule that is taken out, to see that the model would notice.
public enum Mutation: String, CaseIterable, Sendable {
    /// Neither the fence nor the owner is compared when a change is written.
    case fencing = "fencing"
    case fenceNumber = "fence-number"
    case ownerCheck = "owner-check"
    case leaseAtTheWire = "lease-at-the-wire"
    /// A claim is written whether the claiming instance's lease is live or not.
    case leaseAtTheClaim = "lease-at-the-claim"
    case orderGuard = "order-guard"
    case cardGuard = "card-guard"
    case methodGuard = "method-guard"
    case takeoverFromTerminalOnly = "takeover-from-terminal-only"
    case undoOfPartialClaim = "undo-of-partial-claim"
    case cancelBeforeReplace = "cancel-before-replace"
    case horizon = "horizon"
    case resendLimit = "resend-limit"
    case claimBeforeCall = "claim-before-call"
    case listNotSearch = "list-not-search"
    case checkOfAnswer = "check-of-answer"
}
