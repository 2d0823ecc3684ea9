import Money
import Testing

@testable import Payments

@Suite("What is decided about refunds")
struct RefundRulesTests {
    private static let intent = PaymentIntentID("pi_1")
    private static let key = "key"

    private static func refund(
        _ number: Int,
        _ state: RefundState,
        _ minorUnits: Int64,
        key: String? = nil,
        asked: Int64? = nil,
        stripeName: String? = nil
    ) -> Refund {
        let order = key.map {
            RefundOrder(
                key: $0,
                asked: asked,
                reason: .duplicate,
                request: FrozenRequest(path: "/v1/refunds", body: [], apiVersion: "1"),
                stripeSeconds: nil
            )
        }
        return Refund(
            id: RefundID(number, of: Sample.payment().id),
            state: state,
            minorUnits: minorUnits,
            order: order,
            stripeName: stripeName.flatMap { StripeRefundID($0) }
        )
    }

    private static func ledger(
        _ refunds: [Refund] = [],
        _ state: PaymentState = .succeeded
    ) -> RefundLedger {
        RefundLedger(payment: Sample.payment(state, intent: intent), version: 7, refunds: refunds)
    }

    private func admission(
        _ minorUnits: Int64?,
        _ ledger: RefundLedger,
        reason: RefundReason = .duplicate
    ) -> RefundRules.Admission {
        let request = RefundRequest(
            payment: ledger.payment.id,
            key: Sample.key,
            minorUnits: minorUnits,
            reason: reason
        )
        return RefundRules.admission(request, key: Self.key, meeting: ledger)
    }

    // The payment of the samples is about 1400.

    @Test("all that is left, or a part")
    func amounts() {
        let half = Self.ledger([Self.refund(1, .succeeded, 700, key: "other")])
        #expect(admission(nil, Self.ledger()) == .begin(minorUnits: 1400))
        #expect(admission(1, Self.ledger()) == .begin(minorUnits: 1))
        #expect(admission(nil, half) == .begin(minorUnits: 700))
        #expect(admission(700, half) == .begin(minorUnits: 700))
        #expect(admission(701, half) == .refused(.tooMuch(left: 700)))
        #expect(admission(.max, half) == .refused(.tooMuch(left: 700)))
    }

    @Test("nothing more than was paid, whoever gave it back")
    func overRefund() {
        for state in [RefundState.pending, .succeeded] {
            let adopted = Self.refund(1, state, 1400, stripeName: "re_1")
            #expect(admission(nil, Self.ledger([adopted])) == .refused(.alreadyRefunded))
        }
        let failed = Self.refund(1, .failed, 1400, key: "other")
        #expect(admission(nil, Self.ledger([failed])) == .begin(minorUnits: 1400))
        let beyond = Self.refund(1, .succeeded, .max, stripeName: "re_1")
        let twice = Self.ledger([beyond, Self.refund(2, .succeeded, .max, stripeName: "re_2")])
        #expect(admission(1, twice) == .refused(.alreadyRefunded))
    }

    @Test("one at a time", arguments: [RefundState.requested, .unresolved, .unrecognised("new")])
    func oneAtATime(_ state: RefundState) {
        let open = Self.ledger([Self.refund(1, state, 1, key: "other")])
        #expect(admission(1, open) == .refused(.inProgress))
    }

    /// OP08.
    @Test("one for a key, whatever came of it", arguments: RefundState.all)
    func keys(_ state: RefundState) {
        let mine = Self.refund(1, state, 700, key: Self.key, asked: 700)
        #expect(admission(700, Self.ledger([mine])) == .existing(mine))
        #expect(admission(701, Self.ledger([mine])) == .refused(.keyReused))
        #expect(admission(nil, Self.ledger([mine])) == .refused(.keyReused))
        #expect(
            admission(700, Self.ledger([mine]), reason: .fraudulent) == .refused(.keyReused)
        )
        let all = Self.refund(1, state, 1400, key: Self.key, asked: nil)
        #expect(admission(nil, Self.ledger([all])) == .existing(all))
    }

    @Test("only of what was paid", arguments: PaymentState.all.filter { $0 != .succeeded })
    func unpaid(_ state: PaymentState) {
        #expect(admission(1, Self.ledger([], state)) == .refused(.notRefundable))
    }

    @Test("is sent for as long as Stripe knows the key")
    func sending() {
        let order = RefundOrder(
            key: "k",
            asked: nil,
            reason: .duplicate,
            request: FrozenRequest(path: "/v1/refunds", body: [], apiVersion: "1"),
            stripeSeconds: 1_000_000
        )
        func maySend(_ age: Duration, _ stripeSeconds: Int64?) -> Bool {
            RefundRules.maySend(
                order,
                sinceMade: age,
                stripeSeconds: stripeSeconds,
                SendingRules()
            )
        }
        let horizon: Int64 = 23 * 3600
        #expect(maySend(.zero, nil))
        #expect(maySend(.seconds(horizon - 1), 1_000_000))
        #expect(!maySend(.seconds(horizon), 1_000_000))
        #expect(maySend(.zero, 1_000_000 + horizon - 1))
        #expect(!maySend(.zero, 1_000_000 + horizon))
    }

    private static func snapshot(
        _ id: String,
        _ status: String = "succeeded",
        _ minorUnits: Int64 = 700,
        number: Int? = nil
    ) throws -> RefundSnapshot {
        RefundSnapshot(
            id: try #require(StripeRefundID(id)),
            status: status,
            minorUnits: minorUnits,
            paymentID: number == nil ? nil : Sample.payment().id.description,
            number: number.map { String($0) },
            failure: nil
        )
    }

    @Test("is found by Stripe's name, or by ours and the amount")
    func matching() throws {
        let ours = Self.refund(2, .unresolved, 700, key: "k")
        let named = Self.refund(2, .pending, 700, key: "k", stripeName: "re_2")
        let theirs = Self.refund(2, .pending, 700, stripeName: "re_2")
        #expect(RefundRules.isSame(try Self.snapshot("re_9", number: 2), ours))
        #expect(!RefundRules.isSame(try Self.snapshot("re_9", number: 1), ours))
        #expect(!RefundRules.isSame(try Self.snapshot("re_9", "succeeded", 701, number: 2), ours))
        #expect(!RefundRules.isSame(try Self.snapshot("re_2"), ours))
        for refund in [named, theirs] {
            #expect(RefundRules.isSame(try Self.snapshot("re_2"), refund))
            #expect(!RefundRules.isSame(try Self.snapshot("re_9", number: 2), refund))
        }
    }

    @Test("reads a list")
    func reading() throws {
        var refund = Self.refund(1, .unresolved, 700, key: "k")
        let list = [try Self.snapshot("re_2"), try Self.snapshot("re_1", "pending", number: 1)]
        #expect(RefundRules.event(of: refund, in: list) == .found(.pending))
        #expect(RefundRules.event(of: refund, in: []) == .absent(isProof: false))
        refund.ages.sinceMissed = .seconds(299)
        #expect(RefundRules.event(of: refund, in: []) == .absent(isProof: false))
        refund.ages.sinceMissed = .seconds(300)
        #expect(RefundRules.event(of: refund, in: []) == .absent(isProof: true))
    }

    @Test("takes in what was made at Stripe, the oldest first")
    func adopting() throws {
        let known = Self.ledger([Self.refund(1, .succeeded, 700, key: "k", stripeName: "re_1")])
        let list = [
            try Self.snapshot("re_3", "failed", 5), try Self.snapshot("re_2", "succeeded", 4),
            try Self.snapshot("re_1", number: 1),
        ]
        let stranger = try #require(RefundRules.stranger(in: list, to: known))
        #expect(stranger == list[1])
        let adopted = RefundRules.adopted(stranger, by: known)
        #expect(adopted.id.number == 2)
        #expect(adopted.state == .succeeded)
        #expect(adopted.order == nil)
        let both = known.with(adopted)
        #expect(both.refunded == 704)
        #expect(RefundRules.stranger(in: list, to: both) == list[0])
        let all = both.with(RefundRules.adopted(list[0], by: both))
        #expect(RefundRules.stranger(in: list, to: all) == nil)
        #expect(all.refunded == 704)
        #expect(all.refundable == 696)
    }

    @Test(
        "reads Stripe's words",
        arguments: [
            ("succeeded", RefundFinding.succeeded), ("pending", .pending),
            ("requires_action", .pending), ("failed", .failed("failed")),
            ("canceled", .failed("canceled")), ("on_the_moon", .pending), ("", .pending),
        ]
    )
    func words(_ word: String, _ finding: RefundFinding) throws {
        #expect(RefundFinding(try Self.snapshot("re_1", word)) == finding)
    }

    @Test("looks again soon, and then more seldom")
    func looks() {
        let hour = Duration.seconds(3600)
        #expect(RefundRules.nextLook(.pending, sinceMade: .zero) == .seconds(30))
        #expect(RefundRules.nextLook(.pending, sinceMade: hour) == hour / 2)
        #expect(RefundRules.nextLook(.pending, sinceMade: hour * 100) == hour * 6)
        #expect(RefundRules.nextLook(.succeeded, sinceMade: .zero) == hour)
        #expect(RefundRules.nextLook(.succeeded, sinceMade: hour) == hour * 23)
        #expect(RefundRules.nextLook(.succeeded, sinceMade: hour * 24 * 35) == nil)
        #expect(RefundRules.nextLook(.failed, sinceMade: .zero) == nil)
        #expect(RefundRules.nextLook(.unrecognised("new"), sinceMade: .zero) == nil)
    }
}
