import JSON
import Testing

@testable import StripeSimulator

@Suite struct ListTests {
    private func ids(_ page: Reading) -> [String] {
        (page["data"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    /// Twelve intents, two in each of six seconds, oldest first.
    private func filled(_ bench: Bench) -> [String] {
        (0..<12).map { index in
            if index > 0, index % 2 == 0 { bench.wait(1) }
            return bench.create().id
        }
    }

    @Test func theNewestComesFirst() {
        let bench = Bench()
        let made = filled(bench)
        let page = bench.get("/v1/payment_intents")
        #expect(ids(page) == Array(made.reversed().prefix(10)))
        #expect(page["object"] == "list")
        #expect(page["url"] == "/v1/payment_intents")
        #expect(page["has_more"] == true)
        #expect(page["total_count"] == nil)
    }

    @Test(arguments: [(0, 1), (1, 1), (100, 12), (101, 12), (-3, 1)])
    func limitsAreMovedIntoTheirRange(limit: Int, count: Int) {
        let bench = Bench()
        _ = filled(bench)
        #expect(ids(bench.get("/v1/payment_intents?limit=\(limit)")).count == count)
    }

    @Test(arguments: [1, 2, 3, 5, 11, 12, 13])
    func pagesForwardGiveEachOnce(limit: Int) {
        let bench = Bench()
        let made = filled(bench)
        var seen: [String] = []
        var cursor = ""
        while true {
            let page = bench.get("/v1/payment_intents?limit=\(limit)\(cursor)")
            seen += ids(page)
            guard page["has_more"] == true, let last = seen.last else { break }
            cursor = "&starting_after=\(last)"
        }
        #expect(seen == made.reversed())
    }

    @Test func pagesBackwardGiveEachOnce() {
        let bench = Bench()
        let made = filled(bench)
        var seen: [String] = []
        var cursor = made[0]
        while true {
            let page = bench.get("/v1/payment_intents?limit=4&ending_before=\(cursor)")
            seen = ids(page) + seen
            guard page["has_more"] == true, let first = seen.first else { break }
            cursor = first
        }
        #expect(seen == made.dropFirst().reversed())
    }

    @Test func whatIsMadeMeanwhileDoesNotDisturbPages() {
        let bench = Bench()
        let made = filled(bench)
        let first = ids(bench.get("/v1/payment_intents?limit=6"))
        _ = bench.create()
        let second = bench.get("/v1/payment_intents?limit=6&starting_after=\(first[5])")
        #expect(first + ids(second) == made.reversed())
        #expect(second["has_more"] == false)
    }

    @Test func createdBoundsAreExact() {
        let bench = Bench()
        let made = filled(bench)
        let start = bench.now - 5
        let cases: [(String, Range<Int>)] = [
            ("created[gte]=\(start + 2)", 4..<12), ("created[gt]=\(start + 2)", 6..<12),
            ("created[lte]=\(start + 2)", 0..<6), ("created[lt]=\(start + 2)", 0..<4),
            ("created[gte]=\(start + 1)&created[lt]=\(start + 3)", 2..<6),
            ("created=\(start + 3)", 6..<8), ("created[gt]=\(start + 9)", 0..<0),
            ("created[gt]=\(start + 3)&created[lt]=\(start + 2)", 0..<0),
            ("created[gte]=\(start + 1)&starting_after=\(made[7])", 2..<7),
            ("created[lt]=\(start + 1)&starting_after=\(made[7])", 0..<2),
            ("created[lt]=\(start + 2)&ending_before=\(made[1])", 2..<4),
            ("created[gte]=\(start + 5)&ending_before=\(made[1])", 10..<12),
        ]
        for (query, expected) in cases {
            let page = bench.get("/v1/payment_intents?limit=100&\(query)")
            #expect(ids(page) == made[expected].reversed(), "\(query)")
        }
    }

    @Test(arguments: [
        ("status=succeeded", "parameter_unknown", "status"),
        ("metadata[order]=7", "parameter_unknown", "metadata"),
        ("created[from]=7", "parameter_unknown", "created[from]"),
        ("created[gt]=x", "parameter_invalid_integer", "created[gt]"),
        ("limit=x", "parameter_invalid_integer", "limit"),
        ("starting_after=pi_X", "resource_missing", "starting_after"),
        ("ending_before=pi_X", "resource_missing", "ending_before"),
        ("customer=cus_X", "resource_missing", "customer"),
    ])
    func whatStripeDoesNotKnowIsRefused(query: String, code: String, parameter: String) {
        let refused = Bench().get("/v1/payment_intents?\(query)")
        #expect(refused.status == 400)
        #expect(refused.code == code)
        #expect(refused.parameter == parameter)
    }

    @Test func bothCursorsAreRefused() {
        let bench = Bench()
        let id = bench.create().id
        let refused = bench.get("/v1/payment_intents?starting_after=\(id)&ending_before=\(id)")
        #expect(refused.status == 400)
        #expect(refused.message.hasPrefix("Received both starting_after and ending_before"))
    }

    @Test func chargesOfAnIntentAreAllItsTries() {
        let bench = Bench()
        _ = bench.pay("pm_card_visa")
        let id = bench.create().id
        _ = bench.confirm(id, "payment_method=pm_card_visa_chargeDeclined")
        _ = bench.confirm(id, "payment_method=pm_card_visa")
        let page = bench.get("/v1/charges?payment_intent=\(id)")
        #expect((page["data"]?.array ?? []).map { $0["status"] } == ["succeeded", "failed"])
        #expect(bench.get("/v1/charges")["data"]?.array?.count == 3)
        #expect(page["data.0.id"] == bench.intent(id)["latest_charge"])
    }

    @Test func referencesAreExpandedWhereAsked() {
        let bench = Bench()
        let id = bench.pay("pm_card_visa").id
        let page = bench.get(
            "/v1/payment_intents?expand[]=data.latest_charge&expand[]=data.payment_method"
        )
        #expect(page["data.0.latest_charge.object"] == "charge")
        #expect(page["data.0.latest_charge.payment_intent"]?.string == id)
        #expect(page["data.0.payment_method.card.brand"] == "visa")
        let deep = bench.get("/v1/payment_intents/\(id)?expand[]=latest_charge.payment_intent")
        #expect(deep["latest_charge.payment_intent.id"]?.string == id)
        #expect(bench.get("/v1/payment_intents?expand[]=latest_charge").status == 400)
    }
}
