import Audit
import HTTPServer
import JSON
import Payments

/// The query of a list, as a browser's form writes it. Unknown names are ignored.
struct OpsQuery {
    private var values: [String: String] = [:]

    init(_ query: String?) throws(OpsFault) {
        for part in (query ?? "").split(separator: "&") {
            let name = String(part.prefix { $0 != "=" })
            let text = String(part.dropFirst(name.count + 1)).replacing("+", with: " ")
            guard let value = PercentText.decoded(text), !value.utf8.contains(0) else {
                throw .malformed("\(name) is no text.")
            }
            if !value.isEmpty { values[name] = value }
        }
    }

    subscript(name: String) -> String? { values[name] }

    func limit(atMost most: Int) throws(OpsFault) -> Int {
        guard let text = values["limit"] else { return most }
        guard let limit = Int(text), (1...most).contains(limit) else {
            throw .malformed("limit must be a whole number from 1 to \(most).")
        }
        return limit
    }

    func search() throws(OpsFault) -> PaymentSearch {
        var search = PaymentSearch()
        search.text = try name("q", SearchText.init)
        search.state = values["status"].map { PaymentState(word: $0) }
        search.order = try name("order", OrderID.init)
        search.customer = try name("customerRef", CustomerReference.init)
        search.from = try name("from", DayText.microseconds)
        search.until = try name("to", DayText.microseconds)
        search.after = try name("after", PaymentID.init)
        return search
    }

    private func name<Value>(
        _ name: String,
        _ make: (String) -> Value?
    ) throws(OpsFault) -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = make(text) else { throw .malformed("\(name) is not one.") }
        return value
    }
}

/// A moment as people and forms write it, in UTC: `2026-03-01`, or `2026-03-01T09:05:00Z`.
enum DayText {
    /// Since 1970; `nil` where it is none.
    static func microseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let day = parts.first.flatMap({ days($0) }) else { return nil }
        guard parts.count > 1 else { return day * 86_400_000_000 }
        guard parts.count == 2, parts[1].hasSuffix("Z"),
            let seconds = seconds(parts[1].dropLast())
        else { return nil }
        return (day * 86_400 + seconds) * 1_000_000
    }

    private static func seconds(_ text: Substring) -> Int64? {
        guard let parts = numbers(text, separator: ":", widths: [2, 2, 2]),
            parts[0] < 24, parts[1] < 60, parts[2] < 60
        else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    /// Days from 1970 on, as Howard Hinnant's `days_from_civil` counts them.
    /// https://howardhinnant.github.io/date_algorithms.html
    private static func days(_ text: Substring) -> Int64? {
        guard let parts = numbers(text, separator: "-", widths: [4, 2, 2]),
            parts[0] >= 1970, (1...12).contains(parts[1]), (1...31).contains(parts[2])
        else { return nil }
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let era = year / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = (parts[1] + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + parts[2] - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func numbers(
        _ text: Substring,
        separator: Character,
        widths: [Int]
    ) -> [Int64]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == widths else { return nil }
        let values = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int64(part) : nil
        }
        return values.count == widths.count ? values : nil
    }
}

/// The body of a write: a JSON object.
struct OpsBody {
    private let object: JSONObject

    init(_ request: HTTPRequest) throws(OpsFault) {
        // A form of another page cannot announce this type without being asked for first.
        guard MediaType.isJSON(request.headers) else { throw OpsFault(RequestFault.notJSON) }
        do {
            guard let object = try JSONValue.parse(request.body, limits: .request).object else {
                throw OpsFault.malformed("the body must be a JSON object.")
            }
            self.object = object
        } catch let fault as OpsFault {
            throw fault
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// A member that is a text, or absent.
    func text(_ name: String) throws(OpsFault) -> String? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let text = value.string else { throw .malformed("\(name) must be a string.") }
        return text
    }

    func flag(_ name: String) throws(OpsFault) -> Bool {
        guard let value = object[name], !value.isNull else { return false }
        guard let flag = value.bool else { throw .malformed("\(name) must be true or false.") }
        return flag
    }

    func number(_ name: String) throws(OpsFault) -> Int64? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let number = value.int64 else { throw .malformed("\(name) must be a number.") }
        return number
    }

    /// A text that has to be there and to be one.
    func required<Value>(
        _ name: String,
        _ make: (String) -> Value?
    ) throws(OpsFault) -> Value {
        guard let value = try text(name).flatMap(make) else {
            throw .malformed("\(name) is missing, or is not one.")
        }
        return value
    }
}
