import Payments
import Testing

@testable import Outbox

@Suite struct ShopAnswerTests {
    struct Case: Sendable {
        var status = 200
        var type: String? = "application/json"
        let body: String
        let delivery: ShopReply
    }

    @Test(arguments: [
        Case(body: #"{"fulfillment":"code 7"}"#, delivery: .accepted(answer: "code 7")),
        Case(
            status: 204,
            type: nil,
            body: "",
            delivery: .accepted(answer: nil)
        ),
        Case(
            status: 201,
            type: "Application/JSON ; charset=utf-8",
            body: #"{"ok":true,"fulfillment":"yes"}"#,
            delivery: .accepted(answer: "yes")
        ),
        Case(body: #"{"fulfillment":7}"#, delivery: .accepted(answer: nil)),
        Case(body: #"{"fulfillment":""}"#, delivery: .accepted(answer: nil)),
        Case(body: #"{"ok":true}"#, delivery: .accepted(answer: nil)),
        Case(body: #"["fulfillment"]"#, delivery: .accepted(answer: nil)),
        Case(body: "{", delivery: .accepted(answer: nil)),
        Case(type: "text/plain", body: " code 7\r\n", delivery: .accepted(answer: "code 7")),
        Case(type: "text/plain", body: "a\u{0}b\u{85}c", delivery: .accepted(answer: "a b c")),
        Case(type: "text/html", body: "<p>ok</p>", delivery: .accepted(answer: nil)),
        Case(type: nil, body: "code 7", delivery: .accepted(answer: nil)),
        Case(
            type: "text/plain",
            body: String(repeating: "ä", count: 501),
            delivery: .accepted(answer: String(repeating: "ä", count: 500))
        ),
        Case(
            status: 301,
            body: #"{"fulfillment":"code 7"}"#,
            delivery: .failed(reason: "status 301")
        ),
        Case(status: 500, body: "", delivery: .failed(reason: "status 500")),
    ])
    func isRead(_ given: Case) {
        let delivery = ShopAnswer.delivery(
            given.status,
            contentType: given.type,
            body: Array(given.body.utf8)
        )
        #expect(delivery == given.delivery)
    }
}
