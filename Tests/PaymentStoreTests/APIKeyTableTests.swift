import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct APIKeyTableTests {
    @Test func aKeyIsFoundUntilItIsRevoked() async throws {
        try await withStore { store in
            let table = APIKeyTable(database: store.database)
            let digest: [UInt8] = Array(0..<32)
            // Twice, as after a lost answer.
            for _ in 0..<2 {
                try await table.add(id: "k1", role: "merchant", name: "shop", digest: digest)
            }
            try await table.add(id: "k2", role: "ops", name: "Ann", digest: [])
            let key = try #require(try await table.valid("k1"))
            #expect((key.role, key.name) == ("merchant", "shop"))
            #expect(key.digest == digest)
            #expect(key.times.revokedMicroseconds == nil && key.times.usedMicroseconds == nil)
            #expect(try await table.valid("k3") == nil)

            #expect(try await table.revoke("k1"))
            #expect(try await table.valid("k1") == nil)
            let revoked = try await table.all().first?.times.revokedMicroseconds
            #expect(revoked != nil)
            // Once more changes nothing.
            #expect(try await table.revoke("k1"))
            #expect(try await table.all().first?.times.revokedMicroseconds == revoked)
            #expect(try await !table.revoke("k3"))
            #expect(try await table.all().map(\.id) == ["k1", "k2"])
        }
    }

    @Test func theLastUseIsNotedOnceAMinute() async throws {
        try await withStore { store in
            let table = APIKeyTable(database: store.database)
            try await table.add(id: "k1", role: "ops", name: "Ann", digest: [])
            try await table.noteUse(of: "k1")
            let first = try #require(try await table.all().first?.times.usedMicroseconds)
            try await table.noteUse(of: "k1")
            #expect(try await table.all().first?.times.usedMicroseconds == first)
            try store.sql("UPDATE api_keys SET used_at = used_at - interval '61 seconds'")
            try await table.noteUse(of: "k1")
            let later = try #require(try await table.all().first?.times.usedMicroseconds)
            #expect(later > first)
        }
    }
}
