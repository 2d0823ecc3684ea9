public import Payments
public import Postgres

/// The customers and their saved cards in PostgreSQL. Nothing here is on the way of a guest's
/// payment.
public struct SQLCustomerDirectory: CustomerDirectory {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    // MARK: Customers

    public func creation(
        of reference: CustomerReference
    ) async throws(StoreFailure) -> CustomerCreation? {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(CustomerStatements.newest(of: reference))
            return try rows.onlyRow().map { row throws(DatabaseError) in
                try CustomerStatements.creation(of: reference, from: row)
            }
        }
    }

    public func begin(
        _ creation: CustomerCreation
    ) async throws(StoreFailure) -> CustomerCreation {
        try await run(CustomerStatements.begin(creation))
        guard let newest = try await self.creation(of: creation.reference) else {
            throw .unavailable
        }
        return newest
    }

    public func name(
        _ creation: CustomerCreation,
        as customer: StripeCustomerID
    ) async throws(StoreFailure) -> StripeCustomerID {
        try await run(CustomerStatements.name(creation, as: customer))
        guard let name = try await self.creation(of: creation.reference)?.living else {
            throw .unavailable
        }
        return name
    }

    public func lose(
        _ customer: StripeCustomerID,
        of reference: CustomerReference
    ) async throws(StoreFailure) {
        try await run(CustomerStatements.lose(customer, of: reference))
    }

    // MARK: Cards

    public func savedCard(
        _ method: PaymentMethodID
    ) async throws(StoreFailure) -> SavedCard? {
        try await cards(where: "method = \(method.description)").first
    }

    public func savedCards(
        of reference: CustomerReference
    ) async throws(StoreFailure) -> [SavedCard] {
        try await cards(where: "customer = \(reference.description) AND removed_at IS NULL")
    }

    public func learn(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        savedBy payment: PaymentID?
    ) async throws(StoreFailure) {
        try await run(SavedCardStatements.learn(cards, of: reference, savedBy: payment))
    }

    public func remove(_ method: PaymentMethodID) async throws(StoreFailure) {
        try await run(SavedCardStatements.remove(method))
    }

    private func cards(where condition: SQL) async throws(StoreFailure) -> [SavedCard] {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(SavedCardStatements.select(where: condition))
            var cards: [SavedCard] = []
            for row in rows { cards.append(try SavedCardStatements.card(from: row)) }
            return cards
        }
    }

    /// Each write may be done twice: after a lost answer it is simply done again.
    private func run(_ statement: SQL) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
