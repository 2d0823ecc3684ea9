/// A path under `/v1/` in its parts: `/v1/customers/{id}/payment_methods/{target}`.
struct Route {
    let method: String
    let resource: String
    let id: String?
    let action: String?
    let target: String?

    init?(method: String, path: String) {
        let parts = path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard (2...5).contains(parts.count), parts[0] == "v1", !parts.contains("") else {
            return nil
        }
        self.method = method
        resource = String(parts[1])
        id = parts.count > 2 ? Route.decoded(parts[2]) : nil
        action = parts.count > 3 ? String(parts[3]) : nil
        target = parts.count > 4 ? Route.decoded(parts[4]) : nil
    }

    /// An id that is badly encoded stands for nothing, and is shown as it came.
    private static func decoded(_ part: Substring) -> String {
        do {
            // A plus sign in a path is a plus sign.
            return try FormParser.decode(part.utf8.flatMap(escapedPlus))
        } catch {
            return String(part)
        }
    }

    private static func escapedPlus(_ byte: UInt8) -> [UInt8] {
        byte == UInt8(ascii: "+") ? Array("%2B".utf8) : [byte]
    }
}
