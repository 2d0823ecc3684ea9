/// Production's events as small numbers.
struct EventCode: Hashable {
    let rawValue: UInt8

    static let all: [EventCode] = (0..<22).map(EventCode.init)

    static let mismatched = EventCode(rawValue: 14)
    static let refused = EventCode(rawValue: 15)
    static let sendingIsOver = EventCode(rawValue: 16)
    static let absent = EventCode(rawValue: 17)
    static let customerReturned = EventCode(rawValue: 18)
    static let endOnRequest = EventCode(rawValue: 19)
    static let endOfWindow = EventCode(rawValue: 20)
    static let silence = EventCode(rawValue: 21)

    static func found(_ status: IntentStatus, sendIsOpen: Bool) -> EventCode {
        EventCode(rawValue: status.rawValue * 2 + (sendIsOpen ? 1 : 0))
    }
}
