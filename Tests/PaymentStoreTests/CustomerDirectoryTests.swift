import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct CustomerDirectoryTests {
    private static func creation(
        _ reference: CustomerReference,
        attempt: Int = 1,
        _ request: String = "customers"
    ) -> CustomerCreation {
        CustomerCreation(
            reference: reference,
            attempt: attempt,
            request: Sample.request(request),
            stripeSeconds: 1_000_000
        )
    }

    @Test func aCustomerIsBegunAndNamed() async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let ann = try #require(CustomerReference("ann"))
            #expect(try await directory.creation(of: ann) == nil)
            let begun = try await directory.begin(Self.creation(ann))
            #expect(begun.request == Sample.request("customers"))
            #expect(begun.customer == nil)
            #expect(begun.age < .seconds(60))
            let name = try #require(StripeCustomerID("cus_1"))
            #expect(try await directory.name(begun, as: name) == name)
            #expect(try await directory.creation(of: ann)?.customer == name)
            // A name is written once, and then nothing else begins.
            let other = try #require(StripeCustomerID("cus_2"))
            #expect(try await directory.name(begun, as: other) == name)
            #expect(try await directory.begin(Self.creation(ann, attempt: 2)).attempt == 1)
        }
    }

    @Test func whoBeginsSecondFindsTheFirst() async throws {
        try await withTwoStores { first, second in
            let ann = try #require(CustomerReference("ann"))
            let directories = [first, second].map { SQLCustomerDirectory(database: $0.database) }
            let requests = try await withThrowingTaskGroup(of: FrozenRequest.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let creation = Self.creation(ann, "customers-\(number)")
                        return try await directories[number % 2].begin(creation).request
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(requests.count == 1)
            #expect(try first.sql("SELECT count(*) FROM customers") == "1")
        }
    }

    @Test func anUnnamedCustomerMayBeBegunAnew() async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let ann = try #require(CustomerReference("ann"))
            _ = try await directory.begin(Self.creation(ann))
            let second = try await directory.begin(Self.creation(ann, attempt: 2))
            #expect(second.attempt == 2)
            let name = try #require(StripeCustomerID("cus_2"))
            #expect(try await directory.name(second, as: name) == name)
            #expect(try store.sql("SELECT count(*) FROM customers") == "2")
        }
    }

    @Test func aCustomerWhoWasDeletedIsMadeAnew() async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let ann = try #require(CustomerReference("ann"))
            let bob = try #require(CustomerReference("bob"))
            let names = try ["cus_1", "cus_2"].map { try #require(StripeCustomerID($0)) }
            let begun = try await directory.begin(Self.creation(ann))
            _ = try await directory.name(begun, as: names[0])
            let card = CardFacts(
                method: try #require(PaymentMethodID("pm_1")),
                customer: names[0],
                fingerprint: "f",
                brand: "visa",
                last4: "4242",
                expiryMonth: 1,
                expiryYear: 2034
            )
            try await directory.learn([card], of: ann, savedBy: nil)
            // Neither another name nor another customer's is given up with it.
            try await directory.lose(names[1], of: ann)
            try await directory.lose(names[0], of: bob)
            #expect(try await directory.creation(of: ann)?.living == names[0])
            #expect(try await directory.savedCards(of: ann).count == 1)

            for _ in 0..<2 { try await directory.lose(names[0], of: ann) }
            let gone = try #require(try await directory.creation(of: ann))
            #expect(gone.isGone && gone.customer == names[0] && gone.living == nil)
            #expect(try await directory.savedCards(of: ann).isEmpty)
            #expect(try await directory.savedCard(card.method)?.isRemoved == true)

            let next = try await directory.begin(Self.creation(ann, attempt: 2))
            #expect(next.attempt == 2 && next.living == nil)
            // A lost answer to the first creation comes too late to bring the name back.
            await #expect(throws: StoreFailure.self) {
                try await directory.name(begun, as: names[0])
            }
            #expect(try await directory.name(next, as: names[1]) == names[1])
            #expect(try await directory.creation(of: ann)?.living == names[1])
            #expect(try await directory.begin(Self.creation(ann, attempt: 3)).attempt == 2)
        }
    }
}
