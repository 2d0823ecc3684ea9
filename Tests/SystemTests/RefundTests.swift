import Glibc
import JSON
import TestKit
import Testing

/// Money goes back once for each request, never more than was paid, and the service knows in the end
/// whatever got lost.
struct RefundTests {
    /// Short, so that what a dead instance left is taken up within the test.
    private static let settings = ["PAYONCE_STRIPE_TIMEOUT": "2s", "PAYONCE_LEASE": "2s"]

    @Test func `In part, and then all that is left`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let first = try await merchant.refund(payment, 400, key: "first")
            #expect(first.http == 200 && first.status == "succeeded", "\(first.answer.text)")
            #expect(first.json["refundId"]?.string == "ref_\(payment.dropFirst(4))_1")
            #expect(first.amount == 400)
            let rest = try await merchant.refund(payment, nil, key: "second")
            #expect(rest.status == "succeeded" && rest.amount == 1000)
            let again = try await merchant.refund(payment, nil, key: "second")
            #expect(again.isReplay && again.json == rest.json)
            let more = try await merchant.refund(payment, 1, key: "third")
            #expect(more.http == 409 && more.code == "already_refunded")
            let shown = try await merchant.show(payment)
            #expect(shown.isPaid && shown.json["amountRefunded"]?.int64 == 1400)
            #expect(try await merchant.given() == [400, 1000])
        }
    }

    @Test func `A request that cannot be is refused, and moves nothing`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let tooMuch = try await merchant.refund(payment, 1401, key: "first")
            #expect(tooMuch.http == 422 && tooMuch.code == "refund_too_large")
            #expect(tooMuch.json["amountRefundable"]?.int64 == 1400)
            let keyless = try await merchant.refund(payment, 100, key: nil)
            #expect(keyless.http == 400 && keyless.code == "idempotency_key_required")
            let stranger = try await merchant.refund(
                "pay_" + String(repeating: "0", count: 32),
                nil,
                key: "first"
            )
            #expect(stranger.http == 404)
            let guest = try await merchant.refund(payment, 100, key: "first", asGuest: true)
            #expect(guest.http == 401 && guest.code == "api_key_required")
            let once = try await merchant.refund(payment, 100, key: "first")
            #expect(once.status == "succeeded")
            let reused = try await merchant.refund(payment, 200, key: "first")
            #expect(reused.http == 422 && reused.code == "idempotency_key_reused")
            let challenged = try await shop.stripe.paymentMethod(Card.challenged)
            let open = try await shop.pay(challenged, key: Key.second)
            let unpaid = try await merchant.refund(try #require(open.payment), nil, key: "first")
            #expect(unpaid.http == 409 && unpaid.code == "payment_not_refundable")
            #expect(try await merchant.given() == [100])
        }
    }

    @Test func `Two merchants want the same money on two instances`() async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let told = try await withThrowingTaskGroup(of: Told.self) { group in
                for number in 0..<8 {
                    let instance = shop.all[number % 2]
                    group.addTask {
                        try await merchant.refund(
                            payment,
                            900,
                            key: "key-\(number / 4)",
                            at: instance
                        )
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(told.contains { $0.status == "succeeded" }, "\(told.summary)")
            #expect(try await merchant.given() == [900])
            let keys = Set(try await merchant.posts().compactMap(\.key))
            #expect(keys == ["payonce-\(payment)-refund-1"])
        }
    }

    enum Loss: String, CaseIterable, CustomStringConvertible {
        case beforeExecution = "drop_before"
        case afterExecution = "drop_after"
        var description: String { rawValue }
    }

    @Test(arguments: Loss.allCases)
    func `The answer gets lost (OP08)`(_ loss: Loss) async throws {
        try await Shop.open(RefundTests.settings) { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            try await shop.stripe.add(SimulatorFault(loss.rawValue, "/v1/refunds", times: 1))
            let told = try await merchant.refund(payment, 500, key: "first")
            #expect(told.http == 200, "\(told.answer.text)")
            try await merchant.settle()
            let again = try await merchant.refund(payment, 500, key: "first")
            #expect(again.status == "succeeded", "\(again.answer.text)")
            #expect(try await merchant.given() == [500])
        }
    }

    /// Stripe keeps an error as the answer to the key; only its list tells what is so.
    @Test func `Stripe gives the money back and keeps an error`() async throws {
        try await Shop.open(RefundTests.settings) { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            try await shop.stripe.add(
                SimulatorFault(
                    "status",
                    "/v1/refunds",
                    times: 1,
                    ["code": 500, "executed": true]
                )
            )
            _ = try await merchant.refund(payment, 500, key: "first")
            try await merchant.settle()
            let again = try await merchant.refund(payment, 500, key: "first")
            #expect(again.status == "succeeded", "\(again.answer.text)")
            #expect(try await merchant.given() == [500])
            #expect(Set(try await merchant.posts().map(\.key)).count == 1)
        }
    }

    @Test(arguments: [true, false])
    func `The service is killed between the claim and the answer`(
        isExecuted: Bool
    ) async throws {
        try await Shop.open(RefundTests.settings) { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            try await shop.stripe.add(
                SimulatorFault(
                    "hang",
                    "/v1/refunds",
                    times: 1,
                    ["executed": .bool(isExecuted)]
                )
            )
            let lost = try HttpSocket(port: shop.service.port)
            let call = merchant.call(payment, 500, key: "first")
            try lost.send(call.bytes(to: shop.service.port))
            try await shop.stripe.waitForRequest { $0.path == "/v1/refunds" && $0.method == "POST" }
            try await shop.crash()
            #expect(try await merchant.states() == "requested")
            try await shop.restart()
            try await merchant.settle()
            #expect(try await merchant.given() == [500])
            let again = try await merchant.refund(payment, 500, key: "first")
            #expect(again.isReplay && again.status == "succeeded")
            _ = lost
        }
    }

    @Test func `The dashboard gives money back, and it counts`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid()
            let intent = try #require(try await merchant.show(payment).intent)
            try await shop.stripe.stripe(
                "POST",
                "/v1/refunds",
                "payment_intent=\(intent)&amount=1000"
            )
            let tooMuch = try await merchant.refund(payment, 401, key: "first")
            #expect(tooMuch.code == "refund_too_large")
            let shown = try await merchant.show(payment)
            #expect(shown.json["amountRefunded"]?.int64 == 1000)
            let rest = try await merchant.refund(payment, nil, key: "second")
            #expect(rest.amount == 400 && rest.json["refundId"]?.string?.hasSuffix("_2") == true)
        }
    }

    @Test func `A refund is pending, and then succeeds`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid("pm_card_pendingRefund")
            let told = try await merchant.refund(payment, nil, key: "first")
            #expect(told.status == "pending", "\(told.answer.text)")
            try await shop.stripe.advance(seconds: 120)
            try await merchant.lookNow()
            let again = try await merchant.untilStatus("succeeded", of: payment, key: "first")
            #expect(again.isReplay)
        }
    }

    @Test func `A refund succeeds, and then the bank sends it back`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let payment = try await merchant.paid("pm_card_refundFail")
            let told = try await merchant.refund(payment, nil, key: "first")
            #expect(told.status == "succeeded", "\(told.answer.text)")
            try await shop.stripe.advance(seconds: 120)
            try await merchant.lookNow()
            let again = try await merchant.untilStatus("failed", of: payment, key: "first")
            #expect(again.error?.isEmpty == false)
            let shown = try await merchant.show(payment)
            #expect(shown.isPaid && shown.json["amountRefunded"]?.int64 == 0)
            let second = try await merchant.refund(payment, nil, key: "second")
            #expect(second.json["refundId"]?.string?.hasSuffix("_2") == true)
        }
    }

    @Test func `A merchant cancels a challenge, and nothing else`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let open = try await shop.pay(method, key: Key.first)
            let payment = try #require(open.payment)
            #expect(try await merchant.show(payment).status == "requires_action")
            let ended = try await merchant.cancel(payment)
            #expect(ended.status == "canceled")
            let paid = try await merchant.paid()
            let refused = try await merchant.cancel(paid)
            #expect(refused.http == 409 && refused.code == "payment_not_cancelable")
        }
    }

    @Test func `What is to be handed over is listed and acknowledged`() async throws {
        try await Shop.open { shop in
            let merchant = try await Merchant(of: shop)
            var paid: [String] = []
            for _ in 0..<3 { paid.append(try await merchant.paid()) }
            let first = try await merchant.list("?limit=2")
            #expect(first.map { $0["paymentId"]?.string } == Array(paid.prefix(2)))
            #expect(first[0]["type"] == "payment.succeeded")
            let last = try #require(first[1]["id"]?.string)
            let rest = try await merchant.list("?limit=2&after=\(last)")
            #expect(rest.map { $0["paymentId"]?.string } == [paid[2]])
            #expect(try await merchant.acknowledge(last).http == 200)
            #expect(try await merchant.acknowledge(last).http == 200)
            #expect(
                try await merchant.list("").map { $0["paymentId"]?.string } == [paid[0], paid[2]]
            )
            #expect(try await merchant.acknowledge("ful_none").http == 404)
        }
    }
}
