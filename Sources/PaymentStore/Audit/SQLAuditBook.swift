public import Audit
public import Payments
public import Postgres

/// Our own book, as the audit reads it. It only reads.
public struct SQLAuditBook: AuditBook {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    public func catalogue() async throws(StoreFailure) -> (Catalogue, sinceMicroseconds: Int64) {
        let prices = try await PriceTable(database: database).catalogue()
        let since = try await number(
            "SELECT max(\(Moment.microseconds("at"))) FROM catalog_imports"
        )
        return (prices, since ?? .max)
    }

    // MARK: Payments

    public func payments(
        in window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) async throws(StoreFailure) -> [PaymentFacts] {
        try await rows(AuditReads.payments(in: window, after: last, atMost: count)) {
            row throws(DatabaseError) in try AuditReads.payment(from: row)
        }
    }

    public func latecomers(
        in window: AuditWindow,
        after last: String?,
        atMost count: Int
    ) async throws(StoreFailure) -> [PaymentFacts] {
        try await rows(AuditReads.latecomers(in: window, after: last, atMost: count)) {
            row throws(DatabaseError) in try AuditReads.payment(from: row)
        }
    }

    public func mayHaveOlderPrice(
        _ payment: String,
        than microseconds: Int64
    ) async throws(StoreFailure) -> Bool {
        let taken = try await number(
            """
            SELECT min(\(Moment.microseconds("g.taken_at")))
            FROM payment_events e
            CROSS JOIN LATERAL unnest(string_to_array(e.detail, ' ')) AS t (text)
            JOIN guards g
                ON g.kind = split_part(t.text, ':', 1)
                AND g.key = substr(t.text, strpos(t.text, ':') + 1)
            WHERE e.payment_id = \(payment) AND e.number = 1
            """
        )
        return taken.map { $0 <= microseconds } ?? true
    }

    // MARK: Evidence

    public func damage(to payments: [String]) async throws(StoreFailure) -> [Damage] {
        guard !payments.isEmpty else { return [] }
        return try await stored { () throws(DatabaseError) in
            let rows = try await database.run(DamageReads.statements(payments))
            return try DamageReads.damage(from: rows)
        }
    }

    public func orphans(in window: AuditWindow) async throws(StoreFailure) -> [Damage] {
        try await rows(DamageReads.orphans(in: window)) { row throws(DatabaseError) in
            .orphan(
                payment: try row.string(0),
                events: try row.int64(1),
                atMicroseconds: try row.int64(2)
            )
        }
    }

    public func seals(
        in window: AuditWindow,
        after last: Int64?,
        atMost count: Int
    ) async throws(StoreFailure) -> SealPage {
        let found = try await rows(SealStatements.check(in: window, after: last, atMost: count)) {
            row throws(DatabaseError) in
            (
                number: try row.int64(0), at: try row.int64(1),
                reason: try row.optionalString(2).flatMap(Damage.SealReason.init)
            )
        }
        return SealPage(
            damage: found.compactMap { seal in
                seal.reason.map {
                    .seal(number: seal.number, reason: $0, atMicroseconds: seal.at)
                }
            },
            last: found.count == count ? found.last?.number : nil
        )
    }

    public func unsealed() async throws(StoreFailure) -> Damage? {
        try await number(SealStatements.unsealed).map { .unsealed(sinceMicroseconds: $0) }
    }

    public func newestSeal() async throws(StoreFailure) -> Seal? {
        try await rows(SealStatements.newest, SealStatements.seal).first
    }

    // MARK: Against Stripe

    public func entries(
        ofIntents intents: [String],
        payments: [String]
    ) async throws(StoreFailure) -> BookEntries {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.run(EntryReads.statements(intents, payments))
            return BookEntries(
                byIntent: try EntryReads.named(rows[0]),
                byPayment: try EntryReads.named(rows[1])
            )
        }
    }

    public func entries(
        claimedIn window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookEntry] {
        try await rows(EntryReads.claimed(in: window, after: last, atMost: count)) {
            row throws(DatabaseError) in
            var columns = ColumnReader(row)
            return try EntryReads.entry(from: &columns)
        }
    }

    public func refunds(of payments: [String]) async throws(StoreFailure) -> [RecordedRefund] {
        try await rows(EntryReads.refunds(of: payments)) { row throws(DatabaseError) in
            try EntryReads.refund(from: row)
        }
    }

    // MARK: Parts

    private func rows<Value>(
        _ statement: SQL,
        _ read: (Row) throws(DatabaseError) -> Value
    ) async throws(StoreFailure) -> [Value] {
        try await stored { () throws(DatabaseError) in
            try await database.query(statement).map(read)
        }
    }

    private func number(_ statement: SQL) async throws(StoreFailure) -> Int64? {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(statement)
            return try rows.onlyRow().flatMap { row throws(DatabaseError) in
                try row.optionalInt64(0)
            }
        }
    }
}
