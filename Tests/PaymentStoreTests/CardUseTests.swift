import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct CardUseTests {
    static let customer = StripeCustomerID("cus_1")

    @Test(arguments: [
        CardUse.plain, CardUse(customer: customer), CardUse(cvcPolicy: .accept),
        CardUse(customer: customer, saving: Saving(consent: nil)),
        CardUse(
            customer: customer,
            saving: Saving(consent: Consent("terms 3")),
            cvcPolicy: .refuse
        ),
    ])
    func whatIsDoneWithTheCardIsWrittenAndRead(_ use: CardUse) async throws {
        try await withStore { store in
            let claimed = try await store.repository.claimed(
                Sample.claim(1, purchase: Sample.purchase(customer: "ann"), card: use)
            )
            #expect(claimed.card == use)
            #expect(try await store.repository.payment(claimed.id)?.card == use)
        }
    }

    /// The token of a security code goes with the commit that ends the attempt, and stays while the
    /// attempt may have to repeat its bytes.
    @Test(arguments: [PaymentState.succeeded, .declined, .expired, .canceled])
    func theTokenOfASecurityCodeGoesWithTheEnd(_ end: PaymentState) async throws {
        try await withStore { store in
            let repository = store.repository
            let body = "amount=1400&cvc_token=cvctok_1U09_xY&confirm=true"
            let use = CardUse(customer: Self.customer, cvcPolicy: .accept)
            let claimed = try await repository.claimed(Sample.claim(1, card: use, body: body))
            _ = try await repository.claimed(
                Sample.claim(2, guards: [Sample.order], card: use, body: body)
            )
            var challenge = PaymentChange(of: claimed, by: Sample.instance, event: "challenged")
            challenge.state = .requiresAction
            let asked = try #require(try await repository.record(challenge))
            #expect(try store.sql(Self.bodies(of: claimed.id)) == body)

            var change = Sample.end(asked, end, Closing(code: "card_declined"))
            if end == .succeeded {
                change.closing = nil
                change.intent = try Sample.intent(1)
            }
            _ = try #require(try await repository.record(change))
            let scrubbed = "amount=1400&cvc_token=cvctok_scrubbed&confirm=true"
            #expect(try store.sql(Self.bodies(of: claimed.id)) == scrubbed)
            #expect(try store.sql(Self.bodies(of: Sample.payment(2))) == body)
        }
    }

    private static func bodies(of payment: PaymentID) -> String {
        "SELECT convert_from(body, 'UTF8') FROM operations WHERE payment_id = '\(payment)'"
    }
}
