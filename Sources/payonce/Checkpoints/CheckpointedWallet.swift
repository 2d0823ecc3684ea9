#if DEBUG
    import Payments

    /// The customers and saved cards of the database, telling the checkpoints when they are called.
    struct CheckpointedDirectory: CustomerDirectory {
        let inner: any CustomerDirectory
        let checkpoints: Checkpoints

        func creation(
            of reference: CustomerReference
        ) async throws(StoreFailure) -> CustomerCreation? {
            try await between("customer") { () async throws(StoreFailure) in
                try await inner.creation(of: reference)
            }
        }

        func begin(
            _ creation: CustomerCreation
        ) async throws(StoreFailure) -> CustomerCreation {
            try await between("begin customer") { () async throws(StoreFailure) in
                try await inner.begin(creation)
            }
        }

        func name(
            _ creation: CustomerCreation,
            as customer: StripeCustomerID
        ) async throws(StoreFailure) -> StripeCustomerID {
            try await between("name customer") { () async throws(StoreFailure) in
                try await inner.name(creation, as: customer)
            }
        }

        func lose(
            _ customer: StripeCustomerID,
            of reference: CustomerReference
        ) async throws(StoreFailure) {
            try await between("lose customer") { () async throws(StoreFailure) in
                try await inner.lose(customer, of: reference)
            }
        }

        func savedCard(_ method: PaymentMethodID) async throws(StoreFailure) -> SavedCard? {
            try await between("saved card") { () async throws(StoreFailure) in
                try await inner.savedCard(method)
            }
        }

        func savedCards(
            of reference: CustomerReference
        ) async throws(StoreFailure) -> [SavedCard] {
            try await between("saved cards") { () async throws(StoreFailure) in
                try await inner.savedCards(of: reference)
            }
        }

        func learn(
            _ cards: [CardFacts],
            of reference: CustomerReference,
            savedBy payment: PaymentID?
        ) async throws(StoreFailure) {
            try await between("learn cards") { () async throws(StoreFailure) in
                try await inner.learn(cards, of: reference, savedBy: payment)
            }
        }

        func remove(_ method: PaymentMethodID) async throws(StoreFailure) {
            try await between("remove card") { () async throws(StoreFailure) in
                try await inner.remove(method)
            }
        }

        private func between<Value>(
            _ call: String,
            _ work: () async throws(StoreFailure) -> Value
        ) async throws(StoreFailure) -> Value {
            checkpoints.before(call)
            let value = try await work()
            checkpoints.after(call)
            return value
        }
    }

    /// The customers and cards of Stripe, telling the checkpoints when they are called. No lease is
    /// looked at before these bytes leave: they charge nothing, and are the same under one key.
    struct CheckpointedVault: CardVault {
        let inner: any CardVault
        let checkpoints: Checkpoints

        func stripeSeconds() async -> Int64? { await inner.stripeSeconds() }

        func customerRequest(for draft: CustomerDraft) -> FrozenRequest {
            inner.customerRequest(for: draft)
        }

        func createCustomer(
            _ request: FrozenRequest,
            key: String,
            deadline: Duration
        ) async -> CustomerReply {
            checkpoints.before("post customer")
            let reply = await inner.createCustomer(request, key: key, deadline: deadline)
            checkpoints.after("post customer")
            return reply
        }

        func exists(
            _ customer: StripeCustomerID,
            deadline: Duration
        ) async -> ReadReply<Bool> {
            checkpoints.before("customer at Stripe")
            let reply = await inner.exists(customer, deadline: deadline)
            checkpoints.after("customer at Stripe")
            return reply
        }

        func card(
            of method: PaymentMethodID,
            deadline: Duration
        ) async -> ReadReply<CardFacts> {
            checkpoints.before("card")
            let reply = await inner.card(of: method, deadline: deadline)
            checkpoints.after("card")
            return reply
        }

        func cards(
            of customer: StripeCustomerID,
            deadline: Duration
        ) async -> ReadReply<[CardFacts]> {
            checkpoints.before("cards")
            let reply = await inner.cards(of: customer, deadline: deadline)
            checkpoints.after("cards")
            return reply
        }

        func detach(
            _ method: PaymentMethodID,
            key: String,
            deadline: Duration
        ) async -> DetachReply {
            checkpoints.before("detach")
            let reply = await inner.detach(method, key: key, deadline: deadline)
            checkpoints.after("detach")
            return reply
        }
    }
#endif
