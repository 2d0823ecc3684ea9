public import Foundation

/// Where an app keeps the record of a checkout.
public protocol CheckoutStore: Sendable {
    /// Stores the record in place of the one before. When this returns, the record has to outlive
    /// the app: a request goes out only then.
    ///
    /// - Throws: whatever kept it from being stored; then nothing is sent.
    func keep(_ record: CheckoutRecord) async throws
}

/// A record in a file.
public struct CheckoutFile: CheckoutStore {
    public let url: URL

    public init(_ url: URL) { self.url = url }

    /// The record of an earlier run; `nil` where there is none.
    ///
    /// - Throws: where there is one that cannot be read. It may be of a payment.
    public func read() throws -> CheckoutRecord? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try JSONDecoder().decode(CheckoutRecord.self, from: Data(contentsOf: url))
    }

    public func keep(_ record: CheckoutRecord) async throws {
        try JSONEncoder().encode(record).write(to: url, options: .atomic)
    }

    /// Forgets the checkout, once the customer has seen how it ended.
    public func remove() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        try FileManager.default.removeItem(at: url)
    }
}
