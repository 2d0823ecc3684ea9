import Testing

@testable import Payments

@Suite("The life of a refund")
struct RefundMachineTests {
    private static let events: [RefundEvent] = [
        .found(.pending), .found(.succeeded), .found(.failed("lost_card")), .refused("refused"),
        .silence, .sendingIsOver, .absent(isProof: false), .absent(isProof: true),
    ]

    private struct Row {
        let state: RefundState
        /// What each of `events` leads to.
        let ends: [(RefundState, RefundAction)]
    }

    private static let table: [Row] = [
        Row(
            state: .requested,
            ends: [
                (.pending, .rest), (.succeeded, .rest), (.failed, .rest), (.failed, .rest),
                (.requested, .resend), (.unresolved, .list), (.requested, .resend),
                (.requested, .resend),
            ]
        ),
        Row(
            state: .unresolved,
            ends: [
                (.pending, .rest), (.succeeded, .rest), (.failed, .rest), (.unresolved, .list),
                (.unresolved, .list), (.unresolved, .list), (.unresolved, .list), (.failed, .rest),
            ]
        ),
        Row(
            state: .pending,
            ends: [
                (.pending, .ignoreRepeat), (.succeeded, .rest), (.failed, .rest),
                (.pending, .ignoreRepeat), (.pending, .ignoreRepeat), (.pending, .ignoreRepeat),
                (.pending, .reconcile), (.pending, .reconcile),
            ]
        ),
        Row(
            state: .succeeded,
            ends: [
                (.succeeded, .ignoreRepeat), (.succeeded, .ignoreRepeat), (.failed, .rest),
                (.succeeded, .ignoreRepeat), (.succeeded, .ignoreRepeat),
                (.succeeded, .ignoreRepeat), (.succeeded, .reconcile), (.succeeded, .reconcile),
            ]
        ),
        Row(
            state: .failed,
            ends: [
                (.pending, .reconcile), (.succeeded, .reconcile), (.failed, .ignoreRepeat),
                (.failed, .ignoreRepeat), (.failed, .ignoreRepeat), (.failed, .ignoreRepeat),
                (.failed, .ignoreRepeat), (.failed, .ignoreRepeat),
            ]
        ),
    ]

    @Test("is written down for every pair")
    func everyPair() {
        #expect(Self.table.map(\.state) == RefundState.all)
        for row in Self.table {
            #expect(row.ends.count == Self.events.count)
            for (event, end) in zip(Self.events, row.ends) {
                var machine = RefundMachine(state: row.state)
                let action = machine.received(event)
                #expect(machine.state == end.0, "\(row.state) \(event)")
                #expect(action == end.1, "\(row.state) \(event)")
            }
        }
    }

    @Test("says why it failed")
    func reasons() {
        func failure(_ state: RefundState, _ event: RefundEvent) -> String? {
            var machine = RefundMachine(state: state)
            _ = machine.received(event)
            return machine.failure
        }
        #expect(
            failure(.requested, .refused("charge_already_refunded")) == "charge_already_refunded"
        )
        #expect(failure(.succeeded, .found(.failed("lost_card"))) == "lost_card")
        #expect(failure(.unresolved, .absent(isProof: true)) == "not_executed")
        #expect(failure(.requested, .found(.succeeded)) == nil)
    }

    @Test("leaves a newer program's word alone")
    func unknownWord() {
        for event in Self.events {
            var machine = RefundMachine(state: .unrecognised("new"))
            let action = machine.received(event)
            #expect(machine.state == .unrecognised("new"))
            #expect(action == .reconcile || action == .rest)
        }
    }
}
