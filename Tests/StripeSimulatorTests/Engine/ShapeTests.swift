import JSON
import Testing

@testable import StripeSimulator

/// The keys and forms that Stripe's objects have in June 2026.
@Suite struct ShapeTests {
    private static let intentKeys = """
        id object allowed_payment_method_types amount amount_capturable amount_details \
        amount_received application application_fee_amount automatic_payment_methods canceled_at \
        cancellation_reason capture_method client_secret confirmation_method created currency \
        customer customer_account description excluded_payment_method_types last_payment_error \
        latest_charge livemode managed_payments metadata next_action on_behalf_of payment_method \
        payment_method_configuration_details payment_method_options payment_method_types \
        processing receipt_email review setup_future_usage shared_payment_granted_token shipping \
        source statement_descriptor statement_descriptor_suffix status transfer_data transfer_group
        """.split(separator: " ").map(String.init)

    @Test func anIntentHasExactlyTheKeysOfStripe() {
        let created = Bench().create()
        #expect(created.json.object?.keys == ShapeTests.intentKeys)
        #expect(created["automatic_payment_methods"] == .null)
        #expect(created["payment_method_configuration_details"] == .null)
        #expect(created["payment_method_types"] == ["card"])
        #expect(
            created["payment_method_options"] == [
                "card": [
                    "installments": nil, "mandate_options": nil, "network": nil,
                    "request_three_d_secure": "automatic",
                ]
            ]
        )
        #expect(created["amount_details"] == ["tip": [:]])
        #expect(created["managed_payments"] == ["enabled": false])
        #expect(created["capture_method"] == "automatic_async")
        #expect(created["livemode"] == false)
    }

    @Test func withoutTypesTheDashboardDecides() {
        let created = Bench().post("/v1/payment_intents", "amount=1400&currency=usd")
        #expect(
            created["automatic_payment_methods"] == ["allow_redirects": "always", "enabled": true]
        )
        #expect(created["payment_method_types"] == ["card", "link"])
        #expect(created["payment_method_options.link"] == ["persistent_token": nil])
        let id = created["payment_method_configuration_details.id"]?.string
        #expect(id?.hasPrefix("pmc_") == true)
    }

    @Test func idsHaveTheFormsOfStripe() throws {
        let bench = Bench()
        let paid = bench.pay("pm_card_visa")
        #expect(paid.id.wholeMatch(of: /pi_3[A-Za-z0-9]{23}/) != nil)
        let secret = try #require(paid["client_secret"]?.string)
        let pieces = secret.split(separator: "_secret_").map(String.init)
        #expect(pieces.count == 2)
        #expect(pieces[0] == paid.id)
        #expect(pieces[1].wholeMatch(of: /[A-Za-z0-9]{25}/) != nil)
        let charge = try #require(paid["latest_charge"]?.string)
        #expect(charge.wholeMatch(of: /ch_3[A-Za-z0-9]{23}/) != nil)
        #expect(charge.dropFirst(3).prefix(17) == paid.id.dropFirst(3).prefix(17))
        let request = try #require(paid.header("Request-Id"))
        #expect(request.wholeMatch(of: /req_[A-Za-z0-9]{14}/) != nil)
    }

    @Test func aGoodChargeTellsWhatHappened() {
        let bench = Bench()
        let paid = bench.pay("pm_card_visa", "metadata[order]=7&capture_method=automatic")
        let charge = bench.get("/v1/charges/\(paid["latest_charge"]?.string ?? "")")
        #expect(charge["status"] == "succeeded")
        #expect(charge["paid"] == true)
        #expect(charge["captured"] == true)
        #expect(charge["amount_captured"] == 1400)
        #expect(charge["metadata"] == ["order": "7"])
        #expect(charge["payment_intent"]?.string == paid.id)
        #expect(charge["outcome.network_status"] == "approved_by_network")
        #expect(charge["outcome.reason"] == .null)
        #expect(charge["outcome.seller_message"] == "Payment complete.")
        #expect(charge["outcome.type"] == "authorized")
        #expect(charge["balance_transaction"]?.string?.hasPrefix("txn_3") == true)
        #expect(charge["refunds"] == nil)
    }

    @Test func anAsynchronousCaptureSettlesLater() {
        let bench = Bench()
        let paid = bench.pay("pm_card_visa", "expand[]=latest_charge")
        #expect(paid["latest_charge.balance_transaction"] == .null)
        let id = paid["latest_charge.id"]?.string ?? ""
        bench.wait(1)
        #expect(bench.get("/v1/charges/\(id)")["balance_transaction"]?.string != nil)
    }

    @Test func metadataIsCopiedWhenTheChargeIsMade() {
        let bench = Bench()
        let paid = bench.pay("pm_card_visa", "metadata[order]=7")
        _ = bench.post("/v1/payment_intents/\(paid.id)", "metadata[order]=8")
        let charge = bench.get("/v1/charges/\(paid["latest_charge"]?.string ?? "")")
        #expect(charge["metadata"] == ["order": "7"])
        #expect(bench.book.first?["metadata"] == ["order": "7"])
    }

    @Test func theSameSeedGivesTheSameAnswers() {
        #expect(Bench(seed: 3).create().answer.body == Bench(seed: 3).create().answer.body)
        #expect(Bench(seed: 3).create().id != Bench(seed: 4).create().id)
    }
}
