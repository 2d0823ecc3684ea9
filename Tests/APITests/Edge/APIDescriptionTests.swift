import HTTPServer
import JSON
import Payments
import Telemetry
import Testing

@testable import API

/// The description says what the routes and tables say. Whether the running service keeps to it is
/// looked at by `scripts/check-api`.
@Suite("The description of the API")
struct APIDescriptionTests {
    private let document = APIDescription.document
    private var paths: JSONObject { document["paths"]?.object ?? [:] }

    private func component(_ kind: String, _ name: String) throws -> JSONValue {
        try #require(document["components"]?[kind]?[name])
    }

    private func schema(_ name: String) throws -> JSONValue { try component("schemas", name) }

    private func words(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }

    /// What stands behind a `$ref`, or the value itself.
    private func resolved(_ value: JSONValue) throws -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return try reference.split(separator: "/").dropFirst().reduce(document) { value, name in
            try #require(value[String(name)], "\(reference)")
        }
    }

    @Test("is served as JSON, names its version and no host")
    func served() async throws {
        let response = try await Bench().get("/openapi.json")
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.headers["request-id"] != nil)
        let served = try JSONValue.parse(response.body, limits: .answer)
        #expect(served == document)
        #expect(served["openapi"] == "3.1.0")
        #expect(served["info"]?["version"]?.string?.isEmpty == false)
        #expect(served["servers"] == nil)
    }

    @Test("has every path with its methods, and no other")
    func routes() throws {
        #expect(Route.paths.count > 15)
        #expect(paths.keys.sorted() == Route.paths.sorted())
        for (path, item) in paths {
            let methods = Route(path: path).methods.map { $0.rawValue.lowercased() }
            let described = try #require(item.object).keys.filter { $0 != "parameters" }
            #expect(described.sorted() == methods.sorted(), "\(path)")
        }
    }

    @Test("refers to nothing and wants nothing that it does not have")
    func references() throws {
        var operations: [String] = []
        func walk(_ value: JSONValue) throws {
            _ = try resolved(value)
            for (name, member) in value.object ?? [:] {
                if name == "operationId", value["responses"] != nil {
                    operations.append(try #require(member.string))
                }
                try walk(member)
            }
            for element in value.array ?? [] { try walk(element) }
            if let members = value["properties"]?.object, let wanted = value["required"] {
                let unknown = Set(words(wanted)).subtracting(members.keys)
                #expect(unknown.isEmpty, "\(members.keys)")
            }
        }
        try walk(document)
        #expect(operations.count > 40)
        #expect(Set(operations).count == operations.count)
        for (name, link) in try #require(document["components"]?["links"]?.object) {
            let operation = try #require(link["operationId"]?.string)
            #expect(operations.contains(operation), "\(name)")
        }
    }

    @Test("lists every code, and each at its status")
    func codes() throws {
        let all = AnswerCode.allCases.map(\.rawValue)
        #expect(words(try schema("AnswerCode")["enum"]).sorted() == all.sorted())

        let codes = try codesByStatus()
        let refusals = try EveryAnswerTests.responses().filter { $0.status != 200 }
        #expect(refusals.count > 30)
        for refusal in refusals {
            let code = try #require(try refusal.code())
            #expect(codes[refusal.status]?.contains(code) == true, "\(refusal.status) \(code)")
        }
    }

    /// What the answers of each status may have for a `code`.
    private func codesByStatus() throws -> [Int: Set<String>] {
        var codes: [Int: Set<String>] = [:]
        func collect(_ value: JSONValue, _ status: Int) throws {
            let code = value["properties"]?["code"]
            codes[status, default: []].formUnion(words(code?["enum"]))
            if let word = code?["const"]?.string { codes[status, default: []].insert(word) }
            for part in (value["allOf"]?.array ?? []) + (value["anyOf"]?.array ?? []) {
                try collect(resolved(part), status)
            }
        }
        for (_, item) in paths {
            for (method, operation) in item.object ?? [:] where method != "parameters" {
                for (status, answer) in operation["responses"]?.object ?? [:] {
                    let content = try resolved(answer)["content"]
                    guard let schema = content?["application/json"]?["schema"] else { continue }
                    try collect(resolved(schema), try #require(Int(status)))
                }
            }
        }
        return codes
    }

    @Test("names all that the server refuses by itself, for every operation")
    func common() throws {
        for (path, item) in paths {
            for (method, operation) in item.object ?? [:] where method != "parameters" {
                let statuses = try #require(operation["responses"]?.object).keys
                let missing = Set([400, 408, 413, 414, 417, 431, 501, 503, 505].map(String.init))
                    .subtracting(statuses)
                #expect(missing.isEmpty, "\(method) \(path)")
            }
        }
    }

    @Test("names every member of the answer about a payment, and every status")
    func members() throws {
        let payment = try #require(try schema("Payment")["properties"])
        let known = try #require(payment.object).keys
        let statuses = words(payment["status"]?["enum"])
        var seen: Set<String> = ["fulfillment", "amountRefunded", "code", "declineCode"]
        for answer in try Samples.answers() {
            guard case .standing(let view) = answer else { continue }
            let status = OutcomeTable.word(for: view.standing)
            #expect(statuses.contains(status))
            for dialect in Dialect.allCases {
                let response = OutcomeTable.reply(to: answer, in: dialect).response
                seen.formUnion(try response.object().keys)
            }
        }
        #expect(seen.sorted() == known.sorted())
    }

    @Test(
        "names no field that is not read",
        arguments: [
            ("/pay", "PayRequest"), ("/charge-card-off-session", "SecondCall"),
            ("/payment-sheet", "SheetRequest"), ("/create-intent", "IntentRequest"),
            ("/confirm-intent", "ConfirmationRequest"), ("/quote", "QuoteRequest"),
            ("/orders", "OrderRequest"), ("/off-session-payments", "OffSessionRequest"),
            ("/payments/\(Samples.paymentText)/refunds", "RefundRequest"),
        ]
    )
    func fields(_ path: String, _ name: String) async throws {
        let keys = MemoryKeys()
        let key = await keys.make(.merchant).text
        let bench = try Bench(keys: keys)
        var headers: HTTPHeaders = ["Idempotency-Key": "0123456789abcdef"]
        if ["/orders", "/off-session-payments"].contains(path) || path.hasSuffix("refunds") {
            headers.add("Authorization", "Bearer \(key)")
        }
        let fields = try #require(try schema(name)["properties"]?.object).keys
        #expect(!fields.isEmpty)
        for field in fields {
            // No field takes an empty array. The others of the body are as they have to be.
            var body: JSONObject = [:]
            if name == "PayRequest" { body["paymentMethodId"] = "pm_card_visa" }
            if name == "ConfirmationRequest" {
                let other = field == "payment_method_id" ? "paymentMethodId" : "payment_method_id"
                body[other] = "pm_card_visa"
            }
            if name == "OrderRequest" {
                body = ["orderId": "o-1", "currency": "usd", "amount": 1400]
            }
            if name == "OffSessionRequest" {
                body = [
                    "customerRef": "ann", "orderId": "o-1", "currency": "usd", "amount": 1400,
                ]
            }
            let isFine = await bench.post(path, JSONValue.object(body).text, headers)
            #expect(isFine.status != 400 || name == "SecondCall", "\(isFine.text)")
            body[field] = []
            let refused = await bench.post(path, JSONValue.object(body).text, headers)
            #expect(refused.status == 400, "\(field): \(refused.text)")
        }
    }
}

extension JSONValue {
    fileprivate var text: String { String(decoding: encoded(), as: UTF8.self) }
}
