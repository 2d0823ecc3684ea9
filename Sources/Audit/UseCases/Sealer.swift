public import Payments

/// Seals closed windows of events, all the time and in every instance: whoever comes first does it,
/// and the others find that it is done.
public actor Sealer {
    private let book: any SealBook
    private let time: any Timekeeper
    /// Writes a seal to the log, where nobody who changes the database can change it.
    private let log: @Sendable (Seal) -> Void
    private var isStopping = false

    /// Events are sealed between two and three minutes after they happened.
    private static let interval: Duration = .seconds(30)
    /// Younger windows stay open. The transactions that are open are asked for as well: this is for
    /// the moment between the start of a transaction and its being known as open, and for a standby
    /// whose clock is behind.
    public static let age: Duration = .seconds(120)

    public init(
        book: any SealBook,
        time: any Timekeeper,
        log: @escaping @Sendable (Seal) -> Void
    ) {
        self.book = book
        self.time = time
        self.log = log
    }

    public func start() {
        Task(executorPreference: time.executor) { await self.keepSealing() }
    }

    public func stop() {
        isStopping = true
    }

    /// Seals all that can be; how many windows that were.
    @discardableResult
    public func seal(age: Duration = Sealer.age) async -> Int {
        var count = 0
        do throws(StoreFailure) {
            let horizon = try await book.horizon(age: age)
            while !isStopping, let seal = try await book.sealNext(before: horizon) {
                log(seal)
                count += 1
            }
        } catch {
            // The database is away, or a lost answer hides whether it was done: the next look
            // tells.
        }
        return count
    }

    private func keepSealing() async {
        while !isStopping {
            await seal()
            await withCheckedContinuation { continuation in
                time.call(after: Sealer.interval) { continuation.resume() }
            }
        }
    }
}
