import Payments

/// What goes wrong in a random world: at calls, one in so many, and to whole instances.
struct RandomFaults {
    let dice: Dice
    /// Calls of a thousand that go wrong.
    let perMille: Int

    init(_ dice: Dice) {
        self.dice = dice
        perMille = dice.pick([0, 10, 50, 120, 250])
    }

    func fault(at boundary: Boundary) -> Fault? {
        guard perMille > 0, dice.happens(perMille: perMille) else { return nil }
        switch boundary.port {
        case .database: return dice.pick(RandomFaults.atDatabase)
        case .stripe where boundary.name.hasPrefix("post"): return dice.pick(RandomFaults.atPost)
        case .stripe: return dice.pick(RandomFaults.atRead)
        case .shop: return dice.pick(RandomFaults.atShop)
        }
    }

    static let clockOfStripe = "clock of Stripe"

    private static let atDatabase: [Fault] = [
        .crashBefore, .crashAfter, .stopBefore(.seconds(20)), .stopAfter(.seconds(20)),
        .lostWithEffect, .lostWithEffect, .lostWithoutEffect, .lostWithoutEffect, .unavailable,
        .unavailable, .unavailable, .slow(.seconds(1)), .slow(.seconds(5)), .slow(.seconds(12)),
        .outage(.seconds(5)),
        .outage(.seconds(15)), .rejected,
    ]

    private static let atPost: [Fault] = [
        .crashBefore, .crashAfter, .crashAfter, .stopBefore(.seconds(20)),
        .stopAfter(.seconds(20)), .lostWithEffect, .lostWithEffect, .lostWithEffect,
        .lostWithoutEffect, .lostWithoutEffect, .unavailable, .slow(.seconds(3)),
        .slow(.seconds(15)), .slow(.seconds(80)), .busy, .refused,
        .keptFailure(withEffect: true), .keptFailure(withEffect: false),
        .executedSlowly(.seconds(8)), .executedSlowly(.seconds(80)), .late(.seconds(40)),
        .late(.seconds(290)), .duplicated(.zero), .duplicated(.seconds(60)), .unknownWord,
        .saysReplayed,
    ]

    private static let atRead: [Fault] = [
        .crashBefore, .crashAfter, .stopAfter(.seconds(20)), .unavailable, .unavailable,
        .lostWithoutEffect, .slow(.seconds(3)), .slow(.seconds(80)), .missing, .unknownWord,
    ]

    private static let atShop: [Fault] = [
        .crashBefore, .crashAfter, .stopBefore(.seconds(20)), .stopAfter(.seconds(20)),
        .lostWithEffect, .lostWithEffect, .lostWithoutEffect, .unavailable, .slow(.seconds(3)),
        .slow(.seconds(80)),
    ]

    // MARK: To whole instances

    /// Something befalls the service as a whole.
    func strike(_ world: World) async {
        let live = world.liveInstances
        guard !live.isEmpty else { return }
        let victim = dice.pick(live)
        switch dice.number(below: 7) {
        case 0, 1:
            world.plan.countInjected("crash")
            victim.link.cut()
        case 2:
            world.plan.countInjected("stop")
            victim.link.process.stop(for: dice.pick([.seconds(9), .seconds(20), .seconds(60)]))
        case 3: await deploy(world, instead: victim)
        case 4:
            world.plan.countInjected("outage")
            world.plan.beginOutage(dice.pick([.seconds(5), .seconds(15), .seconds(40)]))
        case 5:
            world.plan.countInjected("clock of the database")
            world.database.skew += dice.pick([.seconds(-20), .seconds(20), .seconds(600)])
        case _:
            world.plan.countInjected(RandomFaults.clockOfStripe)
            world.stripe.skew += dice.pick([.seconds(-20), .seconds(20), .seconds(600)])
        }
    }

    /// A new instance comes, an old one stops in order.
    private func deploy(_ world: World, instead old: Instance) async {
        world.plan.countInjected("deployment")
        await world.start()
        await old.events?.stop()
        await old.service.stop(within: .seconds(2))
        old.link.retire()
    }
}
