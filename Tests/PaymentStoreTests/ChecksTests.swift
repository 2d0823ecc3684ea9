import PaymentStore
import Payments
import TestKit
import Testing

/// Each of `sql/checks` finds what it is for: a check that finds nothing would prove nothing.
@Suite struct ChecksTests {
    struct Damage: Sendable {
        let check: String
        let statement: String
    }

    static let damages: [Damage] = [
        Damage(
            check: "one_success_per_order",
            statement: "UPDATE payments SET order_id = 'o', state = 'succeeded'"
        ),
        Damage(
            check: "guard_names_payment",
            statement: "UPDATE guards SET payment_id = 'pay_none'"
        ),
        Damage(check: "open_payment_is_guarded", statement: "DELETE FROM guards"),
        Damage(check: "payment_has_its_step", statement: "DELETE FROM operations"),
        Damage(
            check: "payment_has_its_step",
            statement: "UPDATE payments SET operation_name = 'confirm'"
        ),
        Damage(check: "operation_names_payment", statement: "DELETE FROM payments"),
        Damage(check: "open_payment_is_found", statement: "UPDATE payments SET owner = NULL"),
        Damage(check: "intent_is_known", statement: "DELETE FROM payment_intents"),
        Damage(
            check: "end_is_explained",
            statement: "UPDATE payments SET state = 'declined', closing_code = NULL"
        ),
        Damage(
            check: "failed_check_is_not_paid",
            statement:
                "UPDATE payments SET cvc_policy = 'refuse', cvc_check = 'fail', state = 'succeeded'"
        ),
        Damage(
            check: "failed_check_is_not_paid",
            statement: "UPDATE payments SET cvc_policy = 'refuse', state = 'capturing'"
        ),
        Damage(
            check: "security_code_is_gone",
            statement: "UPDATE payments SET state = 'canceled', cvc_policy = 'accept'; "
                + "UPDATE operations SET body = 'cvc_token=cvctok_1'"
        ),
        Damage(check: "saving_has_customer", statement: "UPDATE payments SET saves_card = true"),
        Damage(
            check: "dispute_is_told",
            statement: "INSERT INTO disputes "
                + "VALUES ('du_1', 'pay_none', 1, 'usd', 'fraudulent', 'lost', 'withdrawn')"
        ),
        Damage(check: "refunds_add_up", statement: "UPDATE payments SET refunded = 1"),
        Damage(
            check: "success_is_told",
            statement: "UPDATE payments SET state = 'succeeded'"
        ),
        Damage(check: "event_chain", statement: "UPDATE payment_events SET word = 'other'"),
        Damage(check: "event_chain", statement: "UPDATE payment_events SET detail = ''"),
        Damage(check: "event_chain", statement: "UPDATE payment_events SET answer_status = 201"),
        Damage(
            check: "event_chain",
            statement: "UPDATE payment_events SET at = at + interval '1 microsecond'"
        ),
        Damage(check: "event_chain", statement: "DELETE FROM payment_events WHERE number = 1"),
        Damage(check: "event_chain", statement: "DELETE FROM payment_events WHERE number = 2"),
        Damage(check: "event_chain", statement: "UPDATE payments SET event_hash = ''"),
        Damage(check: "event_chain", statement: "UPDATE payment_events SET step_digest = ''"),
        Damage(check: "step_is_chained", statement: "UPDATE operations SET path = '/v1/other'"),
        Damage(check: "step_is_chained", statement: "DELETE FROM operations"),
        Damage(check: "seal_is_whole", statement: "DELETE FROM payment_events WHERE number = 1"),
        Damage(check: "seal_is_whole", statement: "UPDATE payment_events SET hash = ''"),
        Damage(check: "seal_is_whole", statement: "UPDATE audit_seals SET previous_hash = 'a'"),
    ]

    @Test func eachFindsItsDamage() async throws {
        let url = try Store.server.get().createDatabase()
        try await withStore(url: url) { store in
            for number in 1...2 {
                let wanted = Guard(kind: .key, key: "key-\(number)")
                let open = try await store.repository.claimed(
                    Sample.claim(number, guards: [wanted])
                )
                var change = PaymentChange(of: open, by: Sample.instance, event: "challenged")
                change.state = .requiresAction
                change.intent = try Sample.intent(number)
                change.receipt = Sample.receipt
                _ = try #require(try await store.repository.record(change))
            }
            #expect(try await !store.sealAll(age: .zero).isEmpty)
            let checks = try SQLFolder.checks()
            for damage in Self.damages {
                let check = try #require(checks.first { $0.name == damage.check })
                #expect(try store.sql(check.text).isEmpty, "\(check.name)")
                let found = try store.sql("BEGIN; \(damage.statement); \(check.text) ROLLBACK")
                #expect(!found.isEmpty, "\(damage)")
            }
            #expect(Set(Self.damages.map(\.check)) == Set(checks.map(\.name)))
        }
    }
}
