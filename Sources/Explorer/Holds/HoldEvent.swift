/// Production's events of a hold as small numbers.
struct HoldEvent: Hashable {
    let rawValue: Int

    static let all = (0..<(foundCount + 6)).map(HoldEvent.init)

    static let refused = HoldEvent(rawValue: foundCount)
    static let silence = HoldEvent(rawValue: foundCount + 1)
    static let sendingIsOver = HoldEvent(rawValue: foundCount + 2)
    static let absent = HoldEvent(rawValue: foundCount + 3)
    static let customerReturned = HoldEvent(rawValue: foundCount + 4)
    static let endOnRequest = HoldEvent(rawValue: foundCount + 5)

    /// What was read, while this step was the newest.
    static func found(
        _ status: HoldStatus,
        _ verdict: HoldVerdict,
        sendIsOpen: Bool,
        _ step: UInt8
    ) -> HoldEvent {
        let words = Int(status.rawValue) * 4 + Int(verdict.rawValue)
        return HoldEvent(rawValue: (words * 2 + (sendIsOpen ? 1 : 0)) * 4 + Int(step))
    }

    private static let foundCount = 4 * 4 * 2 * 4

    /// What it says where it is something that was read.
    var reading: (status: HoldStatus, verdict: HoldVerdict, sendIsOpen: Bool, step: UInt8)? {
        guard rawValue < HoldEvent.foundCount else { return nil }
        let words = rawValue / 8
        return (
            known(UInt8(words / 4)), known(UInt8(words % 4)), rawValue / 4 % 2 == 1,
            UInt8(rawValue % 4)
        )
    }
}
