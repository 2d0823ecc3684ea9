import JSON
import TestKit
import Testing

/// Bodies that no honest client sends. Each is refused in flat JSON, and the next payment is made.
struct BodyTests {
    struct Body: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let status: Int

        init(_ description: String, _ bytes: some Sequence<UInt8>, _ status: Int = 400) {
            self.description = description
            self.bytes = Array(bytes)
            self.status = status
        }

        init(_ description: String, _ text: String, _ status: Int = 400) {
            self.init(description, text.utf8, status)
        }
    }

    /// DB08, EN03, EN05, EN06, EN07, CL09.
    private static let bodies: [Body] = [
        Body("not JSON", "paymentMethodId=pm_card_visa"),
        Body("HTML", "<html></html>"),
        Body("empty", ""),
        Body("white space", "  \r\n"),
        Body("an array", #"["pm_card_visa"]"#),
        Body("a string", #""pm_card_visa""#),
        Body("null", "null"),
        Body("an empty object", "{}"),
        Body("two values", #"{"paymentMethodId":"pm_card_visa"}{}"#),
        Body("cut off", #"{"paymentMethodId":"pm_card_visa""#),
        Body("trailing comma", #"{"paymentMethodId":"pm_card_visa",}"#),
        Body("duplicate key", #"{"paymentMethodId":"pm_a","paymentMethodId":"pm_card_visa"}"#),
        Body("deep duplicate", #"{"paymentMethodId":"pm_card_visa","x":[{"a":1,"a":2}]}"#),
        Body(
            "escaped duplicate",
            #"{"items":"id-1","\u0069tems":"id-2","paymentMethodId":"pm_a"}"#
        ),
        Body("both spellings", #"{"paymentMethodId":"pm_a","payment_method_id":"pm_a"}"#),
        Body("both ids", #"{"paymentMethodId":"pm_a","paymentIntentId":"pi_a"}"#),
        Body("null ids", #"{"paymentMethodId":null,"paymentIntentId":null}"#),
        Body("method a number", #"{"paymentMethodId":1}"#),
        Body("method an object", #"{"paymentMethodId":{"id":"pm_card_visa"}}"#),
        Body("items a number", #"{"paymentMethodId":"pm_card_visa","items":7}"#),
        Body("items deep", #"{"paymentMethodId":"pm_card_visa","items":[["id-1"]]}"#),
        Body("currency a number", #"{"paymentMethodId":"pm_card_visa","currency":1}"#),
        Body("a flag as a word", #"{"paymentMethodId":"pm_card_visa","useStripeSdk":"yes"}"#),
        Body("a flag as a number", #"{"paymentMethodId":"pm_card_visa","useStripeSdk":1}"#),
        Body("orderId a number", #"{"paymentMethodId":"pm_card_visa","orderId":5}"#),
        Body("orderId with spaces", #"{"paymentMethodId":"pm_card_visa","orderId":"a b"}"#),
        Body("returnUrl a script", #"{"paymentMethodId":"pm_a","returnUrl":"javascript:x()"}"#),
        Body("NUL", #"{"paymentMethodId":"pm_card_visa","orderId":"a\u0000"}"#),
        Body("half a surrogate", #"{"paymentMethodId":"pm_card_visa","orderId":"\ud83d"}"#),
        Body("brackets", String(repeating: "[", count: 60_000)),
        Body("objects", String(repeating: #"{"a":"#, count: 12_000)),
        Body("17 levels", String(repeating: "[", count: 17) + String(repeating: "]", count: 17)),
        Body("100,000 brackets", String(repeating: "[", count: 100_000), 413),
        Body("1 MiB", String(repeating: " ", count: 1 << 20), 413),
        Body("UTF-16", utf16(#"{"paymentMethodId":"pm_card_visa"}"#)),
        Body("a byte order mark", [0xef, 0xbb, 0xbf] + Array(#"{"paymentMethodId":"pm_a"}"#.utf8)),
        Body(
            "invalid UTF-8",
            Array(#"{"paymentMethodId":"pm_"#.utf8) + [0xc0, 0xaf] + Array("\"}".utf8)
        ),
        Body(
            "Latin-1",
            Array(#"{"paymentMethodId":"pm_a","orderId":""#.utf8) + [0xe9] + Array("\"}".utf8)
        ),
    ]

    @Test func `Every odd body is refused, and a payment is made right after`() async throws {
        try await Shop.open { shop in
            let process = shop.service.child.processIdentifier
            for body in BodyTests.bodies {
                let told = try await shop.send(BodyTests.call(body.bytes))
                #expect(told.http == body.status, "\(body): \(told.answer.text)")
            }
            #expect(try await shop.stripe.requests().filter { $0.isCreate }.isEmpty)
            #expect(shop.service.child.processIdentifier == process)
            #expect(!shop.service.child.isOver)
            #expect(try await shop.pay(shop.stripe.paymentMethod(Card.good)).isPaid)
        }
    }

    /// EN06, SE08, ID13.
    @Test func `Every odd header is refused, and a payment is made right after`() async throws {
        try await Shop.open { shop in
            let good = Array(#"{"paymentMethodId":"pm_card_visa"}"#.utf8)
            let json = (name: "Content-Type", value: "application/json")
            let odd: [([(name: String, value: String)], Int)] = [
                ([], 415),
                ([("Content-Type", "text/plain")], 415),
                ([("Content-Type", "application/x-www-form-urlencoded")], 415),
                ([json, ("Idempotency-Key", "short")], 400),
                ([json, ("Idempotency-Key", "")], 400),
                ([json, ("Idempotency-Key", String(repeating: "k", count: 256))], 400),
                ([json, ("Idempotency-Key", "a key of one purchase")], 400),
                ([json, ("Idempotency-Key", Key.first), ("Idempotency-Key", Key.first)], 400),
                ([json, ("Idempotency-Key", "clé-de-seize-lettres")], 400),
                // Both a length and an encoding: somebody smuggles.
                ([json, ("Transfer-Encoding", "chunked")], 400),
            ]
            for (fields, status) in odd {
                let call = HttpCall("POST", "/pay", fields: fields, body: good)
                let told = try await shop.send(call)
                #expect(told.http == status, "\(fields): \(told.answer.text)")
            }
            #expect(try await shop.stripe.requests().filter { $0.isCreate }.isEmpty)
            #expect(try await shop.pay(shop.stripe.paymentMethod(Card.good)).isPaid)
        }
    }

    /// DB08: what is packed or in another alphabet is not guessed at.
    @Test func `Other encodings are no JSON`() async throws {
        try await Shop.open { shop in
            let json = (name: "Content-Type", value: "application/json")
            let text = #"{"paymentMethodId":"pm_card_visa"}"#
            let gzip: [UInt8] = [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 0x05, 0]
            let utf16 = ("Content-Type", "application/json; charset=utf-16")
            let calls = [
                HttpCall("POST", "/pay", fields: [utf16], body: BodyTests.utf16(text)),
                HttpCall("POST", "/pay", fields: [json, ("Content-Encoding", "gzip")], body: gzip),
            ]
            for call in calls {
                let told = try await shop.send(call)
                #expect(told.http == 400 || told.http == 415)
            }
            // Chunks without a length are well formed, and not taken.
            let head = "POST /pay HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            let chunk = "Transfer-Encoding: chunked\r\n\r\n22\r\n\(text)\r\n0\r\n\r\n"
            let told = try Told(
                await blocking { [port = shop.service.port] in
                    let socket = try HttpSocket(port: port)
                    try socket.send(Array((head + chunk).utf8))
                    return try socket.answer()
                }
            )
            #expect(told.http == 501 && told.error != nil)
            #expect(try await shop.stripe.requests().filter { $0.isCreate }.isEmpty)
        }
    }

    /// NF11: slow senders hold up nobody; here in short.
    @Test func `Slow senders hold up nobody`() async throws {
        try await Shop.open { shop in
            let port = shop.service.port
            let slow = try (0..<200).map { _ in
                let socket = try HttpSocket(port: port)
                let bytes = HttpCall.pay("pm_card_visa", key: Key.first).bytes(to: port)
                try socket.send(Array(bytes.dropLast(5)))
                return socket
            }
            #expect(try await shop.pay(shop.stripe.paymentMethod(Card.good)).isPaid)
            // The end of one of them comes after all.
            let end = Array(HttpCall.pay("pm_card_visa", key: Key.first).bytes(to: port).suffix(5))
            let told = try await blocking {
                try slow[0].send(end)
                return try slow[0].answer()
            }
            #expect(told.status == 200)
            _ = slow
        }
    }

    /// NF07: SIGPIPE must not end the process.
    @Test func `Clients that hang up stop nothing`() async throws {
        try await Shop.open { shop in
            try await shop.stripe.add(SimulatorFault.slow(seconds: 1))
            let port = shop.service.port
            let methods = try await many(20) { _ in try await shop.stripe.paymentMethod(Card.good) }
            try await blocking {
                for (number, method) in methods.enumerated() {
                    let call = HttpCall.pay(method, key: "a-key-of-hanging-up-\(number)")
                    let socket = try HttpSocket(port: port)
                    try socket.send(call.bytes(to: port))
                }
            }
            for (number, method) in methods.enumerated() {
                let told = try await shop.payUntilKnown(
                    method,
                    key: "a-key-of-hanging-up-\(number)"
                )
                #expect(told.isPaid)
            }
            #expect(!shop.service.child.isOver)
            #expect(try await shop.stripe.book().count == 20)
        }
    }

    /// The contract's section 1 for the rest of the addresses.
    @Test func `Every address answers in flat JSON`() async throws {
        try await Shop.open { shop in
            let calls: [(HttpCall, Int)] = [
                (HttpCall("GET", "/stripe-key"), 200),
                (HttpCall("GET", "/stripe-key?paymentMethod=undefined"), 200),
                (HttpCall("GET", "/config"), 200), (HttpCall("GET", "/healthz"), 200),
                (HttpCall("GET", "/readyz"), 200), (HttpCall("GET", "/nowhere"), 404),
                (HttpCall("GET", "/pay"), 405), (HttpCall("DELETE", "/stripe-key"), 405),
                (HttpCall("GET", "/payments/pay_nobody"), 404),
            ]
            for (call, status) in calls {
                let answer = try await shop.service.send(call)
                #expect(answer.status == status, "\(call.path)")
                #expect(answer["Content-Type"] == "application/json", "\(call.path)")
                #expect(answer["Request-Id"] != nil, "\(call.path)")
                #expect(try answer.json().object != nil, "\(call.path)")
                #expect((answer["Allow"] != nil) == (status == 405), "\(call.path)")
            }
            let key = try await shop.service.send(HttpCall("GET", "/stripe-key")).json()
            #expect(key["publishableKey"] == "pk_test_system")
            #expect(key["publicKey"] == "pk_test_system")
            #expect(key["mode"] == "simulator")
            let head = try await shop.service.send(HttpCall("HEAD", "/config"))
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    // MARK: Parts

    private static func call(_ body: [UInt8]) -> HttpCall {
        HttpCall("POST", "/pay", fields: [("Content-Type", "application/json")], body: body)
    }

    private static func utf16(_ text: String) -> [UInt8] {
        [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }
}
