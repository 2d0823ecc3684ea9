import JSON
import Testing

@testable import API

@Suite("Card data in a body")
struct CardDataScanTests {
    /// https://docs.stripe.com/testing
    static let numbers = [
        "4242424242424242", "4000056655665556", "5555555555554444", "2223003122003222",
        "5200828282828210", "378282246310005", "371449635398431", "6011111111111117",
        "3056930009020004", "36227206271667", "3566002020360505", "6200000000000005",
        "6205500000000000004", "4222222222222",
    ]

    @Test("is found wherever it stands and however it is written", arguments: numbers)
    func found(number: String) {
        let groups = String(
            number.enumerated().flatMap { index, digit in
                index > 0 && index.isMultiple(of: 4) ? [" ", digit] : [digit]
            }
        )
        let bodies = [
            #"{"card":"\#(number)"}"#, #"{"x":\#(number)}"#, #"{"x":[{"y":["\#(number)"]}]}"#,
            #"{"note":"my card is \#(groups), thanks"}"#, #"{"x":"\#(groups)"}"#,
            #"{"x":"\#(groups.replacing(" ", with: "-"))"}"#, #"["\#(number)"]"#,
            #"{"x":"12 \#(groups)"}"#, #"{"x":"\#(groups.replacing(" ", with: "  "))"}"#,
            #"{"x" : "a:\#(number)/"}"#, #""\#(number)""#, number,
            #"{"orderId":"o-1","x":"\#(number)"}"#, "card[number]=\(number)&card[exp]=12",
            #"{"x":"unfinished \#(number)"#, #"{"x":"\u{5c}" \#(number)"}"#,
        ]
        for body in bodies { #expect(CardDataScan.finds(in: Array(body.utf8)), "\(body)") }
    }

    @Test(
        "is known by the name of its member",
        arguments: [
            #"{"cvc":"123"}"#, #"{"cvc":123}"#, #"{"CVV2" : "1234"}"#, #"{"card":{"cvv":"000"}}"#,
            #"{"security_code":"12a"}"#, #"{"card[cvc]":"123"}"#, #"{"securityCode":[1]}"#,
            // Mistyped, so that the check digit is wrong.
            #"{"card_number":"4242424242424243"}"#, #"{"number":"4242 4242 4242 4243"}"#,
            #"{"cardNumber":4242424242424243}"#, #"{"pan":"1234567890123456"}"#,
        ]
    )
    func named(body: String) {
        #expect(CardDataScan.finds(in: Array(body.utf8)))
    }

    @Test(
        "is nothing that clients send for other reasons",
        arguments: [
            "", "{}", "[]", "{", "\"", "\\", "\"\\", #"{"a":"#,
            #"{"paymentMethodId":"pm_1Abc4242424242424242","useStripeSdk":true}"#,
            #"{"paymentMethodId":"pm_4242424242424242","items":[{"id":"id-1","quantity":2}]}"#,
            #"{"paymentIntentId":"pi_3PabCdEfGh1234567890123456"}"#,
            // A shop's own numbers.
            #"{"orderId":"4242424242424242"}"#, #"{"items":["4242424242424242"]}"#,
            #"{"items":[{"id":"4242424242424242"}]}"#, #"{"customerRef":"4242424242424242"}"#,
            // Moments, telephones, UUIDs, versions, addresses.
            #"{"time":1732976400123,"micro":1732976400123456}"#, #"{"phone":"+44 20 7946 0958"}"#,
            #"{"uuid":"42424242-4242-4242-8424-42424242424a"}"#,
            #"{"uuid":"12345678-1234-4123-8123-123456789012"}"#,
            #"{"uuid":"b2345678-1234-4123-8123-601100000004"}"#,
            #"{"number":"12a","house":{"number":7}}"#, #"{"cvc":null}"#, #"{"cvc":"none"}"#,
            #"{"cvcToken":"cvctok_1234"}"#, #"{"hash":"42424242424242424242424242424242"}"#,
            // One digit wrong, too short, too long.
            #"{"x":"4242424242424243"}"#, #"{"x":"42424242420"}"#, #"{"x":"42424242424242424242"}"#,
            #"{"returnUrl":"app://back/4242424242424242x"}"#,
        ]
    )
    func innocent(body: String) {
        #expect(!CardDataScan.finds(in: Array(body.utf8)))
    }

    @Test("is refused on every route, before anything is read, and is in no line of the log")
    func refused() async throws {
        let bench = try Bench()
        let body = #"{"paymentMethodId":"pm_1","card":{"number":"4242424242424242","cvc":"987"}}"#
        let paths = [
            "/pay", "/pay-without-webhooks", "/charge-card-off-session", "/orders",
            "/payments/\(Samples.paymentText)/cancel", "/nothing-here", "/healthz",
        ]
        for path in paths {
            for type in ["application/json", "text/plain"] {
                let response = await bench.post(path, body, contentType: type)
                #expect(response.status == 400, "\(path)")
                #expect(try response.code() == "card_data_refused", "\(path)")
                #expect(!response.text.contains("4242"), "\(path)")
            }
        }
        #expect(await bench.useCases.calls.isEmpty)
        let log = bench.log.joined()
        #expect(!log.contains("4242") && !log.contains("987"))
        #expect(log.contains("400"))
    }
}
