import Foundation

/// Payments made in SQL, each with all that the service would have written about it: as many as a
/// test wants, in seconds.
public enum SampleHistory {
    /// A statement that writes `count` paid payments: number 1 was claimed `age` ago, each further
    /// one `spacing` later. Every third is of an order, every fifth of a customer.
    public static func sql(
        payments count: Int,
        age: String,
        spacing: String
    ) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Benchmarks/history.sql")
        return try String(contentsOf: file, encoding: .utf8)
            .replacing(":first", with: "1").replacing(":last", with: "\(count)")
            .replacing(":'age'", with: "'\(age)'").replacing(":'spacing'", with: "'\(spacing)'")
    }

    /// The id of a payment by its number.
    public static func payment(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "pay_" + String(repeating: "0", count: 32 - digits.count) + digits
    }
}
