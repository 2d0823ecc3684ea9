import Payments

/// One run's commits in the database in memory, with what the script puts in their way.
struct MemoryCommits: Sendable {
    private let link: Link

    init(through link: Link) { self.link = link }

    func commit<Value: Sendable>(
        _ name: String,
        _ effect: @escaping @Sendable () throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        let fault = await link.begin(.database, name)
        guard !link.isCut else { throw .unavailable }
        if case .slow(let delay) = fault { await link.process.sleep(delay) }
        let answer = await link.exchange(latency: link.databaseLatency) { [link] in
            let answer = MemoryCommits.answer(fault, effect)
            link.end(fault)
            return (answer, .zero)
        }
        guard !link.isCut else { throw .outcomeUnknown }
        return try answer.get()
    }

    /// What becomes of a commit that has reached the database.
    private static func answer<Value>(
        _ fault: Fault?,
        _ effect: () throws(StoreFailure) -> Value
    ) -> Result<Value, StoreFailure> {
        switch fault {
        case nil, .slow, .stopBefore, .stopAfter: return Result(catching: effect)
        case .lostWithEffect, .crashAfter:
            return Result(catching: effect).flatMap { _ in .failure(.outcomeUnknown) }
        case .lostWithoutEffect: return .failure(.outcomeUnknown)
        case .rejected: return .failure(.refused)
        case .crashBefore, .unavailable, .outage, .busy, .refused, .keptFailure, .executedSlowly,
            .late, .duplicated, .missing, .otherAmount, .unknownWord, .saysReplayed:
            return .failure(.unavailable)
        }
    }
}
