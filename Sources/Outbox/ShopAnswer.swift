import HTTPClient
import JSON
import Payments

/// What the customer may see of the shop's answer: the member `fulfillment` of a JSON object where
/// that is a text, or the whole of a plain text. Anything else (a page, a status object) is not
/// meant for the customer.
enum ShopAnswer {
    static func delivery(_ status: Int, contentType: String?, body: [UInt8]) -> ShopReply {
        guard (200..<300).contains(status) else { return .failed(reason: "status \(status)") }
        switch mediaType(contentType) {
        case "application/json": return .accepted(answer: member(of: body).flatMap(shown))
        case "text/plain": return .accepted(answer: shown(String(decoding: body, as: UTF8.self)))
        case _: return .accepted(answer: nil)
        }
    }

    /// The kind of the body, without its parameters.
    private static func mediaType(_ text: String?) -> String {
        let type = (text ?? "").prefix { $0 != ";" }
        return type.filter { $0 != " " }.lowercased()
    }

    private static func member(of body: [UInt8]) -> String? {
        do throws(JSONError) {
            return try JSONValue.parse(body, limits: .request)["fulfillment"]?.string
        } catch {
            return nil
        }
    }

    /// Without control characters, which no app shows and PostgreSQL's `text` does not hold all of,
    /// without blanks at both ends, and cut to what the customer is shown.
    private static func shown(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            scalars.append(isControl ? " " : scalar)
        }
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " }
        var rest = scalars[...].drop(while: isBlank).prefix(DeliveryRules.longestAnswer)
        while rest.last == " " { rest.removeLast() }
        return rest.isEmpty ? nil : String(rest)
    }
}
