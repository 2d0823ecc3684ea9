import Foundation
import PaymentStore
import Payments
import Postgres
import TestKit
import Testing

/// Commits whose answer never comes: they are written, their connection dies while they wait for a
/// standby that is not there.
@Suite(.serialized) struct LostAnswerTests {
    @Test func aClaimFindsItselfAgain() async throws {
        try await withServer { server, store in
            let claim = try Sample.claim(1, guards: [Sample.key, Sample.order])
            let result = try await losingTheAnswer(server, store) {
                try await store.repository.claim(claim)
            }
            #expect(result.claimed?.id == claim.payment)
            #expect(try store.sql("SELECT count(*) FROM payment_events") == "1")
        }
    }

    @Test func aChangeFindsItselfAgain() async throws {
        try await withServer { server, store in
            let payment = try await store.repository.claimed(Sample.claim(1))
            // State, fence and owner stay the same, so that only the token tells the two apart.
            let change = PaymentChange(of: payment, by: Sample.instance, event: "seen")
            let result = try await losingTheAnswer(server, store) {
                try await store.repository.record(change)
            }
            #expect(result?.id == payment.id)
            #expect(try store.sql("SELECT count(*) FROM payment_events") == "2")
        }
    }

    @Test func aTakeoverFindsItselfAgain() async throws {
        try await withServer { server, store in
            let payment = try await claimedByTheDead(store)
            let taken = try await losingTheAnswer(server, store) {
                try await store.repository.takeOver(
                    payment,
                    by: Sample.other,
                    customerIsHere: false
                )
            }
            #expect(taken?.fence == 2)
        }
    }

    @Test func theRecoveryFindsItsOwnAgain() async throws {
        try await withServer { server, store in
            for number in 1...3 { _ = try await claimedByTheDead(store, number) }
            let taken = try await losingTheAnswer(server, store) {
                try await store.repository.takeDue(
                    atMost: 10,
                    by: Sample.other,
                    stripeSeconds: nil
                )
            }
            #expect(taken.map(\.fence) == [2, 2, 2])
        }
    }

    /// Runs `write`, ends its connection once its commit waits for the standby, expects that the
    /// repeat waits too (it proves nothing before), and then lets it have its way.
    private func losingTheAnswer<T: Sendable>(
        _ server: PostgresServer,
        _ store: Store,
        _ write: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        try setStandby("nobody", server)
        async let result = write()
        let first = try await waitingBackend(server, not: "")
        _ = try server.sql("SELECT pg_terminate_backend(\(first))", database: "postgres")
        _ = try await waitingBackend(server, not: first)
        try setStandby("", server)
        return try await result
    }

    private func setStandby(_ name: String, _ server: PostgresServer) throws {
        let setting = "ALTER SYSTEM SET synchronous_standby_names = '\(name)'"
        _ = try server.sql(setting, database: "postgres")
        _ = try server.sql("SELECT pg_reload_conf()", database: "postgres")
        // The reload is a signal; a new session shows when the postmaster has taken it and passed
        // it on. The checkpointer tells the others, at the latest before it does what it is told.
        while try server.sql("SHOW synchronous_standby_names", database: "postgres") != name {}
        _ = try server.sql("CHECKPOINT", database: "postgres")
    }

    /// The process of a commit that waits for the standby.
    private func waitingBackend(_ server: PostgresServer, not known: String) async throws -> String
    {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let found = try server.sql(
                "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1",
                database: "postgres"
            )
            if !found.isEmpty, found != known { return found }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NothingWaits()
    }

    private struct NothingWaits: Error {}

    /// Apart from the other tests, whose commits would wait too.
    private static let server = Result {
        try PostgresServer.start(configuration: ["fsync = off"])
    }

    private func withServer(
        _ body: @escaping @Sendable (PostgresServer, Store) async throws -> Void
    ) async throws {
        let server = try Self.server.get()
        try await withStore(server: server) { store in try await body(server, store) }
    }
}
