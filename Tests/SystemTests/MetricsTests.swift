import Foundation
import JSON
import TestKit
import Testing

/// What `/metrics` says of traffic that is known.
struct MetricsTests {
    @Test func `The numbers are those of what was done`() async throws {
        try await Shop.open(["PAYONCE_STRIPE_TIMEOUT": "2s"]) { shop in
            let good = try await shop.stripe.paymentMethod(Card.good)
            var told = [try await shop.pay(good, key: Key.first)]
            told.append(try await shop.pay(good, key: Key.first))
            told.append(
                try await shop.pay(shop.stripe.paymentMethod(Card.declined), key: Key.second)
            )
            let challenged = try await shop.pay(shop.stripe.paymentMethod(Card.challenged))
            let intent = try #require(challenged.intent)
            try await shop.stripe.authenticate(intent)
            told += [challenged, try await shop.confirm(intent)]
            // On a kept connection the first loss is the client library's to repeat, the second one
            // ours.
            let faults = [
                SimulatorFault("drop_after", times: 1),
                SimulatorFault("slow", times: 1, ["seconds": 4]),
            ]
            for (number, fault) in faults.enumerated() {
                try await shop.stripe.add(fault)
                let lost = try await shop.stripe.paymentMethod(Card.other)
                told.append(try await shop.pay(lost, key: "a-key-of-one-loss-\(number)"))
            }
            #expect(told.suffix(2).map(\.status) == ["succeeded", "succeeded"])
            let other: JSONObject = ["items": ["id-2"]]
            #expect(try await shop.pay(good, key: Key.first, other).http == 422)
            #expect(try await shop.pay(good, key: "short").http == 400)

            let numbers = try await shop.service.numbers()
            let pay = "route=\"/pay\",outcome="
            #expect(
                numbers.all("payonce_requests_total") == [
                    pay + "\"succeeded\"": 5, pay + "\"declined\"": 1,
                    pay + "\"requires_action\"": 1, pay + "\"conflict\"": 1,
                    pay + "\"malformed\"": 1,
                ]
            )
            #expect(numbers["payonce_request_seconds_count{route=\"/pay\"}"] == 9)
            #expect(numbers["payonce_replayed_answers_total"] == told.count { $0.isReplay })
            #expect(numbers.all("payonce_claims_total") == ["result=\"claimed\"": 5])
            #expect(numbers.all("payonce_recovered_total") == ["means=\"replay\"": 1])
            #expect(numbers["payonce_fence_losses_total"] == 0)
            try await checkStripe(numbers, shop)
            checkStanding(numbers)
        }
    }

    /// The book of requests is Stripe's own.
    private func checkStripe(_ numbers: Numbers, _ shop: Shop) async throws {
        let calls = numbers.all("payonce_stripe_calls_total")
        let create = "operation=\"create\",result="
        #expect(calls[create + "\"ok\""] == 4)
        #expect(calls[create + "\"declined\""] == 1)
        #expect(calls[create + "\"unknown\""] == 1)
        #expect(calls["operation=\"confirm\",result=\"ok\""] == 1)
        #expect(calls.keys.allSatisfy { !$0.contains("\"other\"") }, "\(calls)")
        let posts = try await shop.stripe.requests().filter {
            $0.method == "POST" && $0.path.hasPrefix("/v1/payment_intents")
        }
        let counted = calls.filter { $0.key.hasPrefix("operation=\"c") }.values.reduce(0, +)
        #expect(numbers["payonce_stripe_resends_total"] == 1)
        #expect(counted + 1 == posts.count)
        #expect(numbers["payonce_stripe_replays_total"] == 2)
    }

    private func checkStanding(_ numbers: Numbers) {
        #expect(numbers["payonce_book_readable"] == 1)
        #expect(numbers["payonce_unresolved_payments"] == 0)
        #expect(numbers["payonce_unresolved_oldest_seconds"] == 0)
        #expect(numbers.all("payonce_open_payments") == [:])
        #expect(numbers.all("payonce_findings_open") == [:])
        #expect(numbers["payonce_findings_open{kind=\"no_progress\"}"] == 0)
        #expect(numbers["payonce_payments_in_work"] == 0)
        #expect(numbers["payonce_requests_in_flight"] == 0)
        #expect(numbers["payonce_stripe_breaker_open"] == 0)
        #expect(numbers["payonce_stripe_slowdown"] == 1)
        #expect(numbers["payonce_loops"] == 1)
        #expect(numbers["payonce_loops_connected"] == 1)
        #expect(numbers["payonce_database_batch_items_count"] >= 8)
        #expect(numbers["payonce_database_wait_seconds_count"] >= 8)
        // Towards a simulator there is no limit, and so no tokens.
        #expect(numbers["payonce_stripe_tokens{payments=\"any\"}"] == -1)
    }

    @Test func `What is not known yet is shown while it is so`() async throws {
        try await Shop.open(["PAYONCE_ANSWER_TIMEOUT": "1s", "PAYONCE_STRIPE_RATE": "1000"]) {
            shop in
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 6]))
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(method, key: Key.first).status == "unknown")
            let during = try await shop.service.numbers()
            #expect(during["payonce_unresolved_payments"] == 1)
            #expect(during.all("payonce_open_payments") == ["state=\"creating\"": 1])
            #expect(during["payonce_payments_in_work"] == 1)
            #expect(during["payonce_stripe_in_flight"] == 1)
            #expect((1...250).contains(during["payonce_stripe_tokens{payments=\"any\"}"]))
            #expect(try await shop.payUntilKnown(method, key: Key.first).isPaid)
            let after = try await eventually {
                let numbers = try await shop.service.numbers()
                return numbers["payonce_unresolved_payments"] == 0 ? numbers : nil
            }
            #expect(after?["payonce_payments_in_work"] == 0)
            #expect(after?["payonce_stripe_in_flight"] == 0)
        }
    }

    @Test func `Findings are counted by kinds that are known`() async throws {
        try await Shop.open { shop in
            _ = try await shop.database.sql(
                """
                INSERT INTO findings (payment_id, kind, detail) VALUES
                ('a', 'no_progress', ''), ('b', 'no_progress', ''), ('c', 'of_tomorrow', '')
                """
            )
            let numbers = try await shop.service.numbers()
            #expect(
                numbers.all("payonce_findings_open")
                    == ["kind=\"no_progress\"": 2, "kind=\"other\"": 1]
            )
            _ = try await shop.database.sql("DELETE FROM findings")
        }
    }

    @Test func `All loops add to the same numbers`() async throws {
        try await Shop.open { shop in
            let service = try await ServiceProcess.start(
                database: shop.database.url,
                stripe: shop.stripe.port,
                words: ["--loops", "2"]
            )
            for _ in 0..<20 {
                #expect(try await service.send(HttpCall("GET", "/healthz")).status == 200)
            }
            let numbers = try await service.numbers()
            #expect(
                numbers.all("payonce_requests_total")
                    == ["route=\"/healthz\",outcome=\"answered\"": 20]
            )
            #expect(numbers["payonce_loops"] == 2)
            #expect(numbers["payonce_loops_connected"] == 2)
        }
    }

    @Test func `The page is at its own address alone, and asks for a key off the machine`()
        async throws
    {
        try await Shop.open { shop in
            #expect(try await shop.service.send(HttpCall("GET", "/metrics")).status == 404)
            let ops = try await shop.service.opsPort()
            #expect(try await HttpCall("GET", "/healthz").send(to: ops).status == 404)

            try await shop.addInstance(["PAYONCE_OPS_LISTEN": "0.0.0.0:0"])
            let open = try await shop.second.opsPort()
            #expect(try await HttpCall("GET", "/metrics").send(to: open).status == 401)
            for (role, status) in [("merchant", 401), ("ops", 200)] {
                let call = HttpCall("GET", "/metrics").by(try await shop.key(role))
                #expect(try await call.send(to: open).status == status, "\(role)")
            }
        }
    }

    /// The rest of the console is asked by `scripts/check-console`, in a browser.
    @Test func `The console is at the same address, and shows nothing without an ops key`()
        async throws
    {
        try await Shop.open { shop in
            #expect(try await shop.service.send(HttpCall("GET", "/ops/")).status == 404)
            let ops = try await shop.service.opsPort()
            #expect(try await HttpCall("GET", "/ops/").send(to: ops).status == 200)
            let overview = HttpCall("GET", "/ops/api/overview")
            #expect(try await overview.send(to: ops).status == 401)
            for (role, status) in [("merchant", 401), ("ops", 200)] {
                let call = overview.by(try await shop.key(role))
                #expect(try await call.send(to: ops).status == status, "\(role)")
            }
        }
    }

    @Test(arguments: ["alerts.yml", "dashboard.json"])
    func `What the rules and panels ask for is there`(file: String) async throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/\(file)")
        let text = try String(contentsOf: path, encoding: .utf8)
        let asked = Set(text.matches(of: /payonce_[a-z_]+/).map { String($0.output) })
        #expect(asked.count > 5)
        try await Shop.open { shop in
            let names = try await shop.service.numbers().names
            let absent = asked.subtracting(names)
            // Only where there is a limit.
            #expect(absent.subtracting(["payonce_stripe_tokens"]) == [])
        }
    }
}
