import Audit
import PaymentStore
import Payments
import Postgres
import TestKit
import Testing

/// Windows of events are closed once, in order, and not while an event may still appear in them.
@Suite struct SealTests {
    @Test func `Each event is sealed once, whoever seals`() async throws {
        try await withTwoStores { first, second in
            for number in 1...5 {
                _ = try await first.repository.claimed(
                    Sample.claim(number, guards: [Guard(kind: .key, key: "key-\(number)")])
                )
            }
            let seals = try await atOnce(6) { number in
                try await (number % 2 == 0 ? first : second).sealAll(age: .zero)
            }
            .flatMap(\.self)
            #expect(seals.map(\.events).reduce(0, +) == 5)
            #expect(seals.map(\.number).sorted() == Array(1...Int64(seals.count)))
            // Nothing new: nothing to seal.
            #expect(try await first.sealAll(age: .zero).isEmpty)
            _ = try await first.repository.claimed(
                Sample.claim(6, guards: [Guard(kind: .key, key: "key-6")])
            )
            let next = try await second.sealAll(age: .zero)
            #expect(next.map(\.events) == [1])
            #expect(next.first?.number == Int64(seals.count + 1))
        }
    }

    @Test func `What is younger than asked for stays open`() async throws {
        try await withStore { store in
            _ = try await store.repository.claimed(Sample.claim(1))
            #expect(try await store.sealAll(age: Sealer.age).isEmpty)
            #expect(try await store.sealAll(age: .zero).map(\.events) == [1])
        }
    }

    /// An event has the moment of its transaction's beginning and appears at its end: a window is
    /// not sealed over the head of a transaction that began in it.
    @Test func `A transaction that is open keeps its window open`() async throws {
        let url = try Store.server.get().createDatabase()
        try await withStore(url: url) { store in
            // Begins, and writes its events when it is let go on.
            async let slow = blocking {
                try store.sql(
                    """
                    BEGIN; SELECT now();
                    DO $$ BEGIN
                        FOR i IN 1..3000 LOOP
                            EXIT WHEN EXISTS (SELECT FROM catalog_imports);
                            PERFORM pg_sleep(0.02);
                        END LOOP;
                    END $$;
                    \(try SampleHistory.sql(payments: 1, age: "0 seconds", spacing: "0 seconds"));
                    COMMIT
                    """
                )
            }
            _ = try await eventually {
                try store.sql(
                    "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' "
                        + "AND xact_start IS NOT NULL AND pid <> pg_backend_pid() "
                        + "AND datname = current_database()"
                ).isEmpty ? nil : true
            }
            // Later than its beginning, and durable before it.
            _ = try await store.repository.claimed(Sample.claim(7))
            #expect(try await store.sealAll(age: .zero).isEmpty)
            try store.sql("INSERT INTO catalog_imports VALUES (1, now(), 0, true)")
            _ = try await slow
            // The claim, and both events of the late one: its second has a moment to come.
            var sealed: Int64 = 0
            _ = try await eventually {
                sealed += try await store.sealAll(age: .zero).map(\.events).reduce(0, +)
                return sealed < 3 ? nil : true
            }
            #expect(sealed == 3)
            try expectChecksPass(url: url)
        }
    }
}
