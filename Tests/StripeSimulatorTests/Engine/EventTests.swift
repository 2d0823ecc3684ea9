import JSON
import Testing

@testable import StripeSimulator

@Suite struct EventTests {
    private let bench = Bench()

    /// Oldest first.
    private func types(_ query: String = "") -> [String] {
        let data = bench.get("/v1/events?limit=100\(query)")["data"]?.array ?? []
        return data.reversed().compactMap { $0["type"]?.string }
    }

    @Test func aPaymentLeavesItsEventsInTheirOrder() {
        _ = bench.pay("pm_card_visa")
        #expect(
            types() == [
                "payment_intent.created", "charge.succeeded", "payment_intent.succeeded",
            ]
        )
    }

    @Test func aDeclineLeavesItsEventsInTheirOrder() {
        _ = bench.pay("pm_card_chargeDeclined")
        #expect(
            types() == [
                "payment_intent.created", "charge.failed", "payment_intent.payment_failed",
            ]
        )
    }

    @Test func aChallengeTellsItsSteps() {
        let id = bench.pay("pm_card_authenticationRequired").id
        bench.authenticate(id, "failure")
        _ = bench.confirm(id, "payment_method=pm_card_authenticationRequired")
        bench.wait(3601)
        _ = bench.intent(id)
        _ = bench.post("/v1/payment_intents/\(id)/cancel")
        #expect(
            types() == [
                "payment_intent.created", "payment_intent.requires_action",
                "payment_intent.payment_failed", "payment_intent.requires_action",
                "payment_intent.payment_failed", "payment_intent.canceled",
            ]
        )
    }

    @Test func holdsTellTheirEnd() {
        let captured = bench.intent(in: "requires_capture")
        _ = bench.post("/v1/payment_intents/\(captured)/capture")
        let start = bench.now
        _ = bench.intent(in: "requires_capture")
        bench.wait(8 * 86_400)
        #expect(
            types("&types[]=charge.captured&types[]=payment_intent.succeeded")
                == ["charge.captured", "payment_intent.succeeded"]
        )
        #expect(types("&type=payment_intent.amount_capturable_updated").count == 2)
        #expect(types("&created[gt]=\(start)") == ["charge.expired", "payment_intent.canceled"])
    }

    @Test func refundsAndCardsTellTheirChanges() {
        let customer = bench.customer()
        let method = bench.saved(to: customer)
        _ = bench.post("/v1/payment_methods/\(method)", "metadata[a]=1")
        _ = bench.post("/v1/payment_methods/\(method)/detach")
        _ = bench.post("/v1/customers/\(customer)", "name=A")
        _ = bench.send("DELETE", "/v1/customers/\(customer)")
        #expect(
            types() == [
                "customer.created", "payment_method.attached", "payment_method.updated",
                "payment_method.detached", "customer.updated", "customer.deleted",
            ]
        )
        let paid = bench.pay("pm_card_refundFail").id
        _ = bench.post("/v1/refunds", "payment_intent=\(paid)")
        bench.wait(60)
        #expect(types("&type=refund.*") == ["refund.created", "refund.failed", "refund.updated"])
        #expect(types("&type=charge.refund*") == ["charge.refunded", "charge.refund.updated"])
    }

    @Test func anEventShowsTheObjectAsItWasAndWhoDidIt() {
        let created = bench.create("metadata[a]=1", key: "K1")
        bench.wait(5)
        _ = bench.confirm(created.id, "payment_method=pm_card_visa", key: "K2")
        let event = bench.get("/v1/events?type=payment_intent.created")
        #expect(event["data.0.data.object"] == created.json)
        #expect(event["data.0.request.idempotency_key"] == "K1")
        #expect(event["data.0.request.id"]?.string == created.header("Request-Id"))
        #expect(event["data.0.created"] == created["created"])
        #expect(event["data.0.api_version"]?.string == SimulatorEngine.defaultVersion)
        let paid = bench.get("/v1/events?type=payment_intent.succeeded")
        #expect(paid["data.0.data.object"] == bench.intent(created.id).json)
        #expect(paid["data.0.request.idempotency_key"] == "K2")
        let id = paid.ids.first ?? ""
        #expect(id.wholeMatch(of: /evt_1[A-Za-z0-9]{23}/) != nil)
        #expect(bench.get("/v1/events/\(id)").json == paid["data.0"])
    }

    @Test func whatTimeAndCustomersDoHasNoRequest() {
        let id = bench.pay("pm_card_authenticationRequired", key: "K1").id
        bench.authenticate(id, "failure")
        let failed = bench.get("/v1/events?type=payment_intent.payment_failed")
        #expect(failed["data.0.request"] == ["id": nil, "idempotency_key": nil])
        #expect(
            failed["data.0.data.object.last_payment_error.code"]
                == "payment_intent_authentication_failure"
        )
    }

    @Test func changesTellWhatWasBefore() {
        let customer = bench.post("/v1/customers", "name=A&email=a@b.example").id
        _ = bench.post("/v1/customers/\(customer)", "name=B")
        let event = bench.get("/v1/events?type=customer.updated")
        #expect(event["data.0.data.previous_attributes"] == ["name": "A"])
        #expect(event["data.0.data.object.name"] == "B")
        let created = bench.get("/v1/events?type=customer.created")
        #expect(created["data.0.data.previous_attributes"] == nil)
    }

    @Test func refusalsAndReplaysLeaveNone() {
        _ = bench.pay("pm_card_visa", key: "K1")
        let before = types()
        _ = bench.pay("pm_card_visa", key: "K1")
        _ = bench.create("wat=1")
        _ = bench.confirm("pi_X")
        #expect(types() == before)
    }

    @Test func listsPageBothWays() {
        for _ in 0..<4 { _ = bench.create() }
        let all = bench.get("/v1/events").ids
        #expect(all.count == 4)
        let page = bench.get("/v1/events?limit=3")
        #expect(page.ids == Array(all.prefix(3)))
        #expect(page["has_more"] == true)
        #expect(bench.get("/v1/events?starting_after=\(all[2])").ids == [all[3]])
        #expect(bench.get("/v1/events?ending_before=\(all[1])").ids == [all[0]])
        #expect(bench.get("/v1/events?starting_after=evt_X").parameter == "starting_after")
        #expect(bench.get("/v1/events?type=a&types[]=b").code == "parameters_exclusive")
        let many = (0...20).map { "types[]=a\($0)" }.joined(separator: "&")
        #expect(bench.get("/v1/events?\(many)").parameter == "types")
        #expect(bench.get("/v1/events/evt_X").status == 404)
    }

    @Test func afterThirtyDaysAnEventIsGone() {
        _ = bench.create()
        let id = bench.get("/v1/events").ids.first ?? ""
        bench.wait(30 * 86_400)
        #expect(bench.get("/v1/events/\(id)").status == 200)
        bench.wait(1)
        #expect(bench.get("/v1/events/\(id)").status == 404)
        #expect(bench.get("/v1/events").ids.isEmpty)
        _ = bench.create()
        #expect(bench.get("/v1/events").ids.count == 1)
    }

    /// Whether or not somebody looked before.
    @Test(arguments: [false, true])
    func theLogForgetsFromItsStartAndKeepsItsNumbers(isRead: Bool) {
        var log = EventLog()
        let events = (0...10 as ClosedRange<UInt64>).map(EventTests.event)
        for event in events.dropLast() {
            log.append(event)
            if isRead { #expect(log.number(of: event.id) == Int(event.created)) }
        }
        for gone in 0..<10 {
            #expect(log.range == gone..<10)
            if isRead { #expect(log.number(of: events[gone].id) == gone) }
            #expect(log[gone].id == events[gone].id)
            log.forget(through: Int64(gone))
            if isRead { #expect(log.number(of: events[gone].id) == nil) }
        }
        log.append(events[10])
        #expect(log.range == 10..<11)
        #expect(log.number(of: events[10].id) == 10)
        #expect(log.number(of: events[9].id) == nil)
        #expect(Set(events.map(\.id)).count == 11)
    }

    /// One that happened at the time of its seed.
    private static func event(seed: UInt64) -> Event {
        let customer = Customer(
            id: "cus_1",
            number: 0,
            created: 0,
            invoicePrefix: "A",
            account: nil
        )
        return Event(
            seed: seed,
            type: .customerUpdated,
            created: Int64(seed),
            subject: .customer(customer),
            previous: nil,
            cause: nil
        )
    }
}
