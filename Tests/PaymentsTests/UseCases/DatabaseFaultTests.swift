import Campaign
import Payments
import Testing

@Suite("Faults of the database")
struct DatabaseFaultTests {
    @Test(
        "an answer of Stripe outlives a database that is away",
        arguments: [
            Fault.unavailable, .lostWithoutEffect, .lostWithEffect,
        ]
    )
    func record(fault: Fault) throws {
        let world = World()
        world.fail("record succeeded", fault, times: 3)
        let answer = try world.play { await $0.pay(Sample.request()) }
        #expect(answer?.isPaid == true)
        #expect(world.posts == ["create-1"])
        world.checkBook()
    }

    @Test(
        "a claim whose answer was lost is settled by claiming again",
        arguments: [
            Fault.lostWithEffect, .lostWithoutEffect,
        ]
    )
    func claim(fault: Fault) throws {
        let world = World()
        world.fail("claim", fault)
        let answer = try world.play { await $0.pay(Sample.request()) }
        #expect(answer?.isPaid == true)
        #expect(answer?.view?.isReplay == false)
        #expect(world.database.payments.count == 1)
        world.checkBook()
    }

    @Test("a claim that cannot be settled is unknown, and its attempt is found again")
    func unsettled() throws {
        let world = World()
        try world.play { world in
            let first = First()
            world.plan.fault = { step in
                guard step.name == "claim" else { return nil }
                return first.take() ? .lostWithEffect : .unavailable
            }
            #expect(await world.pay(Sample.request())?.standing == .unknown)
            world.heal()
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
        world.checkBook()
    }

    @Test(
        "each read that fails is a refusal, and nothing was sent",
        arguments: [
            "payment of intent", "holders", "replacements",
        ]
    )
    func reads(step: String) throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge(Sample.request(order: Sample.order))
            let posts = world.posts
            world.fail(step, .unavailable, times: 100)
            let other = Sample.request(order: Sample.order, method: Sample.other)
            let answers = [
                await world.confirm(Sample.secondCall(intent)),
                await world.pay(Sample.request(key: nil, method: Sample.third)),
                await world.pay(other),
            ]
            if step == "replacements" { #expect(world.posts == posts + ["create-1"]) }
            return answers
        }
        let index = step == "payment of intent" ? 0 : step == "holders" ? 1 : 2
        #expect(answers[index]?.refusal == .unavailable)
        world.checkBook()
    }
}

private final class First: @unchecked Sendable {
    private var isTaken = false
    func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }
}
