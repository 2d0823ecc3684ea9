import Foundation

@testable import PayOnceClient

/// A customer who taps, waits, takes other cards, comes back after the app has died, changes their
/// mind, and holds whatever they are told against the bank.
struct ModelCustomer {
    /// What was wrong, if anything.
    private(set) var complaints: [String] = []
    private let world: ModelWorld
    private let service: PayOnceService
    private var cards = 0

    static let address = URL(fileURLWithPath: "/nowhere")

    init(_ world: ModelWorld) {
        self.world = world
        service = PayOnceService(
            url: ModelCustomer.address,
            transport: world,
            timepiece: world
        )
    }

    /// The whole visit, and the truth in the end.
    mutating func visit() async throws -> Outcome {
        let first = CheckoutRecord(Purchase(items: [.init(id: "photo_subscription")]))
        let bytes = try JSONEncoder().encode(first)
        world.state.withLock { $0.stored = bytes }
        var method = newCard()
        for _ in 1...8 {
            let checkout = try open()
            let outcome = await tap(checkout, &method)
            if world.state.withLock({ $0.isDead }) {
                world.state.withLock {
                    $0.isDead = false
                    $0.stepsToLive = $0.dice.chance(0.5) ? $0.dice.pick(1...25) : nil
                    $0.time += .seconds($0.dice.pick(0...900))
                }
                continue
            }
            hold(outcome)
            if case .paid = outcome { break }
            if world.state.withLock({ $0.dice.chance(0.15) }) { break }
        }
        return try await lastLook(method)
    }

    /// In the end everything works, and the customer looks until it is known.
    private mutating func lastLook(_ method: String) async throws -> Outcome {
        world.state.withLock {
            $0.faultRate = 0
            $0.stepsToLive = nil
            $0.deliverLate()
            $0.time += .seconds(3000)
        }
        let checkout = try open()
        var outcome = await checkout.resume(isTap: true)
        if outcome == nil { outcome = await checkout.pay(paymentMethodId: method) }
        for _ in 1...5 {
            guard case .stillChecking = outcome else { break }
            outcome = await checkout.resume(isTap: true)
        }
        guard let outcome else { return .canceled(.unfinished) }
        hold(outcome)
        if case .stillChecking = outcome { complain("not known in the end: \(outcome)") }
        let isPaid = await checkout.record.isPaid
        if isPaid != (charges == 1) { complain("the record says \(isPaid)") }
        return outcome
    }

    private func open() throws -> Checkout {
        let bytes = world.state.withLock { $0.stored } ?? Data()
        let record = try JSONDecoder().decode(CheckoutRecord.self, from: bytes)
        return Checkout(record, at: service, store: world, challenges: world)
    }

    /// One thing that a customer may do at the checkout's screen.
    private mutating func tap(_ checkout: Checkout, _ method: inout String) async -> Outcome {
        let choice = world.state.withLock { $0.dice.pick(0...9) }
        let isUnfinished = await checkout.record.isUnfinished
        switch choice {
        case 0...3 where isUnfinished:
            let sends = world.state.withLock { $0.sends }
            let outcome = await checkout.resume(isTap: choice == 0)
            if case .stillChecking(let doubt) = outcome, doubt.reason == .tapTooOld,
                world.state.withLock({ $0.sends }) != sends
            {
                complain("asked for an old tap")
            }
            return outcome ?? .canceled(.unfinished)
        case 4:
            if let outcome = await checkout.cancel() { return outcome }
        case 5, 6:
            // What the network still has arrives while the other card is being typed.
            world.state.withLock { $0.deliverLate() }
            method = newCard()
        default: break
        }
        return await checkout.pay(paymentMethodId: method)
    }

    private mutating func newCard() -> String {
        cards += 1
        let kinds = ["good", "challenge", "challenge", "declined", "doubtful", "lost", "slow"]
        let kind = world.state.withLock { kinds[$0.dice.pick(0...kinds.count - 1)] }
        return "pm_\(kind)_\(cards)"
    }

    // MARK: The truth

    private var charges: Int { world.state.withLock { $0.bank.charges } }

    /// Whatever is told has to be so, also when everything that is under way has arrived.
    private mutating func hold(_ outcome: Outcome) {
        switch outcome {
        case .paid: if charges != 1 { complain("told paid, charged \(charges) times") }
        case .declined, .expired, .canceled, .refused: expectNothing(outcome)
        case .stillChecking(let doubt): if !doubt.mayHaveCharged { expectNothing(outcome) }
        }
        if charges > 1 { complain("charged \(charges) times") }
    }

    private mutating func expectNothing(_ outcome: Outcome) {
        world.state.withLock { $0.deliverLate() }
        if charges != 0 { complain("told \(outcome), and it was charged") }
    }

    private mutating func complain(_ what: String) { complaints.append(what) }
}
