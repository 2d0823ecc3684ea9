import Payments

/// The bodies that `SimulatedProcessor` makes and `MemoryStripe` reads: a line for each field.
enum MemoryForm {
    static let method = "payment_method"
    static let offSession = "off_session"
    /// The app may confirm, and what it finishes needs nobody else.
    static let automatic = "automatic"
    static let captureMethod = "capture_method"
    /// Asks for the charge, and with it for the check of a CVC.
    static let charge = [("expand", "latest_charge")]

    static func showsCharge(_ fields: [String: String]) -> Bool { fields["expand"] != nil }

    static func body(_ fields: [(String, String)]) -> [UInt8] {
        Array(fields.map { "\($0)=\($1)" }.joined(separator: "\n").utf8)
    }

    /// Which customer a creation is for.
    static func digest(of request: FrozenRequest) -> String {
        fields(request.body)["digest"] ?? "none"
    }

    static func fields(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for line in String(decoding: body, as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        return fields
    }
}
