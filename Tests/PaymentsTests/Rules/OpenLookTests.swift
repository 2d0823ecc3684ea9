import Testing

@testable import Payments

@Suite("The looks at an intent that an app has")
struct OpenLookTests {
    private static let day: Duration = .seconds(24 * 3600)

    /// The ages of all looks at a checkout that nobody comes back to.
    private var looks: [Duration] {
        var ages: [Duration] = []
        var age = Duration.zero
        while age < Self.day {
            age += DrivingRules.nextLook(atAge: age)
            ages.append(age)
        }
        return ages
    }

    @Test("become rarer, and are few in a day")
    func bounded() {
        #expect(looks.prefix(4) == [.seconds(60), .seconds(120), .seconds(180), .seconds(270)])
        #expect(looks.count == 19)
        #expect(looks.last == Self.day)
        for (early, late) in zip(looks, looks.dropFirst()) {
            // What was paid right after a look is known before it is half as old again.
            #expect(late - early <= max(.seconds(60), early / 2))
        }
    }

    @Test("come to an end with the day, whichever clock has it")
    func end() {
        let open = PaymentEvent.found(.open, sendIsOpen: false)
        let before = DrivingRules.reaping(open, isGraceGiven: false, age: Self.day - .seconds(1))
        #expect(before == .apply(open))
        let after = DrivingRules.reaping(open, isGraceGiven: false, age: Self.day)
        #expect(after == .apply(.endWanted(.canceled)))
        let paid = PaymentEvent.found(.succeeded, sendIsOpen: false)
        #expect(DrivingRules.reaping(paid, isGraceGiven: false, age: Self.day) == .apply(paid))
    }
}
