import Foundation
import Testing

@testable import PayOnceClient

/// What is sent for Stripe's sheets, and what is made of what they come to.
struct SheetTests {
    private static let sheet = """
        {"paymentIntent":"pi_1_secret_x","customer":"cus_1","publishableKey":"pk_test_1",
         "customerSessionClientSecret":"cuss_secret_y","paymentId":"pay_1","amount":1400,
         "currency":"usd"}
        """

    @Test func `The payment sheet`() async throws {
        let shop = ScriptedShop([.failure(.lost), .ok(Self.sheet), .ok(Body.paid)])
        let checkout = shop.checkout()
        let secrets = try await checkout.paymentSheet()
        #expect(secrets.paymentIntent == Secret("pi_1_secret_x") && secrets.amount == 1400)
        #expect(secrets.customerSessionClientSecret == Secret("cuss_secret_y"))
        let key = await checkout.record.key
        #expect(shop.calls.map(\.path) == ["/payment-sheet", "/payment-sheet"])
        #expect(shop.keys == [key, key])
        // From here on the sheet can charge without us, also in an app that was killed.
        #expect(shop.kept.last?.mayHaveCharged == true)
        let again = shop.checkout(try #require(shop.kept.last))
        #expect(await again.resume() == .paid(Receipt(paymentId: "pay_1")))
        #expect(try shop.bodies().last == ["paymentIntentId": "pi_1"])
        #expect(await again.record.isPaid)
    }

    @Test func `An ephemeral key for older SDKs`() async throws {
        let shop = ScriptedShop([
            .ok(
                #"{"paymentIntent":"pi_1_secret_x","customer":"cus_1","ephemeralKey":"ek_1","publishableKey":"pk_1"}"#
            )
        ])
        let secrets = try await shop.checkout().paymentSheet(apiVersion: "2020-08-27")
        #expect(secrets.ephemeralKey == Secret("ek_1"))
        let body = try #require(try shop.bodies().first)
        #expect(body["customerKeyType"] == "legacy_ephemeral_key")
        #expect(body["apiVersion"] == "2020-08-27")
    }

    @Test func `A sheet that was closed may still be paid`() async throws {
        let shop = ScriptedShop([
            .ok(#"{"clientSecret":"pi_1_secret_x","paymentId":"pay_1","amount":1400}"#),
            .ok(Body.unpaid), .ok(Body.canceled),
        ])
        let checkout = shop.checkout()
        let intent = try await checkout.createIntent(requiresCVC: true)
        #expect(intent.amount == 1400)
        #expect(try shop.bodies()[0]["requireCvcRecollection"] != nil)
        #expect(await checkout.settleSheet() == .canceled(.unfinished))
        #expect(await checkout.record.mayHaveCharged)
        #expect(await checkout.cancel() == .canceled(.byCustomer))
        #expect(await !checkout.record.mayHaveCharged)
        // What is over is begun anew.
        let key = await checkout.record.key
        shop.add([.ok(#"{"clientSecret":"pi_2_secret_x"}"#)])
        _ = try await checkout.createIntent()
        #expect(shop.keys.last == key + "-2")
        #expect(await checkout.record.sheetIntentId == "pi_2")
    }

    @Test func `Nothing is handed out that cannot be stored`() async {
        let shop = ScriptedShop([.ok(Self.sheet)])
        shop.breakStore()
        await #expect(throws: ServiceError.notKept) { try await shop.checkout().paymentSheet() }
    }

    @Test func `A confirm handler`() async throws {
        let shop = ScriptedShop([
            .failure(.lost), .reply(504, #"{"error":"Wait."}"#, [:]),
            .reply(503, #"{"error":"Wait."}"#, ["retry-after": "1"]),
            .ok(#"{"intentClientSecret":"pi_1_secret_x"}"#), .ok(Body.paid),
        ])
        let checkout = shop.checkout()
        let confirmation = await checkout.confirmIntent(paymentMethodId: "pm_1")
        #expect(confirmation == .goOn(clientSecret: Secret("pi_1_secret_x")))
        #expect(Set(shop.keys) == [await checkout.record.key])
        #expect(Set(shop.calls.map(\.path)) == ["/confirm-intent"])
        #expect(try shop.bodies()[0]["paymentMethodId"] == "pm_1")
        #expect(await checkout.record.mayHaveCharged)
        #expect(await checkout.settleSheet() == .paid(Receipt(paymentId: "pay_1")))
    }

    @Test func `A confirm handler that is told no`() async {
        let shop = ScriptedShop([.reply(402, #"{"error":"No."}"#, [:])])
        let checkout = shop.checkout()
        let why = Explanation(sentence: "No.", code: "card_declined")
        #expect(
            await checkout.confirmIntent(paymentMethodId: "pm_1") == .problem(.declined(why))
        )
        #expect(await !checkout.record.mayHaveCharged)
        #expect(await checkout.settleSheet() == nil)
    }

    @Test func `A payment of the shop's own that needs the customer`() async throws {
        let shop = ScriptedShop([.ok(Body.challenge), .ok(Body.paid)])
        let outcome = await shop.checkout().finish(paymentIntentId: "pi_1")
        #expect(outcome == .paid(Receipt(paymentId: "pay_1")))
        #expect(try shop.bodies().allSatisfy { $0 == ["paymentIntentId": "pi_1"] })
        #expect(shop.calls.count == 2)
    }
}
