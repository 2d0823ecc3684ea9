import HTTPServer
import JSON

/// The members of a request's body, asked for by field. `null` is the same as absent, and unknown
/// members are ignored.
struct BodyFields {
    private let object: JSONObject
    private let takesSnakeCase: Bool

    /// The server refuses a longer body before it is read; this holds where it is asked otherwise.
    static let mostBytes = 64 * 1024

    /// Reads the body of `request`.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - mayBeEmpty: whether no body at all is one without members.
    ///   - takesSnakeCase: whether every field may be spelled like that too.
    /// - Throws: 413, 415 or 400.
    init(
        _ request: HTTPRequest,
        mayBeEmpty: Bool = false,
        takesSnakeCase: Bool = false
    ) throws(RequestFault) {
        self.takesSnakeCase = takesSnakeCase
        if mayBeEmpty, request.body.isEmpty {
            object = [:]
            return
        }
        guard MediaType.isJSON(request.headers) else { throw .notJSON }
        guard request.body.count <= BodyFields.mostBytes else { throw .bodyTooLarge }
        guard let object = try BodyFields.parse(request.body).object else {
            throw .malformed("the body must be a JSON object.")
        }
        self.object = object
    }

    /// Whether nothing but this name is there.
    func holdsOnly(_ name: String) -> Bool {
        object.allSatisfy { $0.key == name || $0.value.isNull }
    }

    /// Whether the client wrote a field in the spelling of the older guide.
    var usesSnakeCase: Bool {
        BodyField.snakeCased.contains { value(named: $0.alias) != nil }
    }

    /// The value of a field; two spellings of it are a 400, even where they agree.
    func value(of field: BodyField) throws(RequestFault) -> JSONValue? {
        let value = value(named: field.name)
        guard let other = try otherValue(of: field) else { return value }
        guard value == nil else { throw BodyFields.twoSpellings(of: field) }
        return other
    }

    private func otherValue(of field: BodyField) throws(RequestFault) -> JSONValue? {
        let alias = value(named: field.alias)
        guard takesSnakeCase, field.alias != field.snakeCased else { return alias }
        let snakeCased = field.snakeCased == field.name ? nil : value(named: field.snakeCased)
        guard alias == nil || snakeCased == nil else { throw BodyFields.twoSpellings(of: field) }
        return alias ?? snakeCased
    }

    private static func twoSpellings(of field: BodyField) -> RequestFault {
        .malformed("\(field) is given in two spellings; send one of them.")
    }

    /// A field that is a text which is not empty.
    func text(of field: BodyField) throws(RequestFault) -> String? {
        guard let value = try value(of: field) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw .malformed("\(field) must be a string that is not empty.")
        }
        return text
    }

    func flag(of field: BodyField) throws(RequestFault) -> Bool? {
        guard let value = try value(of: field) else { return nil }
        guard let flag = value.bool else { throw .malformed("\(field) must be true or false.") }
        return flag
    }

    private func value(named name: String?) -> JSONValue? {
        guard let name, let value = object[name], !value.isNull else { return nil }
        return value
    }

    private static func parse(_ bytes: [UInt8]) throws(RequestFault) -> JSONValue {
        do {
            return try JSONValue.parse(bytes, limits: .request)
        } catch {
            throw .malformed("\(error)")
        }
    }
}
