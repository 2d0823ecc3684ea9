import Foundation
import JSON
import TestKit
import Testing

/// What holds in every shop, whatever happened in it. The bank's book and Stripe's log are
/// believed; our own database is asked only about itself.
struct Invariants {
    private let shop: Shop

    init(_ shop: Shop) {
        self.shop = shop
    }

    func check() async throws {
        let book = try await shop.stripe.book()
        let requests = try await shop.stripe.requests()
        checkKeys(requests)
        checkBook(book)
        for told in shop.allTold { try check(told, book) }
        for instance in shop.all { checkLog(of: instance) }
        try await checkDatabase()
    }

    /// Each POST has a key, and each key means one request.
    private func checkKeys(_ requests: [SimulatorRequestEntry]) {
        let posts = requests.filter { $0.method == "POST" && !$0.isFromOutside }
        #expect(posts.allSatisfy { $0.key?.hasPrefix("payonce-") == true })
        for (key, sent) in Dictionary(grouping: posts, by: \.key) {
            #expect(Set(sent.map(\.body)).count == 1, "\(key ?? "") was sent with other bytes")
            #expect(Set(sent.map(\.path)).count == 1, "\(key ?? "") was sent to another endpoint")
            let executed = sent.count { $0.outcome == "executed" }
            #expect(executed <= 1, "\(key ?? "") was executed \(executed) times")
        }
    }

    /// No payment took money twice, and no money is without a payment.
    private func checkBook(_ book: [SimulatorBookEntry]) {
        #expect(book.allSatisfy { $0.payment != nil })
        for (payment, entries) in Dictionary(grouping: book, by: \.payment) {
            #expect(entries.count == 1, "\(payment ?? "") took money \(entries.count) times")
        }
    }

    // MARK: What the customers were told

    private func check(_ told: Told, _ book: [SimulatorBookEntry]) throws {
        let text = "\(told.http) \(told.answer.text)"
        checkShape(told, text)
        let misread = try SampleApp.misreadings(told.http, told.answer.body)
        #expect(misread.isEmpty, "\(misread)")
        let shown = try SampleClient.shows(told.answer)
        let charge = book.first { $0.payment == told.payment || $0.intent == told.intent }
        switch told.status {
        case _ where told.http != 200: #expect(shown == .failed(""), "\(text)")
        case "succeeded":
            #expect(shown == .succeeded, "\(text)")
            #expect(charge?.amount == told.amount, "told paid, and the book has another: \(text)")
        case "requires_action": #expect(shown == .challenge, "\(text)")
        case "declined", "expired", "canceled":
            #expect(shown == .failed(told.error ?? "no error"), "\(text)")
            #expect(charge == nil, "told \(told.status ?? ""), and money moved: \(text)")
        case "requires_payment_method":
            // It may have been paid since.
            #expect(shown == .failed(told.error ?? "no error"), "\(text)")
            if told.code == "authentication_required" {
                #expect(told.json["paymentMethodId"] != nil, "\(text)")
            } else {
                #expect(told.code == "payment_not_attempted", "\(text)")
            }
        case "unknown", "processing":
            #expect(shown == .failed(told.error ?? "no error"), "\(text)")
            #expect(told.error?.contains("do not pay again") == true, "\(text)")
        case let other: Issue.record("an unknown status \(other ?? "nothing"): \(text)")
        }
    }

    /// Flat JSON that no shipped client stumbles over.
    private func checkShape(_ told: Told, _ text: String) {
        #expect(told.answer["Content-Type"] == "application/json", "\(text)")
        #expect(told.answer["Request-Id"]?.isEmpty == false, "\(text)")
        guard let object = told.json.object else {
            Issue.record("no object: \(text)")
            return
        }
        for (name, value) in object {
            let isFlat = value.string != nil || value.bool != nil || value.int64 != nil
            #expect(isFlat, "\(name) is not flat: \(text)")
        }
        if let error = told.json["error"] {
            #expect(error.string?.isEmpty == false, "\(text)")
            #expect(told.clientSecret == nil, "an error beside the secret: \(text)")
        }
        #expect(told.http == 200 || told.error != nil, "no error: \(text)")
        #expect(told.json["requiresAction"].map { $0 == .bool(true) } ?? true, "\(text)")
        #expect(!told.answer.text.contains("<"), "markup: \(text)")
        #expect(told.error?.contains("not charged") != true, "a promise nobody can make: \(text)")
    }

    // MARK: The service about itself

    private func checkLog(of instance: ServiceProcess) {
        let log = instance.child.output
        for word in ["_secret_", "sk_test_system", "4242424242424242", "Fatal error"] {
            #expect(!log.contains(word), "the log has \(word)")
        }
    }

    /// The questions of `sql/checks` have no answer.
    private func checkDatabase() async throws {
        for check in try Invariants.checks() {
            let text = try String(contentsOf: check, encoding: .utf8)
            let rows = try await shop.database.sql(text)
            #expect(rows.isEmpty, "\(check.lastPathComponent): \(rows)")
        }
    }

    private static func checks() throws -> [URL] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("sql/checks")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "sql" }
    }
}
