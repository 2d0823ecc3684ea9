import Campaign
import Payments
import Testing

private let ann = Sample.known(CustomerReference("ann"))
private let saving = Sample.request(caller: Sample.ann, saving: Sample.terms)

/// Faults after which a customer may or may not have been created.
private let losses: [Fault] = [
    .lostWithEffect, .lostWithoutEffect, .busy, .late(.seconds(30)), .duplicated(.seconds(1)),
    .keptFailure(withEffect: false),
]

@Suite("Saving a card")
struct SavingTests {
    @Test("creates the customer, then pays for them, then notes the card")
    func saves() throws {
        let world = World()
        let answer = try world.play { world in
            let answer = await world.pay(saving)
            await world.untilQuiet()
            return answer
        }
        #expect(answer?.isPaid == true)
        let customer = try #require(world.stripe.customers.first)
        #expect(world.payment?.card == CardUse(customer: customer, saving: Sample.terms))
        #expect(world.stripe.owners == [Sample.visa: customer])
        #expect(world.database.savedCards[Sample.visa]?.owner == ann)
        let names = world.plan.log.map(\.name).filter { $0 != "renew lease" && $0 != "take due" }
        let wanted = [
            "customer", "holders", "card", "begin customer", "post customer", "name customer",
            "claim", "post create", "record succeeded", "card", "learn cards",
        ]
        #expect(names.filter { wanted.contains($0) }.suffix(8) == wanted.suffix(8))
        world.checkBook()
    }

    @Test("makes one customer of a hundred requests on two instances")
    func isOneCustomer() throws {
        let world = World(seed: 7)
        let answers = try world.play(instances: 2) { world in
            await withTaskGroup(of: PaymentAnswer?.self) { group in
                for number in 0..<100 {
                    let request = Sample.request(
                        caller: Sample.ann,
                        key: IdempotencyKey("a-key-of-purchase-\(number)"),
                        method: PaymentMethodID("pm_\(number)"),
                        saving: Sample.terms
                    )
                    group.addTask {
                        await world.pay(request, on: world.instances[number % 2])
                    }
                }
                var answers: [PaymentAnswer?] = []
                for await answer in group { answers.append(answer) }
                return answers
            }
        }
        #expect(answers.allSatisfy { $0?.isPaid == true })
        #expect(world.stripe.customers.count == 1)
        #expect(world.stripe.book.count == 100)
        world.checkBook()
    }

    @Test("makes one customer whatever happens to the answer", arguments: losses)
    func lostAnswer(fault: Fault) throws {
        let world = World()
        world.fail("post customer", fault)
        let answer = try world.play { await $0.pay(saving) }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.customers.count == 1)
        #expect(world.payment?.card.customer == world.stripe.customers[0])
        world.checkBook()
    }

    @Test(
        "ends in one customer where the database loses an answer",
        arguments: [
            "begin customer", "name customer",
        ]
    )
    func lostCommit(name: String) throws {
        let world = World()
        world.fail(name, .lostWithEffect)
        let answers = try world.play { world in
            [await world.pay(saving), await world.pay(saving)]
        }
        #expect(answers[1]?.isPaid == true)
        #expect(world.stripe.customers.count == 1)
        world.checkBook()
    }

    @Test("begins another customer only when Stripe may have forgotten the key")
    func horizon() throws {
        let world = World()
        world.fail("post customer", .lostWithEffect, times: 1000)
        let answers = try world.play { world in
            var answers = [await world.pay(saving)]
            await world.time.sleep(.seconds(22 * 3600))
            answers.append(await world.pay(saving))
            world.heal()
            await world.time.sleep(.seconds(2 * 3600))
            answers.append(await world.pay(saving))
            return answers
        }
        #expect(answers.dropLast().allSatisfy { $0 == .refused(.unavailable) })
        #expect(answers.last??.isPaid == true)
        #expect(Set(world.posts.filter { !$0.hasPrefix("create") }).count == 2)
        #expect(world.stripe.customers.count == 2)
        #expect(world.payment?.card.customer == world.stripe.customers[1])
        world.checkBook()
    }

    /// SC10.
    @Test("a declined card is not saved")
    func declined() throws {
        let world = World()
        world.stripe.cards[Sample.visa] = .declines(Sample.declined)
        let cards = try world.play { world in
            _ = await world.pay(saving)
            await world.untilQuiet()
            return await world.instance.wallet.cards(of: ann, at: world.time.now)
        }
        #expect(cards == .cards([]))
        #expect(world.database.savedCards.isEmpty)
        #expect(world.stripe.owners.isEmpty)
    }

    /// SC09.
    @Test("a card that could not be noted is learnt later, and the payment stands")
    func learntLater() throws {
        let world = World()
        world.fail("learn cards", .unavailable)
        try world.play { world in
            #expect(await world.pay(saving)?.isPaid == true)
            await world.untilQuiet()
            #expect(world.database.savedCards.isEmpty)
            let cards = await world.instance.wallet.cards(of: ann, at: world.time.now)
            #expect(cards == .cards([world.stripe.facts(of: Sample.visa)!]))
        }
        #expect(world.database.savedCards[Sample.visa]?.owner == ann)
        world.checkBook()
    }

    @Test("a customer who saves nothing is not made known to Stripe")
    func plain() throws {
        let world = World()
        let answer = try world.play { await $0.pay(Sample.request(caller: Sample.ann)) }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.customers.isEmpty)
        #expect(world.payment?.card == .plain)
    }
}
