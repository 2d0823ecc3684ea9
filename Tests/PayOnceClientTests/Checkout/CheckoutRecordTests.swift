import Foundation
import Testing

@testable import PayOnceClient

/// Records outlive the version of the library that has stored them.
struct CheckoutRecordTests {
    /// As version 1 stores it. Never edit this: apps have such files.
    private static let first = #"""
        {"version":1,"id":"5b0f9f3e-8a55-4b0c-9d5e-1d2c3b4a5f60","number":2,"stage":"sent",
         "tappedAt":1780000000,"paymentId":"pay_1","sheetIntentId":"pi_1",
         "card":{"paymentMethodId":"pm_1","cvcToken":"cvctok_1"},
         "purchase":{"items":[{"id":"camera","quantity":2}],"currency":"eur","orderId":"o-1",
                     "savesCard":true,"consent":"terms 3","returnURL":"app://back",
                     "usesStripeSDK":false}}
        """#

    private func read(_ text: String) throws -> CheckoutRecord {
        try JSONDecoder().decode(CheckoutRecord.self, from: Data(text.utf8))
    }

    @Test func `A record of the first version is read`() throws {
        let record = try read(Self.first)
        #expect(record.key == "5b0f9f3e-8a55-4b0c-9d5e-1d2c3b4a5f60-2")
        #expect(record.stage == .sent && record.mayHaveCharged && record.isUnfinished)
        #expect(record.card?.cvcToken == "cvctok_1" && record.tappedAt == 1_780_000_000)
        #expect(record.paymentId == "pay_1" && record.sheetIntentId == "pi_1")
        #expect(record.purchase.items == [.init(id: "camera", quantity: 2)])
        #expect(record.purchase.orderId == "o-1" && !record.purchase.usesStripeSDK)
    }

    @Test func `A record is read as it was stored`() throws {
        let record = try read(Self.first)
        let bytes = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(CheckoutRecord.self, from: bytes) == record)
        let written = try JSONSerialization.jsonObject(with: bytes) as? NSDictionary
        let fixture = try JSONSerialization.jsonObject(with: Data(Self.first.utf8))
        #expect(written == fixture as? NSDictionary)
    }

    /// Fields that an older library did not have, and words that only a newer one has.
    @Test func `What is missing is taken with care`() throws {
        let bare = try read(#"{"id":"x","purchase":{}}"#)
        #expect(bare.key == "x" && bare.mayHaveCharged)
        #expect(bare.purchase == Purchase())
        let newer = try read(#"{"id":"x","purchase":{},"stage":"hovering","more":[1]}"#)
        #expect(newer.stage == .sent)
        #expect(throws: DecodingError.self) { try read(#"{"purchase":{}}"#) }
    }

    @Test func `A file keeps the record until it is removed`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        let file = CheckoutFile(url)
        #expect(try file.read() == nil)
        let record = CheckoutRecord(Purchase(items: [.init(id: "camera")]))
        try await file.keep(record)
        #expect(try file.read() == record)
        try Data("{".utf8).write(to: url)
        #expect(throws: DecodingError.self) { try file.read() }
        try file.remove()
        try file.remove()
        #expect(try file.read() == nil)
    }
}
