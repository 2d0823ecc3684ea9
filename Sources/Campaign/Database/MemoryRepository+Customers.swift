public import Payments

extension MemoryRepository: CustomerDirectory {
    public func creation(
        of reference: CustomerReference
    ) async throws(StoreFailure) -> CustomerCreation? {
        try await commit("customer") { [database] in database.creation(of: reference) }
    }

    public func begin(
        _ creation: CustomerCreation
    ) async throws(StoreFailure) -> CustomerCreation {
        try await commit("begin customer") { [database] in database.begin(creation) }
    }

    public func name(
        _ creation: CustomerCreation,
        as customer: StripeCustomerID
    ) async throws(StoreFailure) -> StripeCustomerID {
        try await commit("name customer") { [database] in database.name(creation, as: customer) }
    }

    public func lose(
        _ customer: StripeCustomerID,
        of reference: CustomerReference
    ) async throws(StoreFailure) {
        try await commit("lose customer") { [database] in
            database.lose(customer, of: reference)
        }
    }

    public func savedCard(
        _ method: PaymentMethodID
    ) async throws(StoreFailure) -> SavedCard? {
        try await commit("saved card") { [database] in database.savedCards[method] }
    }

    public func savedCards(
        of reference: CustomerReference
    ) async throws(StoreFailure) -> [SavedCard] {
        try await commit("saved cards") { [database] in database.savedCards(of: reference) }
    }

    public func learn(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        savedBy payment: PaymentID?
    ) async throws(StoreFailure) {
        try await commit("learn cards") { [database] in database.learn(cards, of: reference) }
    }

    public func remove(_ method: PaymentMethodID) async throws(StoreFailure) {
        try await commit("remove card") { [database] in database.remove(method) }
    }
}
