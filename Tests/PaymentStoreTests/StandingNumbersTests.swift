import PaymentStore
import Payments
import TestKit
import Testing

/// The numbers of what stands in the book.
@Suite struct StandingNumbersTests {
    @Test func `An empty book has nothing standing`() async throws {
        try await withStore { store in
            #expect(await StandingNumbers.read(from: store.database) == StandingNumbers())
        }
    }

    @Test func `What is under way, found and unsealed is counted with the oldest age`()
        async throws
    {
        try await withStore(url: try Store.server.get().createDatabase()) { store in
            for number in 1...4 {
                let wanted = Guard(kind: .key, key: "key-\(number)")
                _ = try await store.repository.claimed(Sample.claim(number, guards: [wanted]))
            }
            try store.sql(
                """
                UPDATE payments SET state = 'unresolved', changed_at = now() - interval '90 s'
                WHERE id IN (SELECT id FROM payments ORDER BY id LIMIT 2);
                UPDATE payments SET changed_at = now() - interval '30 s'
                WHERE state = 'unresolved' AND id = (SELECT max(id) FROM payments
                WHERE state = 'unresolved');
                UPDATE payments SET state = 'succeeded'
                WHERE id = (SELECT max(id) FROM payments);
                INSERT INTO findings (payment_id, kind, detail, state, noted_at) VALUES
                ('a', 'no_progress', '', 'open', now() - interval '70 s'),
                ('b', 'no_progress', '', 'open', now()),
                ('c', 'no_progress', '', 'closed', now()),
                ('d', 'mismatch', '', 'explained', now()),
                ('e', 'of_tomorrow', '', 'open', now())
                """
            )
            let numbers = try #require(await StandingNumbers.read(from: store.database))
            #expect(numbers.payments.mapValues(\.count) == ["creating": 1, "unresolved": 2])
            #expect((90..<100).contains(age(numbers.payments["unresolved"])))
            #expect(numbers.findings.mapValues(\.count) == ["no_progress": 2, "of_tomorrow": 1])
            #expect((70..<80).contains(age(numbers.findings["no_progress"])))
            #expect(numbers.oldestUnsealed < .seconds(60))

            // What lies before the end of the newest seal is sealed.
            try store.sql(
                """
                INSERT INTO audit_seals (number, from_at, until_at, events, previous_hash, hash)
                VALUES (1, now() - interval '1 hour', now(), 4, '', '\\x00')
                """
            )
            let sealed = try #require(await StandingNumbers.read(from: store.database))
            #expect(sealed.oldestUnsealed == .zero)
        }
    }

    private func age(_ standing: StandingNumbers.Standing?) -> Int64 {
        standing?.oldest.components.seconds ?? -1
    }
}
