import JSON
import Testing

@testable import StripeSimulator

/// The lines of a journal, and which of them stay.
@Suite struct JournalTests {
    private func history(_ body: (Bench) -> Void) throws -> [[UInt8]] {
        let journal = MemoryJournal()
        body(try Bench(seed: 1, journal: journal))
        return journal.lines
    }

    private func failure(_ lines: [[UInt8]]) -> JournalError? {
        do {
            _ = try Bench(seed: 2, journal: MemoryJournal(lines))
            return nil
        } catch {
            return error as? JournalError
        }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"format":2}"#, #"{"format":2,"place":"x","now":1,"method":"POST"}"#,
        #"{"format":2,"place":"1","now":1,"method":"POST"}"#,
        #"{"format":2,"place":"1","now":1,"method":"POST","path":"/","switches":{"no":1}}"#,
    ])
    func damagedLinesStopTheStart(line: String) throws {
        let good = try history { _ = $0.pay("pm_card_visa") }
        #expect(failure(good) == nil)
        #expect(failure([good[0], Array(line.utf8), good[1]]) == .unreadable(line: 2))
    }

    @Test func otherReleasesStopTheStart() throws {
        let good = try history { _ = $0.pay("pm_card_visa") }
        let line = String(decoding: good[1], as: UTF8.self)
        let newer = line.replacing("\"format\":2", with: "\"format\":3")
        #expect(failure([good[0], Array(newer.utf8)]) == .otherRelease(line: 2))
        // The same request leads to another id: whoever asks for the old one would not find it.
        let subject = try #require(JournalEntry(line: good[1], number: 2).subject)
        let moved = line.replacing("\"subject\":\"\(subject)\"", with: "\"subject\":\"pi_other\"")
        #expect(failure([good[0], Array(moved.utf8)]) == .otherRelease(line: 2))
    }

    @Test func aLineIsReadAsItWasWritten() throws {
        let lines = try history { bench in
            bench.advance(60)
            bench.control("switches", ["attempt_seconds": 60])
            bench.fault(["fault": "status", "code": 503, "body": "a\"b\n", "executed": true])
            _ = bench.pay("pm_card_visa", "description=%0A%E2%80%A8%00", key: "K\"1\u{e9}")
        }
        #expect(lines.count == 4)
        for (place, line) in lines.enumerated() {
            #expect(!line.contains(UInt8(ascii: "\n")))
            #expect(try JournalEntry(line: line, number: place + 1).line == line)
        }
        let last = try JournalEntry(line: lines[3], number: 4)
        #expect(last.moment.advance == 60)
        #expect(last.moment.switches.attemptSeconds == 60)
        #expect(last.fault == .status(code: 503, body: "a\"b\n", isExecuted: true))
        #expect(last.request.idempotencyKey == "K\"1\u{e9}")
    }

    // MARK: Compaction

    private func compacted(_ lines: [[UInt8]], kept: Int) throws -> [[UInt8]] {
        let entries = try lines.enumerated().map { try JournalEntry(line: $1, number: $0 + 1) }
        return JournalCompaction.compacted(entries, limit: 2 * kept).map(\.line)
    }

    @Test func shortJournalsStayAsTheyAre() throws {
        let lines = try history { bench in
            for _ in 0..<9 { _ = bench.pay("pm_card_visa") }
        }
        #expect(lines.count == 10)
        #expect(try compacted(lines, kept: 5) == lines)
        #expect(try compacted(lines, kept: 4) == [lines[0]] + lines.suffix(4))
    }

    @Test func whatIsStillNamedIsKeptBackToItsMaking() throws {
        var intent = ""
        let lines = try history { bench in
            let method = bench.method("4000002760003184")
            intent = bench.create("metadata[order]=1").id
            for _ in 0..<20 { _ = bench.pay("pm_card_visa") }
            _ = bench.confirm(intent, "payment_method=\(method)")
            for _ in 0..<20 { _ = bench.pay("pm_card_visa") }
            bench.authenticate(intent)
        }
        let kept = try compacted(lines, kept: 3)
        // The account, the method, the intent, its confirm, two payments, the challenge.
        #expect(kept.count == 7)
        #expect(kept[1...3] == [lines[1], lines[2], lines[23]])
        let bench = try Bench(seed: 2, journal: MemoryJournal(kept))
        #expect(bench.intent(intent).state == "requires_confirmation")
        #expect(bench.confirm(intent).state == "succeeded")
        #expect(bench.book.count == 3)
    }

    /// A saved card comes from a request that shows a payment, and its payment may be refunded by
    /// one that shows a refund: what later requests stand on is kept with it.
    @Test func whatLaterRequestsStandOnIsKept() throws {
        var customer = ""
        var method = ""
        var old = ""
        let lines = try history { bench in
            customer = bench.customer()
            let usage = "customer=\(customer)&setup_future_usage=off_session"
            let paid = bench.pay("pm_card_visa", usage)
            method = paid["payment_method"]?.string ?? ""
            old = paid.id
            _ = bench.post("/v1/refunds", "payment_intent=\(old)&amount=400")
            for _ in 0..<10 { _ = bench.create() }
            _ = bench.pay(method, "customer=\(customer)")
            _ = bench.post("/v1/payment_intents/\(old)", "description=x")
            for _ in 0..<5 { _ = bench.create() }
        }
        let bench = try Bench(seed: 2, journal: MemoryJournal(lines), limit: 16)
        #expect(bench.engine.account.intents.objects.count == 8)
        #expect(bench.book.map { $0["refunded"] } == [400, 0])
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids == [method])
        #expect(bench.pay(method, "customer=\(customer)&off_session=true").state == "succeeded")
        #expect(bench.post("/v1/refunds", "payment_intent=\(old)&amount=1001").status == 400)
    }

    @Test func aLongJournalIsShortenedAtTheStart() throws {
        let lines = try history { bench in
            for _ in 0..<20 { _ = bench.create() }
        }
        let journal = MemoryJournal(lines)
        #expect(
            try Bench(seed: 2, journal: journal, limit: 21).engine.account.intents.objects.count
                == 20
        )
        #expect(journal.lines == lines)
        let bench = try Bench(seed: 3, journal: journal, limit: 20)
        #expect(journal.lines == [lines[0]] + lines.suffix(10))
        #expect(bench.engine.account.intents.objects.count == 10)
        // What is made from now on joins what was kept.
        let id = bench.create().id
        #expect(try Bench(seed: 4, journal: journal, limit: 20).intent(id).status == 200)
    }
}
