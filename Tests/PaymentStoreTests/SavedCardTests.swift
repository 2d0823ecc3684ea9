import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct SavedCardTests {
    private static func facts(_ method: String, expiryYear: Int = 2030) throws -> CardFacts {
        CardFacts(
            method: try #require(PaymentMethodID(method)),
            customer: StripeCustomerID("cus_1"),
            fingerprint: "print",
            brand: "visa",
            last4: "4242",
            expiryMonth: 12,
            expiryYear: expiryYear
        )
    }

    private static let ann = CustomerReference("ann")
    private static let use = CardUse(
        customer: StripeCustomerID("cus_1"),
        saving: Saving(consent: Consent("terms 3"))
    )

    @Test func aCardIsLearntChangedAndRemoved() async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let ann = try #require(Self.ann)
            let card = try Self.facts("pm_1")
            try await directory.learn([card, try Self.facts("pm_2")], of: ann, savedBy: nil)
            let saved = SavedCard(owner: ann, facts: card, isRemoved: false)
            #expect(try await directory.savedCard(card.method) == saved)
            #expect(try await directory.savedCards(of: ann).count == 2)

            let newer = try Self.facts("pm_1", expiryYear: 2034)
            try await directory.learn([newer], of: ann, savedBy: nil)
            #expect(try await directory.savedCard(card.method)?.facts == newer)

            try await directory.remove(card.method)
            try await directory.learn([newer], of: ann, savedBy: nil)
            #expect(try await directory.savedCard(card.method)?.isRemoved == true)
            let left = try await directory.savedCards(of: ann)
            #expect(left.map(\.facts.method.description) == ["pm_2"])
        }
    }

    @Test func aCardKeepsItsOwner() async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let card = try Self.facts("pm_1")
            let ann = try #require(Self.ann)
            try await directory.learn([card], of: ann, savedBy: nil)
            try await directory.learn([card], of: #require(CustomerReference("bob")), savedBy: nil)
            #expect(try await directory.savedCard(card.method)?.owner == ann)
        }
    }

    /// The consent is the payment's, whether that is named or found by its payment method.
    @Test(arguments: [true, false])
    func theConsentIsThatOfThePaymentThatSaved(_ isNamed: Bool) async throws {
        try await withStore { store in
            let directory = SQLCustomerDirectory(database: store.database)
            let repository = store.repository
            let guards = isNamed ? [Sample.key] : [Guard(kind: .method, key: "pm_1")]
            let payment = try await repository.claimed(
                Sample.claim(
                    1,
                    guards: guards,
                    purchase: Sample.purchase(customer: "ann"),
                    card: Self.use
                )
            )
            let ann = try #require(Self.ann)
            let card = try Self.facts("pm_1")
            let name = isNamed ? payment.id : nil
            // Before it has succeeded it has saved nothing.
            try await directory.learn([card], of: ann, savedBy: name)
            let columns = "coalesce(payment_id, '-'), coalesce(consent, '-')"
            let consent = "SELECT \(columns), consented_at IS NULL FROM saved_cards"
            #expect(try store.sql(consent) == "-|-|t")
            _ = try #require(try await repository.record(Sample.success(payment)))
            try await directory.learn([card], of: ann, savedBy: name)
            #expect(try store.sql(consent) == "\(payment.id)|terms 3|f")
        }
    }
}
