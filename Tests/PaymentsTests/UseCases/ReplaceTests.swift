import Campaign
import Payments
import Testing

@Suite("Another card for a challenge")
struct ReplaceTests {
    @Test("ends the old intent at Stripe before the new one begins")
    func cancelsFirst() throws {
        let world = World()
        let answer = try world.play { world in
            _ = try await world.challenge()
            return await world.pay(Sample.request(method: Sample.other))
        }
        #expect(answer?.isPaid == true)
        #expect(world.posts == ["create-1", "cancel-1", "create-1"])
        #expect(world.database.payments.map(\.state) == [.canceled, .succeeded])
        #expect(world.database.payments[0].closing == .replaced)
        world.checkBook()
    }

    @Test("finds that the old one was paid after all")
    func paidAfterAll() throws {
        let world = World()
        let answer = try world.play { world in
            let intent = try await world.challenge()
            world.stripe.force(intent, status: "succeeded")
            return await world.pay(Sample.request(method: Sample.other))
        }
        #expect(answer?.isPaid == true)
        #expect(world.stripe.book.count == 1)
        #expect(world.database.payments.map(\.state) == [.succeeded])
        world.checkBook()
    }

    @Test("is unknown while the cancel is unanswered, and goes on")
    func unanswered() throws {
        let world = World()
        let answers = try world.play { world in
            _ = try await world.challenge()
            world.fail("post cancel", .lostWithoutEffect, times: 1000)
            world.fail("retrieve", .unavailable, times: 1000)
            let first = await world.pay(Sample.request(method: Sample.other))
            world.heal()
            await world.untilQuiet()
            return [first, await world.pay(Sample.request(method: Sample.other))]
        }
        #expect(answers[0]?.standing == .unknown)
        #expect(answers[1]?.isPaid == true)
        #expect(world.database.payments.map(\.state) == [.canceled, .succeeded])
        world.checkBook()
    }

    @Test("of twenty requests at once charges one card")
    func parallel() throws {
        let world = World()
        let answers = try world.play { world in
            _ = try await world.challenge()
            return await withTaskGroup(of: PaymentAnswer?.self) { group in
                for _ in 0..<20 {
                    group.addTask { await world.pay(Sample.request(method: Sample.other)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count == 20)
        #expect(answers.allSatisfy { $0?.isPaid == true })
        #expect(world.stripe.book.count == 1)
        world.checkBook()
    }

    @Test("is not undone by a late repeat of the first request")
    func lateRepeat() throws {
        let world = World()
        let answer = try world.play { world in
            _ = try await world.challenge()
            _ = try await world.challenge(Sample.request(method: Sample.other))
            return await world.pay(Sample.request())
        }
        #expect(answer?.standing == .canceled(.replaced))
        #expect(world.database.payments.map(\.state) == [.canceled, .requiresAction])
    }

    @Test("is limited for an order")
    func limit() throws {
        let world = World()
        let answers = try world.play { world in
            var answers: [PaymentAnswer?] = []
            for number in 0...6 {
                let method = Sample.known(PaymentMethodID("pm_\(number)"))
                world.stripe.cards[method] = .challenges(then: .pays)
                answers.append(
                    await world.pay(
                        Sample.request(
                            key: IdempotencyKey("key-number-\(number)-of-many"),
                            order: Sample.order,
                            method: method
                        )
                    )
                )
            }
            return answers
        }
        #expect(answers.prefix(6).allSatisfy { $0?.isChallenge == true })
        #expect(answers.last??.refusal == .tooManyReplacements)
    }

    @Test("a cancel ends it, and waits for a work under way")
    func cancels() throws {
        let world = World()
        let answers = try world.play { world in
            let intent = try await world.challenge()
            let payment = try #require(world.payment)
            let query = PaymentQuery(
                id: payment.id,
                caller: .guest,
                secret: payment.clientSecret,
                key: nil
            )
            world.fail("retrieve", .slow(.seconds(2)))
            async let second = world.confirm(Sample.secondCall(intent))
            await world.time.sleep(.seconds(1))
            async let one = world.cancel(query)
            async let two = world.cancel(query)
            let answers = [await one, await two, await world.cancel(query)]
            _ = await second
            return answers
        }
        #expect(answers.allSatisfy { $0?.standing == .canceled(.canceled) })
        #expect(world.posts == ["create-1", "cancel-1"])
        world.checkBook()
    }

    @Test("a cancel is refused once money may move")
    func notCancelable() throws {
        let world = World()
        let answer = try world.play { world in
            _ = await world.pay(Sample.request())
            let query = PaymentQuery(
                id: try #require(world.payment).id,
                caller: .guest,
                secret: nil,
                key: Sample.key
            )
            return await world.cancel(query)
        }
        guard case .notCancelable(let view) = answer?.refusal else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(view.payment == world.payment?.id)
    }
}
