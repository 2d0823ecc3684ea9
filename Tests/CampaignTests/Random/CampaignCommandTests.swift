import TestKit
import Testing

@Suite("payonce campaign")
struct CampaignCommandTests {
    @Test("two processes with one seed print the same")
    func reproduces() async throws {
        let words = ["campaign", "--payments", "600", "--seed", "11"]
        let once = try await ServiceProgram.run(words, database: "")
        let again = try await ServiceProgram.run(words + ["--workers", "1"], database: "")
        #expect(once == again)
        #expect(once.contains("digest: "))
        #expect(once.contains("violations: none"))
        #expect(once.contains("below 3 in 600 at 95 % confidence"))
    }

    @Test(
        "words that it does not know are refused",
        arguments: [
            ["--payments", "0"], ["--seed", "x"], ["--world", "1000"], ["more"],
        ]
    )
    func usage(words: [String]) async {
        await #expect(throws: ProcessFailure.self) {
            try await ServiceProgram.run(["campaign"] + words, database: "")
        }
    }
}
