public import Payments
public import Postgres

/// The shared counts in PostgreSQL. Nothing here is on the way of a payment.
public struct SQLRateCounters: RateCounters {
    /// Full names that an instance learns of at a time. More at once are an attack from everywhere,
    /// of which each instance still knows what it counted itself.
    static let mostFull = 10_000

    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// Not repeated where the answer is lost: whoever counts keeps what it counted and brings it
    /// again.
    public func exchange(_ counts: [RateCount]) async throws(StoreFailure) -> RateReading {
        try await stored { () throws(DatabaseError) in
            let reading = RateStatements.full(atMost: SQLRateCounters.mostFull + 1)
            let statements = counts.isEmpty ? [reading] : [RateStatements.add(counts), reading]
            let rows = try await database.run(statements)
            let full = rows[rows.count - 1]
            return RateReading(
                written: counts.isEmpty ? [] : try SQLRateCounters.standings(rows[0]),
                full: try SQLRateCounters.standings(full),
                isComplete: full.count <= SQLRateCounters.mostFull
            )
        }
    }

    public func removeEnded(atMost count: Int) async throws(StoreFailure) -> Int {
        try await stored { () throws(DatabaseError) in
            try await database.query(RateStatements.removeEnded(atMost: count)).count
        }
    }

    private static func standings(_ rows: Rows) throws(DatabaseError) -> [RateStanding] {
        var standings: [RateStanding] = []
        for row in rows {
            if let standing = try RateStatements.standing(from: row) { standings.append(standing) }
        }
        return standings
    }
}
