import Audit
import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct PaymentBrowserTests {
    @Test func listsTheNewestFirst() async throws {
        try await withStore { store in
            for number in 1...5 {
                let claim = try Sample.claim(
                    number,
                    guards: [Guard(kind: .key, key: "key-\(number)")],
                    purchase: Sample.purchase(
                        order: number < 4 ? "small" : "large",
                        customer: number == 2 ? "Ann" : nil
                    )
                )
                let payment = try await store.repository.claimed(claim)
                if number == 3 { _ = try await store.repository.record(Sample.success(payment)) }
            }
            let browser = PaymentBrowser(database: store.database)
            func numbers(_ filter: PaymentFilter, limit: Int = 10) async throws -> [String] {
                try await browser.payments(matching: filter, limit: limit)
                    .map { String($0.id.description.suffix(1)) }
            }
            #expect(try await numbers(PaymentFilter()) == ["5", "4", "3", "2", "1"])
            #expect(try await numbers(PaymentFilter(), limit: 2) == ["5", "4"])
            #expect(try await numbers(PaymentFilter(), limit: -1) == [])
            #expect(try await numbers(PaymentFilter(state: .succeeded)) == ["3"])
            #expect(try await numbers(PaymentFilter(order: OrderID("large"))) == ["5", "4"])
            #expect(
                try await numbers(PaymentFilter(customer: CustomerReference("Ann"))) == ["2"]
            )
            #expect(
                try await numbers(PaymentFilter(state: .succeeded, order: OrderID("large"))) == []
            )
        }
    }

    @Test func aTimelineTellsWhatStripeSaid() async throws {
        try await withStore { store in
            let payment = try await store.repository.claimed(Sample.claim(1))
            var success = try Sample.success(payment)
            success.eventDetail = "at once"
            _ = try await store.repository.record(success)
            let browser = PaymentBrowser(database: store.database)
            let timeline = try await browser.timeline(of: payment.id)

            #expect(timeline.events.map(\.number) == [1, 2])
            #expect(timeline.events.map(\.word) == ["claimed", "succeeded"])
            #expect(timeline.events.map(\.detail) == ["key:key-1", "at once"])
            #expect(timeline.events.map(\.state) == [.creating, .succeeded])
            #expect(timeline.events.map(\.instance) == [Sample.instance, Sample.instance])
            #expect(timeline.events.map(\.answered) == [nil, "create 1"])
            #expect(timeline.events.map(\.receipt) == [nil, Sample.receipt])
            #expect(timeline.steps.map(\.name) == ["create"])
            #expect(timeline.steps.map(\.path) == ["/v1/create"])
            #expect(timeline.steps[0].unixMicroseconds == timeline.events[0].unixMicroseconds)
            #expect(try await browser.timeline(of: Sample.payment(2)).events.isEmpty)
        }
    }
}
