import Campaign
import Testing

@Suite("A stopped process")
struct SimulatedProcessTests {
    @Test("answers nobody until it goes on, and everybody then")
    func stops() throws {
        let world = World()
        let (during, after) = try world.play { world in
            let shopper = Shopper(number: 1, naming: .key)
            let process = world.instance.link.process
            process.stop(for: .seconds(20))
            async let answer = world.pay(shopper.request(key: "a", card: 0))
            await world.time.sleep(.seconds(19))
            let during = world.stripe.arrivals.count
            #expect(process.isStopped)
            let after = await answer
            #expect(world.time.now >= .seconds(20))
            return (during, after)
        }
        #expect(during == 0)
        // Its lease is gone by then, so that it begins nothing before it has another one.
        #expect(after?.refusal == .unavailable || after?.isPaid == true)
    }

    @Test("is left by a client who has waited long enough")
    func patience() throws {
        let world = World()
        let answer = try world.play { world in
            world.instance.link.process.stop(for: .seconds(3600))
            return await world.pay(Shopper(number: 1, naming: .key).request(key: "a", card: 0))
        }
        #expect(answer == nil)
    }
}
