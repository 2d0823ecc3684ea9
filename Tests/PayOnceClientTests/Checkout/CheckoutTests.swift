import Foundation
import Testing

@testable import PayOnceClient

/// What a checkout sends, keeps and says, request by request.
struct CheckoutTests {
    @Test func `The first call holds the purchase, the second one only the intent`() async throws {
        let shop = ScriptedShop([.ok(Body.challenge), .ok(Body.paid)])
        let record = CheckoutRecord(
            Purchase(
                items: [.init(id: "camera", quantity: 2)],
                currency: "eur",
                orderId: "o-1",
                savesCard: true,
                consent: "terms 3",
                returnURL: "app://back"
            )
        )
        let checkout = shop.checkout(record)
        let outcome = await checkout.pay(paymentMethodId: "pm_1", cvcToken: "cvctok_1")
        #expect(outcome == .paid(Receipt(paymentId: "pay_1")))
        #expect(shop.calls.map(\.path) == ["/pay", "/pay"])
        #expect(shop.keys == [record.key, nil])
        #expect(shop.calls[1].headers["Payment-Client-Secret"] == "pi_1_secret_x")
        let body = try #require(shop.calls[0].body)
        let sent = try JSONDecoder().decode([String: Loose].self, from: body)
        #expect(
            sent == [
                "paymentMethodId": .text("pm_1"), "cvcToken": .text("cvctok_1"),
                "currency": .text("eur"), "orderId": .text("o-1"), "consent": .text("terms 3"),
                "useStripeSdk": .flag(true), "savePaymentMethod": .flag(true),
                "returnUrl": .text("app://back"),
                "items": .lines([.init(id: "camera", quantity: 2)]),
            ]
        )
        #expect(try shop.bodies()[1] == ["paymentIntentId": "pi_1"])
    }

    private enum Loose: Decodable, Hashable {
        case text(String), flag(Bool), lines([Purchase.Item])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            do {
                self = .text(try value.decode(String.self))
            } catch {
                do {
                    self = .flag(try value.decode(Bool.self))
                } catch {
                    self = .lines(try value.decode([Purchase.Item].self))
                }
            }
        }
    }

    @Test func `Before each request the record says that it may have charged`() async throws {
        let shop = ScriptedShop([.ok(Body.challenge), .ok(Body.paid)])
        let checkout = shop.checkout()
        _ = await checkout.pay(paymentMethodId: "pm_1", cvcToken: "cvctok_1")
        #expect(shop.kept.map(\.stage) == [.sent, .waiting, .sent, .paid])
        #expect(shop.kept.map(\.mayHaveCharged) == [true, false, true, true])
        // The security code is gone with the payment.
        #expect(shop.kept[0].card?.cvcToken == "cvctok_1")
        #expect(shop.kept[3].card == CheckoutRecord.Card(paymentMethodId: "pm_1"))
    }

    @Test func `What cannot be stored is not sent`() async {
        let shop = ScriptedShop([.ok(Body.paid)])
        shop.breakStore()
        let outcome = await shop.checkout().pay(paymentMethodId: "pm_1")
        #expect(outcome == .stillChecking(Doubt(reason: .notKept, mayHaveCharged: false)))
        #expect(shop.calls.isEmpty)
    }

    @Test func `A lost answer is asked for under the same key until patience ends`() async {
        let shop = ScriptedShop([])
        let checkout = shop.checkout()
        let outcome = await checkout.pay(paymentMethodId: "pm_1")
        #expect(outcome == .stillChecking(Doubt(reason: .noAnswer, mayHaveCharged: true)))
        #expect(Set(shop.keys) == [await checkout.record.key])
        #expect(Set(shop.calls.map(\.body)).count == 1)
        // 1 + 2 + 4 + 8 + 15 × 7 = 120 seconds.
        #expect(shop.calls.count == 12)
        shop.add([.ok(Body.paid)])
        #expect(await checkout.resume() == .paid(Receipt(paymentId: "pay_1")))
    }

    @Test func `Retry-After is heeded`() async {
        let busy = ScriptedShop.Answer.reply(
            503,
            Body.refusal("overloaded"),
            ["retry-after": "30"]
        )
        let shop = ScriptedShop([busy, .ok(Body.paid)])
        let before = shop.elapsed()
        _ = await shop.checkout().pay(paymentMethodId: "pm_1")
        #expect(shop.elapsed() - before == .seconds(30))
    }

    // MARK: Keys

    @Test func `A declined card begins anew under a new key, another one under the same`() async {
        let shop = ScriptedShop(Array(repeating: .ok(Body.declined), count: 3))
        let checkout = shop.checkout()
        let key = await checkout.record.key
        for method in ["pm_1", "pm_1", "pm_2"] { _ = await checkout.pay(paymentMethodId: method) }
        #expect(shop.keys == [key, key + "-2", key + "-2"])
        #expect(key.count >= 16)
        #expect(CheckoutRecord(Purchase()).key != CheckoutRecord(Purchase()).key)
    }

    @Test func `While it is not known, the key stays, whatever the card`() async {
        let shop = ScriptedShop([])
        let checkout = shop.checkout()
        for method in ["pm_1", "pm_1", "pm_2"] { _ = await checkout.pay(paymentMethodId: method) }
        #expect(Set(shop.keys).count == 1)
    }

    // MARK: Old taps

    @Test func `A restarted app does not charge for an old tap`() async throws {
        let shop = ScriptedShop([])
        let first = shop.checkout()
        _ = await first.pay(paymentMethodId: "pm_1")
        let sent = shop.calls.count
        shop.pass(.seconds(601))
        let stored = try #require(shop.kept.last)
        let again = shop.checkout(stored)
        let doubt = Doubt(reason: .tapTooOld, mayHaveCharged: true)
        #expect(await again.resume() == .stillChecking(doubt))
        #expect(shop.calls.count == sent)
        shop.add([.ok(Body.paid)])
        #expect(await again.resume(isTap: true) == .paid(Receipt(paymentId: "pay_1")))
        #expect(shop.calls.last == shop.calls.first)
        #expect(await again.resume() == nil)
    }

    @Test func `A clock that went back makes a tap old`() {
        var record = CheckoutRecord(Purchase())
        let now = Date(timeIntervalSince1970: 1000)
        #expect(!record.isTapFresh(at: now, lifetime: .seconds(600)))
        record.tap(CheckoutRecord.Card(paymentMethodId: "pm_1"), at: now)
        func isFresh(at seconds: TimeInterval) -> Bool {
            record.isTapFresh(at: Date(timeIntervalSince1970: seconds), lifetime: .seconds(600))
        }
        #expect(isFresh(at: 1000) && isFresh(at: 1600))
        #expect(!isFresh(at: 1601) && !isFresh(at: 999))
    }

    @Test func `Who closed the challenge is not charged by a restart`() async throws {
        let shop = ScriptedShop([.ok(Body.challenge)], challenge: .canceled)
        let checkout = shop.checkout()
        #expect(await checkout.pay(paymentMethodId: "pm_1") == .canceled(.byCustomer))
        let stored = try #require(shop.kept.last)
        #expect(await shop.checkout(stored).resume() == nil)
        shop.add([.ok(Body.canceled)])
        #expect(await checkout.cancel() == .canceled(.byCustomer))
        #expect(shop.calls.last?.path == "/payments/pay_1/cancel")
        #expect(shop.keys.last == (await checkout.record.key))
    }

    // MARK: Signing in

    @Test func `An expired token is renewed, once`() async {
        let expired = ScriptedShop.Answer.reply(401, Body.refusal("token_invalid"), [:])
        let shop = ScriptedShop([expired, .ok(Body.unknown), expired, .ok(Body.paid)])
        shop.give(["one", "two", "three"])
        let outcome = await shop.checkout(isSignedIn: true).pay(paymentMethodId: "pm_1")
        #expect(outcome == .paid(Receipt(paymentId: "pay_1")))
        #expect(
            shop.calls.map { $0.headers["Authorization"] } == [
                "Bearer one", "Bearer two", "Bearer two", "Bearer three",
            ]
        )
    }

    @Test func `A refusal after a lost answer is no refusal`() async {
        let expired = ScriptedShop.Answer.reply(401, Body.refusal("token_invalid"), [:])
        let shop = ScriptedShop([.failure(.lost), expired])
        let outcome = await shop.checkout().pay(paymentMethodId: "pm_1")
        guard case .stillChecking(let doubt) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(doubt.mayHaveCharged)
        #expect(doubt.sentence == "We are still checking this payment. Please do not pay again.")
    }

    // MARK: Logs

    @Test func `Nothing secret is logged or printed`() async throws {
        let shop = ScriptedShop([.ok(Body.challenge), .failure(.lost), .ok(Body.paid)])
        shop.give(["token-of-ann"])
        let checkout = shop.checkout(isSignedIn: true)
        _ = await checkout.pay(paymentMethodId: "pm_1", cvcToken: "cvctok_1")
        let key = await checkout.record.key
        #expect(shop.lines.count == 3)
        for word in [key, "token-of-ann", "secret", "cvctok_1", "pm_1"] {
            #expect(!shop.lines.joined().contains(word), "\(shop.lines)")
        }
        var text = ""
        dump(Challenge(clientSecret: Secret("pi_1_secret_x"), paymentIntentId: "pi_1"), to: &text)
        #expect(text.contains("***") && !text.contains("secret_x"))
    }
}
