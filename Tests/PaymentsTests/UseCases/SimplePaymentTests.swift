import Campaign
import Payments
import Testing

@Suite("A simple payment")
struct SimplePaymentTests {
    @Test("is two durable writes and one post")
    func isTwoWrites() throws {
        let world = World()
        let answer = try world.play { await $0.pay(Sample.request()) }
        #expect(answer?.isPaid == true)
        #expect(world.database.durableWrites == 2)
        #expect(world.stripe.arrivals.count == 1)
        #expect(world.stripe.book.map(\.amount) == [1400])
        #expect(world.payment?.state == .succeeded)
        #expect(world.payment?.owner == .nobody)
        #expect(world.database.events(of: world.payment!.id) == ["claimed", "found_succeeded"])
        #expect(answer?.view?.isReplay == false)
    }

    @Test("is durable before a byte of it leaves")
    func isDurableFirst() throws {
        let world = World()
        _ = try world.play { await $0.pay(Sample.request()) }
        let names = world.plan.log.map(\.name).filter { $0 != "renew lease" && $0 != "take due" }
        #expect(names == ["claim", "post create", "record succeeded", "end lease"])
    }

    @Test("asked for a hundred times at once is one claim, one post and one answer")
    func isOne() throws {
        let world = World()
        let answers = try world.play { world in
            await withTaskGroup(of: PaymentAnswer?.self) { group in
                for _ in 0..<100 { group.addTask { await world.pay(Sample.request()) } }
                var answers: [PaymentAnswer?] = []
                for await answer in group { answers.append(answer) }
                return answers
            }
        }
        #expect(answers.count == 100)
        #expect(answers.allSatisfy { $0?.isPaid == true })
        #expect(answers.count { $0?.view?.isReplay == false } == 1)
        #expect(Set(answers.map { $0?.view?.payment }).count == 1)
        #expect(world.plan.log.count { $0.name == "claim" } == 1)
        #expect(world.stripe.arrivals.count == 1)
        #expect(world.database.durableWrites == 2)
    }
}
