import PaymentStore
import Payments
import TestKit
import Testing

/// The event that makes a request durable tells which, and holds the digest of its bytes.
@Suite struct EvidenceTests {
    @Test func `Every step is chained by its digest`() async throws {
        try await withStore { store in
            let open = try await store.repository.claimed(
                Sample.claim(1, guards: [Sample.key, Sample.order])
            )
            var change = PaymentChange(of: open, by: Sample.instance, event: "confirmed")
            change.state = .confirming
            change.intent = try Sample.intent(1)
            change.receipt = Sample.receipt
            change.nextStep = NextStep(
                name: .confirm,
                request: Sample.request("confirm"),
                stripeSeconds: nil,
                isAskedByCustomer: true
            )
            _ = try #require(try await store.repository.record(change))
            let events = try store.sql(
                """
                SELECT e.number, e.word, e.detail, e.step_name,
                    e.step_digest = sha256(
                        convert_to(o.path || ' ' || o.api_version || E'\\n', 'UTF8') || o.body
                    )
                FROM payment_events e
                JOIN operations o ON o.payment_id = e.payment_id AND o.name = e.step_name
                ORDER BY e.number
                """
            )
            #expect(
                events == """
                    1|claimed|key:key-1 order:order-1|create|t
                    2|confirmed||confirm|t
                    """
            )
        }
    }

    /// The token of a security code is overwritten when the attempt ends; the digest is of the
    /// bytes without it, so that this does not look like damage.
    @Test func `The digest does not hang on the token of a security code`() async throws {
        try await withStore { store in
            let digests = try store.sql(
                """
                SELECT step_digest('/p', 'v', 'a=cvctok_1x&b=2')
                        = step_digest('/p', 'v', 'a=cvctok_scrubbed&b=2'),
                    step_digest('/p', 'v', 'a=1') = step_digest('/p', 'v', 'a=2'),
                    step_digest('/p', 'v', 'a=1') = step_digest('/p', 'w', 'a=1'),
                    step_digest('/p', 'v', '\\x00ff') IS NULL
                """
            )
            #expect(digests == "t|f|f|f")
        }
    }

    /// Beside this program an older one may run, whose events have no step.
    @Test func `An event without a step is hashed as before`() async throws {
        try await withStore { store in
            let same = try store.sql(
                """
                SELECT event_hash('', 'p', 1, now(), 'w', NULL, 's', 'i', NULL, NULL, NULL, NULL,
                        NULL, NULL)
                    = event_hash('', 'p', 1, now(), 'w', NULL, 's', 'i', NULL, NULL, NULL, NULL,
                        NULL, NULL, NULL, NULL)
                """
            )
            #expect(same == "t")
        }
    }
}
