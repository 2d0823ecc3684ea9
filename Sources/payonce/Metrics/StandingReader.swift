import EventLoop
import PaymentStore
import Postgres

/// Reads the numbers of the book, at most once a second however many ask: they share the answer.
actor StandingReader {
    private let database: Database
    private var newest: (readAt: Duration, numbers: StandingNumbers)?
    private var reading: Task<StandingNumbers?, Never>?

    private static let life: Duration = .seconds(1)

    init(database: Database) {
        self.database = database
    }

    /// - Returns: `nil` where the database does not answer.
    func read() async -> StandingNumbers? {
        if let newest, Loop.now - newest.readAt < StandingReader.life { return newest.numbers }
        if let reading { return await reading.value }
        let task = Task(executorPreference: database.loop) { [database] in
            await StandingNumbers.read(from: database)
        }
        reading = task
        let numbers = await task.value
        reading = nil
        newest = numbers.map { (Loop.now, $0) }
        return numbers
    }
}
