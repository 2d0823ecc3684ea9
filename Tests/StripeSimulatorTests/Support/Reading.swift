import JSON
import Testing

@testable import StripeSimulator

/// An answer as a test looks at it.
struct Reading {
    let answer: SimulatorAnswer

    init(_ answer: SimulatorAnswer) {
        self.answer = answer
    }

    var status: Int { answer.status }
    var text: String { String(decoding: answer.body, as: UTF8.self) }

    var json: JSONValue {
        do {
            return try JSONValue.parse(answer.body, limits: .answer)
        } catch {
            Issue.record("no JSON: \(error) in \(text)")
            return .null
        }
    }

    /// The member at a path of names and places: `error.payment_intent.status`, `data.0.id`.
    subscript(path: String) -> JSONValue? {
        var value: JSONValue? = json
        for name in path.split(separator: ".") {
            if let place = Int(name) {
                let elements = value?.array ?? []
                value = place < elements.count ? elements[place] : nil
            } else {
                value = value?[String(name)]
            }
        }
        return value
    }

    func status(of path: String) -> String? { self[path]?.string }

    var id: String {
        guard let id = self["id"]?.string else {
            Issue.record("no id in \(text)")
            return ""
        }
        return id
    }

    /// The ids of a list.
    var ids: [String] { (self["data"]?.array ?? []).compactMap { $0["id"]?.string } }

    /// The PaymentIntent's status, or that of the one in the error.
    var state: String? { self["status"]?.string ?? self["error.payment_intent.status"]?.string }
    var code: String? { self["error.code"]?.string }
    var kind: String? { self["error.type"]?.string }
    var message: String { self["error.message"]?.string ?? "" }
    var parameter: String? { self["error.param"]?.string }

    func header(_ name: String) -> String? { answer[header: name] }
}
