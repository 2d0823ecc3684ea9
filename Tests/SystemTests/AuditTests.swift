import JSON
import TestKit
import Testing

/// `payonce audit` as a process, beside a running service, against the simulator's book.
struct AuditTests {
    /// A difference that is made by hand, and what the audit says of it. `paid` is a payment of
    /// 1400.
    struct Plant: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable (AuditShop, Told) async throws -> String

        var testDescription: String { name }
    }

    private static func forced(_ kind: String, _ fields: JSONObject) -> Plant {
        Plant(name: kind) { shop, paid in
            try await shop.stripe.force(paid.intent ?? "", .object(fields))
            return "\(kind) \(paid.payment ?? "")"
        }
    }

    static let plants: [Plant] = [
        forced("amount_differs", ["amount": 1500]),
        forced("currency_differs", ["currency": "eur"]),
        forced("customer_differs", ["customer": "cus_other"]),
        forced("metadata_differs", ["metadata": [:]]),
        forced("mode_differs", ["livemode": true]),
        forced("status_differs", ["status": "canceled"]),
        forced("cvc_failed", ["cvc_check": "fail"]),
        Plant(name: "an intent of nobody") { shop, _ in
            "intent_without_row \(try await shop.payAside())"
        },
        Plant(name: "an intent of a payment that is gone") { shop, _ in
            let other = SampleHistory.payment(99)
            let metadata = "&metadata[payonce_payment_id]=\(other)"
            return "intent_without_row \(try await shop.payAside(metadata))"
        },
        Plant(name: "a second intent") { shop, paid in
            try await shop.payAside("&metadata[payonce_payment_id]=\(paid.payment ?? "")")
            return "several_intents \(paid.payment ?? "")"
        },
        Plant(name: "a row without an intent") { shop, _ in
            _ = try await shop.database.sql(
                try SampleHistory.sql(payments: 1, age: "5 minutes", spacing: "0 seconds")
            )
            return "row_without_intent \(SampleHistory.payment(1))"
        },
        Plant(name: "a refund without a record") { shop, paid in
            let refund = try await shop.stripe.stripe(
                "POST",
                "/v1/refunds",
                "payment_intent=\(paid.intent ?? "")&amount=400"
            )
            return "refund_without_record \(try refund.word("id"))"
        },
        Plant(name: "the same card twice") { shop, paid in
            let again = try await shop.pay(AuditShop.cards[0], key: "another-key-of-a-guest")
            return "suspected_duplicate \(again.payment ?? "")"
        },
        Plant(name: "an event that is gone") { shop, paid in
            let id = paid.payment ?? ""
            _ = try await shop.database.sql(
                "DELETE FROM payment_events WHERE payment_id = '\(id)' AND number = 2"
            )
            return "chain_broken \(id)"
        },
    ]

    /// A1–A7: each is named, and only it, and it is gone from the next audit where it was put
    /// right.
    @Test(arguments: plants)
    func `What is planted is found`(_ plant: Plant) async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            _ = try await shop.pay(AuditShop.cards[1], key: "the-key-of-a-guest-2")
            let clean = try await shop.audit()
            #expect(clean.status == 0, "\(clean.output)")
            #expect(clean.open.isEmpty, "\(clean.output)")
            let expected = try await plant.make(shop, paid)
            let found = try await shop.audit()
            #expect(found.open == [expected], "\(found.output)")
            #expect(found.status == 1)
        }
    }

    /// Declines, challenges, lost answers, refunds and cancels are life, and no finding.
    @Test func `A book in which all kinds of things happened is clean`() async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.refund(paid.payment ?? "", amount: 400)
            let declined = try await shop.stripe.paymentMethod("4000000000009995")
            let other = try await shop.stripe.paymentMethod(AuditShop.cards[1])
            let key = "the-key-of-a-guest-2"
            #expect(try await Told(shop.service.send(.pay(declined, key: key))).isEnded)
            #expect(try await Told(shop.service.send(.pay(other, key: key))).isPaid)
            for key in ["the-key-of-a-guest-3", "the-key-of-a-guest-4"] {
                let method = try await shop.stripe.paymentMethod("4000002500003155")
                let order: JSONObject = ["orderId": .string(key)]
                let asked = try await Told(shop.service.send(.pay(method, key: key, order)))
                let intent = try #require(asked.intent)
                // The other customer never comes back.
                guard key.hasSuffix("3") else { continue }
                try await shop.stripe.authenticate(intent)
                #expect(try await Told(shop.service.send(.confirm(intent))).isPaid)
            }
            try await shop.stripe.add(SimulatorFault("drop_after", times: 1))
            _ = try await shop.pay(AuditShop.cards[2], key: "the-key-of-a-guest-5")
            let audited = try await shop.audit()
            #expect(audited.status == 0, "\(audited.output)")
            #expect(audited.open.isEmpty)
            #expect(audited.output.contains("6 payments"), "\(audited.output)")
        }
    }

    @Test func `A finding that was put right is closed`() async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1500])
            #expect(try await shop.audit().status == 1)
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1400])
            #expect(try await shop.audit().status == 0)
            let states = try await shop.database.sql("SELECT state, reason FROM findings")
            #expect(states == "closed|not there any more")
        }
    }

    /// OP10: what lies at the cut is in one of the two windows. What is under way, and what a Stripe
    /// whose clock is ahead has made, is no finding.
    @Test func `The edge of a window misses nothing and finds nothing`() async throws {
        try await AuditShop.open { shop in
            try await shop.stripe.advance(seconds: 3)
            _ = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 4]))
            async let underWay = shop.pay(AuditShop.cards[1], key: "the-key-of-a-guest-2")
            try await shop.stripe.waitForRequest { $0.isCreate && $0.body.contains("confirm") }
            let young = try await shop.audit()
            #expect(young.status == 0 && young.open.isEmpty, "\(young.output)")
            _ = try await underWay

            _ = try await shop.database.sql(
                try SampleHistory.sql(payments: 3, age: "1 hour", spacing: "1 second")
            )
            let times = try await shop.database.sql(
                """
                SELECT to_char(claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                FROM payments WHERE id LIKE 'pay\\_0000%' ORDER BY claimed_at
                """
            )
            .split(separator: "\n").map(String.init)
            try #require(times.count == 3)
            // The second one was claimed at the very cut.
            let before = try await shop.audit(
                "--local",
                "--from",
                early(times[0]),
                "--to",
                times[1]
            )
            let after = try await shop.audit("--local", "--from", times[1], "--to", late(times[2]))
            #expect(before.output.contains(" 1 payments"), "\(before.output)")
            // The other one, and the guests'.
            #expect(after.output.contains(" 4 payments"), "\(after.output)")
        }
    }

    /// The same moment a century earlier, and later.
    private func early(_ time: String) -> String { "19" + time.dropFirst(2) }
    private func late(_ time: String) -> String { "21" + time.dropFirst(2) }

    /// OP02: more than a page of each list, and every intent is met.
    @Test func `Every page is read`() async throws {
        try await AuditShop.open { shop in
            for number in 1...120 {
                let method = try await shop.stripe.paymentMethod(AuditShop.cards[0])
                try await shop.stripe.stripe(
                    "POST",
                    "/v1/payment_intents",
                    "amount=\(900 + number)&currency=usd&payment_method=\(method)&confirm=true"
                        + "&payment_method_types[]=card"
                )
            }
            let found = try await shop.audit()
            #expect(found.open.count == 120)
            #expect(found.output.contains("120 intents, 120 charges, 0 refunds"))
        }
    }

    /// Stripe goes away in the middle: what was compared is kept, and the next run goes on from
    /// there.
    @Test func `An audit goes on where Stripe went away`() async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1500])
            // Two slices of the day succeed.
            try await shop.stripe.add(
                SimulatorFault(
                    "status",
                    "/v1/charges*",
                    method: "GET",
                    after: 2,
                    ["code": 503, "executed": false]
                )
            )
            let first = try await shop.audit()
            #expect(first.status == 2, "\(first.output)")
            #expect(first.output.contains("run it again"))
            let compared = try await shop.database.sql(
                "SELECT extract(EPOCH FROM compared_until - from_at)::bigint FROM audits"
            )
            // An hour and then two.
            #expect(compared == "10800")
            try await shop.stripe.clearFaults()
            let seen = try await shop.stripe.requests().count
            let second = try await shop.audit()
            #expect(second.status == 1, "\(second.output)")
            #expect(second.open == ["amount_differs \(paid.payment ?? "")"])
            let audits = try await shop.database.sql(
                "SELECT count(*), count(finished_at) FROM audits"
            )
            #expect(audits == "1|1")
            let lists = try await shop.stripe.requests().dropFirst(seen)
                .count { $0.path.hasPrefix("/v1/charges") }
            // 21 hours in slices of 1, 2, 4, 8 and what is left; not the first three again.
            #expect((4...6).contains(lists), "\(lists)")
        }
    }

    @Test func `Formats, and words that are wrong`() async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1500])
            let csv = try await shop.audit("--format", "csv", "--since", "1h")
            #expect(csv.output.contains("kind,subject,state,noted,detail,by,reason,evidence\n"))
            #expect(csv.output.contains("\namount_differs,\(paid.payment ?? ""),open,"))
            #expect(csv.output.contains(",\"stripe=1500, row=1400\",,,\n"))
            let window = ["--from", "2026-01-01T00:00:00Z", "--to", "2099-01-01T00:00:00.5Z"]
            let one = try await shop.audit(
                "--local",
                "--format",
                "json",
                window[0],
                window[1],
                window[2],
                window[3]
            )
            #expect(one.status == 0, "\(one.output)")
            let json = try JSONValue.parse(Array(one.output.utf8), limits: .answer)
            #expect(json["complete"] == true)
            #expect(json["local"] == true)
            #expect(json["payments"] == 1)
            #expect(json["findings"]?.array?.isEmpty == true)
            #expect(json["digest"]?.string?.count == 64)
            for words in [["--since", "soon"], ["--from", "2026-01-01T00:00:00Z"], ["x"]] {
                let wrong = try await shop.audit(words[0], words.count > 1 ? words[1] : "--local")
                #expect(wrong.status == 64, "\(words)")
            }
        }
    }

    /// What was explained stays quiet until its facts are others.
    @Test func `An explained finding is no reason to worry`() async throws {
        try await AuditShop.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1500])
            #expect(try await shop.audit().status == 1)
            _ = try await shop.database.sql(
                "UPDATE findings SET state = 'explained', decided_by = 'ann', reason = 'a tip'"
            )
            let explained = try await shop.audit()
            #expect(explained.status == 0)
            #expect(explained.output.contains("explained  amount_differs"))
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1600])
            #expect(try await shop.audit().status == 1)
        }
    }
}
