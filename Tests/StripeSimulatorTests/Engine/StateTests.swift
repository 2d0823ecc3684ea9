import JSON
import Testing

@testable import StripeSimulator

/// OP07: every state against confirm, cancel, capture and update.
@Suite struct StateTests {
    /// State, form of the confirm, HTTP status, the state after, what the message holds.
    static let confirms: [(String, String, Int, String, String)] = [
        ("requires_confirmation", "", 200, "succeeded", ""),
        ("requires_payment_method", "payment_method=pm_card_visa", 200, "succeeded", ""),
        (
            "requires_payment_method", "", 400, "requires_payment_method",
            "because it's missing a payment method. You can either update"
        ),
        ("requires_action", "", 200, "requires_action", ""),
        ("requires_action", "payment_method=pm_card_visa", 200, "succeeded", ""),
        ("processing", "", 400, "processing", "it has a status of processing."),
        ("requires_capture", "", 400, "requires_capture", "because it has already succeeded"),
        ("succeeded", "", 400, "succeeded", "because it has already succeeded after being"),
        (
            "succeeded", "payment_method=pm_card_visa", 400, "succeeded",
            "because it has already succeeded"
        ),
        ("canceled", "", 400, "canceled", "it has a status of canceled. Only a PaymentIntent"),
        (
            "canceled", "payment_method=pm_card_visa", 400, "canceled",
            "payment_method could not be updated because it has a status of canceled."
        ),
        ("a_word_of_tomorrow", "", 400, "a_word_of_tomorrow", "status of a_word_of_tomorrow"),
    ]

    @Test(arguments: confirms)
    func confirm(state: String, form: String, status: Int, after: String, text: String) {
        let bench = Bench()
        let id = bench.intent(in: state)
        let entries = bench.book.count
        let reading = bench.confirm(id, form)
        #expect(reading.status == status)
        #expect(reading.state == after)
        #expect(bench.intent(id).state == after)
        expectRefusal(reading, id, text)
        #expect(bench.book.count == entries + (status == 200 && after == "succeeded" ? 1 : 0))
    }

    static let cancels: [(String, Int, String)] = [
        ("requires_payment_method", 200, "canceled"),
        ("requires_confirmation", 200, "canceled"),
        ("requires_action", 200, "canceled"),
        ("requires_capture", 200, "canceled"),
        ("processing", 200, "canceled"),
        ("succeeded", 400, "succeeded"),
        ("canceled", 400, "canceled"),
        ("a_word_of_tomorrow", 400, "a_word_of_tomorrow"),
    ]

    @Test(arguments: cancels)
    func cancel(state: String, status: Int, after: String) {
        let bench = Bench()
        let id = bench.intent(in: state)
        let reading = bench.post(
            "/v1/payment_intents/\(id)/cancel",
            "cancellation_reason=abandoned"
        )
        #expect(reading.status == status)
        #expect(reading.state == after)
        expectRefusal(reading, id, "You cannot cancel this PaymentIntent because it has a status")
        guard status == 200 else { return }
        #expect(reading["canceled_at"]?.int64 == bench.now)
        #expect(reading["cancellation_reason"] == "abandoned")
        #expect(reading["amount_capturable"] == 0)
        #expect(reading["next_action"] == .null)
    }

    static let captures: [(String, String, Int, String, String)] = [
        ("requires_capture", "", 200, "succeeded", ""),
        ("requires_capture", "amount_to_capture=1000", 200, "succeeded", ""),
        ("requires_capture", "amount_to_capture=1401", 400, "requires_capture", "greater than"),
        ("requires_capture", "amount_to_capture=0", 400, "requires_capture", "or equal to 1."),
        ("requires_capture", "amount_to_capture=-1", 400, "requires_capture", "non-negative"),
        ("succeeded", "", 400, "succeeded", "captured because it has a status of succeeded."),
        ("requires_confirmation", "", 400, "requires_confirmation", "status of requires_confi"),
        ("canceled", "", 400, "canceled", "status of canceled"),
    ]

    @Test(arguments: captures)
    func capture(state: String, form: String, status: Int, after: String, text: String) {
        let bench = Bench()
        let id = bench.intent(in: state)
        let entries = bench.book.count
        let reading = bench.post("/v1/payment_intents/\(id)/capture", form)
        #expect(reading.status == status)
        #expect(reading.state == after)
        if status == 400 {
            #expect(reading.message.contains(text), "\(reading.message)")
            #expect(reading["error.payment_intent.id"]?.string == id)
        }
        #expect(bench.book.count == entries + (status == 200 ? 1 : 0))
    }

    @Test func aCaptureMovesWhatItSays() {
        let bench = Bench()
        let id = bench.intent(in: "requires_capture")
        #expect(bench.book.isEmpty)
        #expect(bench.intent(id)["amount_capturable"] == 1400)
        #expect(bench.intent(id)["amount_received"] == 0)
        let captured = bench.post(
            "/v1/payment_intents/\(id)/capture",
            "amount_to_capture=1000&expand[]=latest_charge"
        )
        #expect(captured["amount_received"] == 1000)
        #expect(captured["amount_capturable"] == 0)
        #expect(captured["latest_charge.amount_captured"] == 1000)
        #expect(captured["latest_charge.amount_refunded"] == 400)
        #expect(bench.book.map { $0["amount"] } == [1000])
        let again = bench.post("/v1/payment_intents/\(id)/capture")
        #expect(again.message.contains("the remainder of the authorized amount has been released"))
    }

    @Test func aHoldEndsAfterSevenDays() {
        let bench = Bench()
        let id = bench.intent(in: "requires_capture")
        bench.advance(7 * 86_400)
        #expect(bench.intent(id).state == "requires_capture")
        bench.advance(1)
        let ended = bench.intent(id)
        #expect(ended.state == "canceled")
        #expect(ended["cancellation_reason"] == "automatic")
        #expect(bench.book.isEmpty)
    }

    static let updates: [(String, String, Int)] = [
        ("requires_payment_method", "amount=2000", 200),
        ("requires_confirmation", "amount=2000", 200),
        ("requires_action", "amount=2000", 200),
        ("succeeded", "amount=2000", 400),
        ("requires_capture", "amount=2000", 400),
        ("canceled", "currency=eur", 400),
        ("canceled", "payment_method=pm_card_visa", 400),
        ("succeeded", "metadata[order]=7", 200),
        ("succeeded", "description=later", 200),
    ]

    @Test(arguments: updates)
    func update(state: String, form: String, status: Int) {
        let bench = Bench()
        let id = bench.intent(in: state)
        let reading = bench.post("/v1/payment_intents/\(id)", form)
        #expect(reading.status == status)
        guard status == 400 else { return }
        #expect(reading.code == "payment_intent_unexpected_state")
        #expect(reading.parameter == form.split(separator: "=").first.map(String.init))
        #expect(reading["error.payment_intent.id"]?.string == id)
    }

    @Test func metadataIsMergedAndUnset() {
        let bench = Bench()
        let id = bench.create("metadata[a]=1&metadata[b]=2").id
        let path = "/v1/payment_intents/\(id)"
        #expect(
            bench.post(path, "metadata[b]=&metadata[c]=3")["metadata"] == ["a": "1", "c": "3"]
        )
        #expect(bench.post(path, "metadata=")["metadata"] == [:])
    }

    /// Refusals carry the intent as it is.
    private func expectRefusal(_ reading: Reading, _ id: String, _ text: String) {
        guard reading.status == 400 else { return }
        #expect(reading.kind == "invalid_request_error")
        #expect(reading.code == "payment_intent_unexpected_state")
        #expect(reading["error.payment_intent.id"]?.string == id)
        #expect(reading.message.contains(text), "\(reading.message)")
    }
}
