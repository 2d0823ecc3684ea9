import Testing

@testable import Postgres

/// The pure tables and machines.
@Suite struct RulesTests {
    @Test(arguments: [
        (DatabaseError.statement(.uniqueViolation, message: ""), 2, 3, GroupRecovery.halves),
        (.statement(.uniqueViolation, message: ""), 1, 3, .fail),
        (.statement(.deadlockDetected, message: ""), 2, 1, .again),
        (.statement(.deadlockDetected, message: ""), 2, 0, .halves),
        (.statement(.serializationFailure, message: ""), 1, 0, .fail),
        (.statement(.queryCanceled, message: ""), 2, 3, .fail),
        (.statement(.diskFull, message: ""), 2, 3, .fail),
        (.statement(.readOnlyTransaction, message: ""), 2, 3, .fail),
        (.unencodable(reason: ""), 2, 3, .halves),
        (.unencodable(reason: ""), 1, 3, .fail),
        (.notConnected(reason: ""), 2, 3, .again),
        (.deadlineExceeded, 2, 0, .again),
        (.outcomeUnknown(reason: ""), 2, 3, .fail),
        (.notDurable(message: ""), 2, 3, .fail),
        (.decoding(reason: ""), 2, 3, .fail),
        (.closed, 2, 3, .fail),
        (.queueFull, 2, 3, .fail),
    ]) func recovery(error: DatabaseError, count: Int, retries: Int, expected: GroupRecovery) {
        #expect(GroupRecovery(error: error, itemCount: count, retriesLeft: retries) == expected)
    }

    /// Only the answer to the Sync ends a group well.
    @Test func groupIsUnknownUntilItsSync() {
        var progress = GroupProgress(statements: 1)
        let refused = progress.received(.refused(.uniqueViolation, message: "no"))
        let skipped = progress.received(.skipped)
        #expect(error(refused) == nil && error(skipped) == nil)
        var lost = progress
        let gone = lost.received(.lost(reason: "gone"))
        #expect(error(gone) == .outcomeUnknown(reason: "gone"))
        let synced = progress.received(.synced(warnings: []))
        #expect(error(synced) == .statement(.uniqueViolation, message: "no"))
    }

    @Test func warningOfTheCommitIsNotDurable() {
        var progress = GroupProgress(statements: 0)
        let synced = progress.received(.synced(warnings: ["cut"]))
        #expect(error(synced) == .notDurable(message: "cut"))
    }

    @Test func missingResultIsNoSuccess() {
        var progress = GroupProgress(statements: 1)
        let synced = progress.received(.synced(warnings: []))
        #expect(error(synced)?.isOutcomeUnknown == true)
    }

    private func error(_ result: Result<[Rows], DatabaseError>?) -> DatabaseError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test func pausesDoubleUpToTheirLimit() {
        let backoff = Backoff(first: .milliseconds(100), limit: .seconds(2))
        let longest = (0..<8).map { backoff.pause(afterFailures: $0, random: 1) }
        #expect(
            longest == [0, 100, 200, 400, 800, 1600, 2000, 2000].map { .milliseconds($0) }
        )
        #expect(backoff.pause(afterFailures: 1, random: 0) == .milliseconds(50))
        #expect(backoff.pause(afterFailures: .max, random: 1) == .seconds(2))
    }

    @Test func urlSettingsStandBetweenDefaultsAndForced() throws {
        let url =
            "postgresql://u@h/d?target_session_attrs=any&options=-c%20x.y%3D1&connect_timeout=9"
        let parsed = try #require(ConnectionSetting.parse(DatabaseURL(url)))
        let configuration = DatabaseConfiguration(url: DatabaseURL(url))
        let all = ConnectionSetting.all(
            url: parsed,
            configuration: configuration,
            statementTimeout: .seconds(1)
        )
        func last(_ keyword: String) -> String? { all.last { $0.keyword == keyword }?.value }
        #expect(last("target_session_attrs") == "read-write")
        #expect(last("connect_timeout") == "9")
        #expect(last("options")?.hasPrefix("-c x.y=1 -c ") == true)
        #expect(last("options")?.contains("statement_timeout=1000") == true)
    }

    @Test func secretsDoNotPrint() {
        let url = DatabaseURL("postgresql://u:hunter2@h/d")
        var dumped = ""
        dump(DatabaseConfiguration(url: url), to: &dumped)
        let sql: SQL = "SELECT \("hunter2")"
        dump(sql, to: &dumped)
        for text in ["\(url)", String(reflecting: url), dumped, "\(sql)", String(reflecting: sql)] {
            #expect(!text.contains("hunter2"))
        }
    }
}
