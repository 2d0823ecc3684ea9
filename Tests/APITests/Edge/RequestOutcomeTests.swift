import Payments
import Synchronization
import Testing

@testable import API

@Suite("What became of a request")
struct RequestOutcomeTests {
    @Test(
        "An answer is counted as what it means",
        arguments: [
            (200, "succeeded", .succeeded), (200, "requires_action", .requiresAction),
            (200, "unknown", .unknown), (200, nil, .answered), (200, "pending", .answered),
            (200, "failed", .answered), (204, nil, .answered), (400, nil, .malformed),
            (413, nil, .malformed), (401, nil, .unauthorized), (404, nil, .notFound),
            (405, nil, .notFound), (409, nil, .conflict), (422, nil, .conflict),
            (429, nil, .limited), (503, "not_ready", .unavailable), (500, nil, .failed),
            (501, nil, .failed), (409, "succeeded", .conflict),
        ] as [(Int, String?, RequestOutcome)]
    )
    func word(_ status: Int, _ state: String?, _ outcome: RequestOutcome) {
        #expect(RequestOutcome(status: status, state: state) == outcome)
    }

    @Test("The routes of the records are few, and none is what a client chose")
    func routes() {
        #expect(RequestRecord.routes.contains("/payments/{id}"))
        #expect(RequestRecord.routes.contains("refused"))
        #expect(RequestRecord.routes.contains("/*"))
        #expect(Set(RequestRecord.routes).count == RequestRecord.routes.count)
        for path in [
            "/pay", "/payments/pay_1", "/orders/o-1", "/no/such/path", "/fulfillments/1/ack",
        ] {
            #expect(RequestRecord.routes.contains(Route(path: path).template), "\(path)")
        }
    }
}
