import Campaign
import Payments
import Testing

@Suite("What a person has to look at")
struct FindingTests {
    enum Difference: String, CaseIterable, Sendable { case amount, customer, mode }

    @Test("a mismatch is quarantined, and never a success", arguments: Difference.allCases)
    func mismatch(difference: Difference) throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            switch difference {
            case .amount: world.stripe.force(intent, status: "succeeded", amount: 1)
            case .customer: world.stripe.force(intent, status: "succeeded", customer: "cus_1")
            case .mode: world.stripe.force(intent, status: "succeeded", isLive: true)
            }
            let answers = [
                await world.confirm(Sample.secondCall(intent)),
                await world.confirm(Sample.secondCall(intent)),
                await world.pay(Sample.request(method: Sample.other)),
            ]
            #expect(world.database.findings.first?.detail.contains("\(intent)") == true)
            return answers
        }
        #expect(answers.allSatisfy { $0?.standing == .unknown })
        #expect(world.payment?.state == .quarantined)
        #expect(world.database.findings.map(\.kind) == ["mismatch"])
        #expect(world.posts == ["create-1"])
    }

    @Test("a mismatch is told before the state that hides it, whatever fails")
    func toldFirst() throws {
        let world = World()
        try world.play { world in
            let intent = try await world.challenge()
            world.stripe.force(intent, amount: 1)
            world.fail("note mismatch", .unavailable, times: 2)
            world.fail("record quarantined", .unavailable)
            _ = await world.confirm(Sample.secondCall(intent))
        }
        #expect(world.database.findings.map(\.kind) == ["mismatch"])
        #expect(world.payment?.state == .quarantined)
    }

    @Test("a 404 for an intent that we know is no end")
    func missing() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .processes
        try world.play { world in
            _ = await world.pay(Sample.request())
            world.fail("retrieve", .missing, times: 50)
            await world.time.sleep(.seconds(300))
            #expect(world.payment?.state == .processing)
            #expect(world.database.findings.map(\.kind) == ["intent_missing"])
            world.heal()
            world.stripe.force(Sample.known(PaymentIntentID("pi_1")), status: "succeeded")
            await world.untilQuiet()
        }
        #expect(world.payment?.state == .succeeded)
    }

    @Test("a word that nobody knows is read again, and shown as unknown")
    func otherWord() throws {
        let world = World()
        let answer = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "requires_reauthorization")
            let answer = await world.confirm(Sample.secondCall(intent))
            #expect(world.payment?.state == .unresolved)
            world.stripe.force(intent, status: "canceled")
            await world.untilQuiet()
            return answer
        }
        #expect(answer?.standing == .unknown)
        #expect(world.payment?.state == .canceled)
    }

    @Test("a state of a newer program is left alone")
    func newerState() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            world.database.edit(try #require(world.payment).id) {
                $0.state = .unrecognised("refunding")
            }
            let answers = [
                await world.pay(Sample.request()), await world.confirm(Sample.secondCall(intent)),
            ]
            await world.time.sleep(.seconds(2 * 3600))
            return answers
        }
        #expect(answers.allSatisfy { $0?.standing == .unknown })
        #expect(world.payment?.state == .unrecognised("refunding"))
        #expect(world.posts == ["create-1"])
    }
}
