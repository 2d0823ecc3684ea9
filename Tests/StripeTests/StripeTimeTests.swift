import Testing

@testable import Stripe

@Suite struct StripeTimeTests {
    @Test func nothingIsKnownBeforeTheFirstAnswer() {
        var time = StripeTime()
        #expect(time.seconds(at: .seconds(7)) == nil)
    }

    @Test func goesOnByTheMonotonicClock() {
        var time = StripeTime()
        time.learn(1_000, at: .seconds(50))
        #expect(time.seconds(at: .seconds(50)) == 1_000)
        #expect(time.seconds(at: .milliseconds(50_999)) == 1_000)
        #expect(time.seconds(at: .milliseconds(51_000)) == 1_001)
        time.learn(1_010, at: .seconds(55))
        #expect(time.seconds(at: .seconds(56)) == 1_011)
    }

    @Test func neverGoesBack() {
        var time = StripeTime()
        time.learn(1_000, at: .seconds(50))
        #expect(time.seconds(at: .seconds(60)) == 1_010)
        time.learn(1_005, at: .seconds(60))
        #expect(time.seconds(at: .seconds(60)) == 1_010)
        #expect(time.seconds(at: .seconds(64)) == 1_010)
        #expect(time.seconds(at: .seconds(66)) == 1_011, "the truth has caught up")
        #expect(time.seconds(at: .seconds(10)) == 1_011)
    }
}
