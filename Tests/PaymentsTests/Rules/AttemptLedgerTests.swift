import Testing

@testable import Payments

@Suite("What an instance knows of the limits")
struct AttemptLedgerTests {
    private static let home = name(.address, 1)
    private static let work = name(.address, 2)
    private static let declines = name(.addressDeclines, 1)
    private static let card = name(.cardDeclines, 1)

    private static func name(_ kind: AttemptLimits.Kind, _ number: UInt8) -> RateName {
        RateName(kind: kind, digest: [number])
    }

    /// Three a minute per address.
    private func ledger() throws -> AttemptLedger {
        let limit = try #require(RateLimit(count: 3, period: .seconds(60)))
        return AttemptLedger(AttemptLimits(address: limit))
    }

    private func reading(
        written: [RateStanding] = [],
        full: [RateStanding] = [],
        isComplete: Bool = true
    ) -> RateReading {
        RateReading(written: written, full: full, isComplete: isComplete)
    }

    private func standing(_ name: RateName, _ count: Int, _ remaining: Duration) -> RateStanding {
        RateStanding(name: name, count: count, remaining: remaining)
    }

    @Test("so many pass, and the next one waits for the end of the window")
    func full() throws {
        var ledger = try ledger()
        for second in 0..<3 {
            #expect(ledger.wait(for: [Self.home], at: .seconds(second)) == nil)
            ledger.count([Self.home], at: .seconds(second))
        }
        #expect(ledger.wait(for: [Self.home], at: .seconds(10)) == .seconds(50))
        #expect(ledger.wait(for: [Self.work, Self.home], at: .seconds(10)) == .seconds(50))
        #expect(ledger.wait(for: [Self.work], at: .seconds(10)) == nil)
        #expect(ledger.wait(for: [Self.home], at: .seconds(60)) == nil)
        ledger.count([Self.home], at: .seconds(60))
        #expect(ledger.wait(for: [Self.home], at: .seconds(61)) == nil)
    }

    @Test("what did not begin is given back, and never more than was counted")
    func givenBack() throws {
        var ledger = try ledger()
        for _ in 0..<3 { ledger.count([Self.home], at: .zero) }
        ledger.giveBack([Self.home], at: .zero)
        #expect(ledger.wait(for: [Self.home], at: .zero) == nil)
        for _ in 0..<10 { ledger.giveBack([Self.work], at: .zero) }
        #expect(ledger.outgoing().map(\.name) == [Self.home])
    }

    @Test("what is on its way counts, and what was written counts once")
    func underWay() throws {
        var ledger = try ledger()
        ledger.count([Self.home], at: .zero)
        ledger.count([Self.home], at: .zero)
        #expect(ledger.hasUnsent)
        #expect(ledger.outgoing().map(\.added) == [2])
        #expect(!ledger.hasUnsent)
        ledger.count([Self.home], at: .zero)
        #expect(ledger.wait(for: [Self.home], at: .zero) != nil)
        // Two were ours, so nobody else counted anything: three with the one since.
        let written = standing(Self.home, 2, .seconds(40))
        ledger.learned(reading(written: [written]), at: .seconds(1))
        #expect(ledger.wait(for: [Self.home], at: .seconds(1)) == .seconds(40))
        #expect(ledger.outgoing().map(\.added) == [1])
        ledger.learned(reading(written: [standing(Self.home, 2, .seconds(40))]), at: .seconds(2))
        #expect(ledger.wait(for: [Self.home], at: .seconds(2)) == nil)
    }

    @Test("what could not be written goes on counting, and is brought again")
    func lost() throws {
        var ledger = try ledger()
        for _ in 0..<3 { ledger.count([Self.home], at: .zero) }
        _ = ledger.outgoing()
        ledger.outgoingFailed()
        #expect(ledger.wait(for: [Self.home], at: .zero) != nil)
        #expect(ledger.outgoing().map(\.added) == [3])
    }

    @Test("names that others have filled up are known, until they are released")
    func others() throws {
        var ledger = try ledger()
        let full = standing(Self.home, 7, .seconds(30))
        ledger.learned(reading(full: [full]), at: .zero)
        #expect(ledger.wait(for: [Self.home], at: .seconds(1)) == .seconds(29))
        // Where not all are listed, one that is missing may still be full.
        ledger.learned(reading(isComplete: false), at: .seconds(2))
        ledger.learned(reading(full: [full]), at: .seconds(3))
        ledger.learned(reading(), at: .seconds(4))
        #expect(ledger.wait(for: [Self.home], at: .seconds(4)) == nil)
    }

    @Test("a success makes good one decline of its network and all of its card")
    func released() throws {
        var ledger = try ledger()
        for _ in 0..<10 { ledger.count([Self.declines, Self.card], at: .zero) }
        #expect(ledger.wait(for: [Self.card], at: .zero) == .seconds(24 * 3600))
        #expect(ledger.wait(for: [Self.declines], at: .zero) == nil)
        ledger.release(Self.card, at: .zero)
        ledger.release(Self.declines, at: .zero)
        #expect(ledger.wait(for: [Self.card], at: .zero) == nil)
        #expect(!ledger.hasCounted(Self.card, at: .zero))
        for _ in 0..<10 { ledger.count([Self.declines], at: .zero) }
        #expect(ledger.wait(for: [Self.declines], at: .zero) == nil)
        ledger.count([Self.declines], at: .zero)
        #expect(ledger.wait(for: [Self.declines], at: .zero) == .seconds(3600))
    }

    @Test("which card it is matters only while some card is turned away")
    func cards() throws {
        var ledger = try ledger()
        let home = standing(Self.home, 7, .seconds(30))
        ledger.learned(reading(full: [home]), at: .zero)
        #expect(!ledger.turnsCardsAway(at: .zero))
        let card = standing(Self.card, 10, .seconds(20))
        ledger.learned(reading(full: [home, card]), at: .zero)
        #expect(ledger.turnsCardsAway(at: .seconds(19)))
        #expect(!ledger.turnsCardsAway(at: .seconds(20)))
    }

    @Test("a flood of names is forgotten, but not those that are full")
    func bounded() throws {
        var ledger = try ledger()
        for _ in 0..<3 { ledger.count([Self.home], at: .zero) }
        for number in 0..<(2 * AttemptLedger.mostNames) {
            let digest = withUnsafeBytes(of: UInt64(number)) { Array($0) }
            ledger.count([RateName(kind: .address, digest: digest)], at: .zero)
        }
        #expect(ledger.nameCount <= AttemptLedger.mostNames)
        #expect(ledger.wait(for: [Self.home], at: .zero) != nil)
    }

    @Test(
        "only what a bank says of the card counts against it",
        arguments: [
            (Closing(code: "card_declined", declineCode: "stolen_card"), true),
            (Closing(code: "expired_card"), true), (.incorrectCVC, true),
            (Closing(code: "incorrect_number"), true), (.unusableMethod, false),
            (Closing(code: "payment_intent_authentication_failure"), false),
            (Closing(code: "authentication_required"), false),
            (Closing(code: "processing_error"), false), (.unusableToken, false),
            (.refused, false), (.windowExpired, false),
        ]
    )
    func declines(_ closing: Closing, _ isDecline: Bool) {
        #expect(closing.isDeclineOfCard == isDecline)
    }
}
