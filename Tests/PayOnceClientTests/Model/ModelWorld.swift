import Foundation
import Synchronization

@testable import PayOnceClient

/// All that surrounds one checkout: the network with its faults, the time, the app's storage, the
/// customer in the challenge; and the kill that ends the app at one of its steps.
final class ModelWorld: Transport, Timepiece, CheckoutStore, ChallengeHandler {
    struct State {
        var dice: Dice
        var bank = ModelBank()
        var time = Duration.zero
        var faultRate: Double
        /// Requests that the network still has. They arrive before the customer's next tap.
        var late: [HTTPCall] = []
        var stored: Data?
        /// The app dies at this step; `nil` once it has, or where it will not.
        var stepsToLive: Int?
        var isDead = false
        var sends = 0
        var deaths = 0
        var losses = 0
    }

    let state: Mutex<State>

    init(seed: UInt64) {
        var dice = Dice(seed: seed)
        let faultRate = Double(dice.pick(0...6)) / 10
        let stepsToLive = dice.chance(0.6) ? dice.pick(1...25) : nil
        state = Mutex(State(dice: dice, faultRate: faultRate, stepsToLive: stepsToLive))
    }

    // MARK: The network

    func send(
        _ call: HTTPCall,
        to service: URL,
        within timeout: Duration
    ) async throws(TransportFailure) -> HTTPReply {
        try state.withLock { state throws(TransportFailure) in
            state.step()
            guard !state.isDead else { throw .lost }
            state.sends += 1
            state.time += .milliseconds(300)
            if !state.late.isEmpty, state.dice.chance(0.5) { state.deliverLate() }
            let reply = try state.carry(call)
            // It has come to the machine, and the app does not see it any more.
            state.step()
            guard !state.isDead else { throw .lost }
            return reply
        }
    }

    // MARK: Time

    func now() -> Date {
        Date(timeIntervalSince1970: TimeInterval(elapsed().components.seconds))
    }

    func elapsed() -> Duration { state.withLock { $0.time } }

    func sleep(for pause: Duration) async { state.withLock { $0.time += pause } }

    func dice() -> Double { state.withLock { Double.random(in: 0..<1, using: &$0.dice) } }

    // MARK: The app's storage

    struct Dead: Error {}

    func keep(_ record: CheckoutRecord) async throws {
        let bytes = try JSONEncoder().encode(record)
        try state.withLock { state in
            state.step()
            guard !state.isDead else { throw Dead() }
            state.stored = bytes
            state.step()
        }
    }

    // MARK: The customer in the challenge

    func complete(_ challenge: Challenge) async -> ChallengeResult {
        state.withLock { state in
            state.step()
            guard !state.isDead else { return .canceled }
            state.time += .seconds(state.dice.chance(0.1) ? 4000 : 20)
            let result = state.takeChallenge()
            state.step()
            return result
        }
    }
}

extension ModelWorld.State {
    /// One step of the app further, and perhaps its last.
    mutating func step() {
        guard let left = stepsToLive else { return }
        stepsToLive = left > 1 ? left - 1 : nil
        if left <= 1 {
            isDead = true
            deaths += 1
        }
    }

    mutating func deliverLate() {
        for call in late { _ = bank.execute(call, at: time) }
        late = []
    }

    /// Takes a request there, or not, and its answer back, or not.
    mutating func carry(_ call: HTTPCall) throws(TransportFailure) -> HTTPReply {
        guard dice.chance(faultRate) else { return bank.execute(call, at: time) }
        losses += 1
        switch dice.pick(0...10) {
        case 0: throw .notSent
        case 1:
            time += .seconds(40)
            throw .lost
        case 2, 3:
            _ = bank.execute(call, at: time)
            time += .seconds(40)
            throw .lost
        case 4:
            late.append(call)
            time += .seconds(40)
            throw .lost
        case 5: return HTTPReply(status: 502, body: Data("<html>".utf8))
        case 6:
            _ = bank.execute(call, at: time)
            return HTTPReply(status: 502, body: Data("<html>".utf8))
        case 7:
            let reply = bank.execute(call, at: time)
            return HTTPReply(status: reply.status, body: reply.body.prefix(30))
        case 8: return ModelBank.refusal(503, "overloaded", after: 2)
        case 9: return ModelBank.refusal(429, "rate_limited", after: 5)
        default: return ModelBank.refusal(409, "payment_in_progress")
        }
    }

    /// What the SDK says need not be what the bank knows.
    mutating func takeChallenge() -> ChallengeResult {
        switch dice.pick(0...9) {
        case 0...4:
            bank.authenticate(.authenticated)
            return .passed
        case 5:
            bank.authenticate(.authenticated)
            return .failed
        case 6:
            bank.authenticate(.authenticationFailed)
            return .failed
        case 7: return .failed
        case 8: return .passed
        default: return .canceled
        }
    }
}
