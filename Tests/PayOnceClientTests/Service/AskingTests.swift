import Testing

@testable import PayOnceClient

/// Requests that charge nothing.
struct AskingTests {
    @Test func `Saved cards`() async throws {
        let shop = ScriptedShop([
            .failure(.notSent), .reply(502, "<html>", [:]),
            .reply(503, Body.refusal("unavailable"), ["retry-after": "3"]),
            .ok(#"{"paymentMethods":[{"id":"pm_1","brand":"visa","last4":"4242","new":[1]}]}"#),
        ])
        let cards = try await shop.service().savedCards()
        #expect(cards.map(\.id) == ["pm_1"] && cards.first?.requiresCvc == nil)
        #expect(shop.calls.count == 4)
    }

    @Test func `A card that is gone is gone`() async throws {
        let shop = ScriptedShop([
            .failure(.lost), .reply(404, Body.refusal("payment_method_not_found"), [:]),
            .ok(#"{"id":"pm_2","deleted":true}"#),
        ])
        #expect(try await shop.service().deleteCard("pm_1") == false)
        #expect(try await shop.service().deleteCard("pm_2"))
        #expect(shop.calls.map(\.method) == ["DELETE", "DELETE", "DELETE"])
        #expect(shop.calls.last?.path == "/payment-methods/pm_2")
    }

    @Test func `A quote and a customer's session`() async throws {
        let shop = ScriptedShop([
            .ok(#"{"amount":1400,"currency":"usd"}"#),
            .ok(
                #"{"customer":"cus_1","customerSessionClientSecret":"cuss_1","publishableKey":"pk_1"}"#
            ),
        ])
        let quote = try await shop.service().quote(Purchase(currency: "usd"))
        #expect(quote == Quote(amount: 1400, currency: "usd"))
        #expect(try shop.bodies() == [["currency": "usd"]])
        let session = try await shop.service().customerSession()
        #expect(session.customer == "cus_1" && session.ephemeralKey == nil)
    }

    @Test func `A refusal is passed on, and nonsense is called that`() async {
        let refusal = Refusal(status: 400, code: "unknown_item", sentence: "No.")
        let shop = ScriptedShop([
            .reply(400, Body.refusal("unknown_item"), [:]), .ok("[]"),
        ])
        let service = shop.service()
        await #expect(throws: ServiceError.refused(refusal)) { try await service.quote(Purchase()) }
        await #expect(throws: ServiceError.unreadable) { try await service.publishableKey() }
        // Nothing answers any more.
        await #expect(throws: ServiceError.unreachable) { try await service.publishableKey() }
    }

    @Test func `A token is fetched once for many, and renewed when it is refused`() async throws {
        let list = ScriptedShop.Answer.ok(#"{"paymentMethods":[]}"#)
        let shop = ScriptedShop([
            list, list, .reply(401, Body.refusal("token_invalid"), [:]), list,
            .reply(401, Body.refusal("token_invalid"), [:]),
        ])
        shop.give(["one", "two"])
        let service = shop.service(isSignedIn: true)
        for _ in 1...3 { _ = try await service.savedCards() }
        let proofs = shop.calls.map { $0.headers["Authorization"] }
        #expect(proofs == ["Bearer one", "Bearer one", "Bearer one", "Bearer two"])
        // The shop has no further token.
        let refusal = Refusal(status: 401, code: "token_invalid", sentence: "No.")
        await #expect(throws: ServiceError.refused(refusal)) { try await service.savedCards() }
    }
}
