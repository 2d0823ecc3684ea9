import HTTPServer
import JSON

/// `GET /openapi.json`: the API for programs, as OpenAPI. What an address has of its own is written
/// in `openapi.json`; what all have alike is added here: HEAD, OPTIONS, and what the server answers
/// by itself.
enum APIDescription {
    static let document = completed(written)

    static let response = HTTPResponse(
        status: 200,
        headers: ["Content-Type": "application/json", "Cache-Control": "no-cache"],
        body: document.encoded()
    )

    private static var written: JSONObject {
        do {
            let document = try JSONValue.parse(PackageResources.openapi_json, limits: .answer)
            return document.object ?? [:]
        } catch {
            preconditionFailure("openapi.json: \(error)")
        }
    }

    /// By status, the names of the answers that no address can rule out.
    private static let common: [(status: String, name: String)] = [
        ("400", "Invalid"), ("408", "TooSlow"), ("413", "TooLarge"), ("414", "TargetTooLong"),
        ("417", "UnknownExpectation"), ("431", "HeadTooLarge"), ("501", "NotImplemented"),
        ("503", "Unavailable"), ("505", "UnknownVersion"),
    ]

    private static func completed(_ written: JSONObject) -> JSONValue {
        var document = written
        var paths = JSONObject()
        for (path, item) in document["paths"]?.object ?? [:] {
            paths[path] = completed(item.object ?? [:], at: path)
        }
        document["paths"] = .object(paths)
        return .object(document)
    }

    private static func completed(_ item: JSONObject, at path: String) -> JSONValue {
        var item = item
        for method in Route(path: path).methods {
            let name = method.rawValue.lowercased()
            switch method {
            case .get, .post, .delete: item[name] = item[name].map(withCommonAnswers)
            case .head: item[name] = item["get"].map(head)
            case .options: item[name] = options(at: path)
            }
        }
        return .object(item)
    }

    private static func withCommonAnswers(_ operation: JSONValue) -> JSONValue {
        var operation = operation.object ?? [:]
        var answers = operation["responses"]?.object ?? [:]
        for (status, name) in common where answers[status] == nil {
            answers[status] = answer(name)
        }
        operation["responses"] = .object(answers)
        return .object(operation)
    }

    /// The same answers, of which the server keeps the body back.
    private static func head(_ get: JSONValue) -> JSONValue {
        var operation = get.object ?? [:]
        operation["operationId"] = operation["operationId"]?.string.map { .string("\($0)Head") }
        operation["summary"] = "As GET, without the body"
        return .object(operation)
    }

    private static func options(at path: String) -> JSONValue {
        withCommonAnswers([
            "operationId": .string("options \(path)"),
            "tags": ["methods"],
            "summary": "The methods of this address",
            "responses": ["204": answer("Methods")],
        ])
    }

    private static func answer(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/responses/\(name)")]
    }
}
