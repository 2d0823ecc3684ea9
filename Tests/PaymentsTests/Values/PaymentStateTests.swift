import Payments
import Testing

@Suite("States")
struct PaymentStateTests {
    @Test("are stored under their words", arguments: PaymentState.all)
    func word(state: PaymentState) {
        #expect(PaymentState(word: state.word) == state)
    }

    @Test("are these fifteen")
    func all() {
        #expect(
            PaymentState.all.map(\.word) == [
                "creating", "requires_action", "confirming", "authorized", "capturing",
                "canceling", "processing", "open", "requires_customer", "unresolved",
                "quarantined", "succeeded", "declined", "expired", "canceled",
            ]
        )
    }

    @Test("an unknown word is kept and left alone", arguments: ["refunding", "", "Succeeded"])
    func unknown(word: String) {
        let state = PaymentState(word: word)
        #expect(state == .unrecognised(word))
        #expect(state.word == word)
        #expect(!state.isTerminal)
        #expect(!state.needsWork)
    }

    @Test("are over, at work, or somebody else's turn")
    func kinds() {
        #expect(
            PaymentState.all.filter(\.isTerminal) == [.succeeded, .declined, .expired, .canceled]
        )
        #expect(
            PaymentState.all.filter(\.waitsForPayer) == [
                .requiresAction, .open, .requiresCustomer,
            ]
        )
        #expect(
            PaymentState.all.filter(\.needsWork) == [
                .creating, .confirming, .authorized, .capturing, .canceling, .processing,
                .unresolved,
            ]
        )
    }

    @Test(
        "verdicts are stored under their words",
        arguments: [CVCVerdict.pass, .fail, .unavailable, .unchecked, .missing, .other("odd")]
    )
    func verdict(_ verdict: CVCVerdict) {
        #expect(CVCVerdict(word: verdict.word) == verdict)
    }
}
