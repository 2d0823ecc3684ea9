import Payments
import TestKit

/// A client that goes on until it knows how its purchase ended, or gives up.
final class Client: @unchecked Sendable {
    enum Habit: String, CaseIterable, Sendable {
        /// One try of each request.
        case never
        case retriesSameRequest
        /// The next try is with another card, under the same key.
        case takesNewCard
    }

    private let world: World
    private let habit: Habit
    /// All answers, `nil` for those that never came.
    private(set) var answers: [PaymentAnswer?] = []

    init(_ world: World, _ habit: Habit) {
        self.world = world
        self.habit = habit
    }

    /// Whether some answer left it in doubt.
    var wasInDoubt: Bool { answers.contains { $0 == nil || $0?.standing == .unknown } }
    var last: PaymentAnswer? { answers.last ?? nil }

    /// A first call, and what the habit makes of its answer.
    func pay(_ method: PaymentMethodID) async {
        answers.append(await world.pay(Sample.request(method: method)))
        await insist { [self] in
            let next = habit == .takesNewCard ? Sample.third : method
            return await world.pay(Sample.request(method: next))
        }
    }

    /// Finishes the challenge, if there is one.
    func finish() async {
        guard last?.isChallenge == true, let intent = last?.view?.intent else { return }
        world.stripe.authenticate(intent)
        let call = Sample.secondCall(intent)
        answers.append(await world.confirm(call))
        await insist { [self] in
            habit == .takesNewCard
                ? await world.pay(Sample.request(method: Sample.third))
                : await world.confirm(call)
        }
    }

    func cancel() async {
        guard let payment = last?.view?.payment else { return }
        let query = PaymentQuery(id: payment, caller: .guest, secret: nil, key: Sample.key)
        answers.append(await world.cancel(query))
        await insist { [self] in await world.cancel(query) }
    }

    /// Tries again for as long as nothing is known.
    private func insist(_ tryAgain: () async -> PaymentAnswer?) async {
        guard habit != .never else { return }
        for _ in 0..<100 {
            guard isOpen(last) else { return }
            await world.time.sleep(.seconds(2))
            answers.append(await tryAgain())
        }
    }

    private func isOpen(_ answer: PaymentAnswer?) -> Bool {
        switch answer {
        case nil, .refused(.unavailable), .refused(.overloaded): true
        case .refused: false
        case .standing(let view): view.standing == .unknown || view.standing == .processing
        }
    }
}
