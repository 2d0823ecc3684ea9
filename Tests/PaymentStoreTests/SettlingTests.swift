import Payments
import Postgres
import Testing

@testable import PaymentStore

/// What a write is told of after each sequence of answers from the database.
@Suite struct SettlingTests {
    private static let lost = DatabaseError.outcomeUnknown(reason: "lost")
    private static let away = DatabaseError.notConnected(reason: "away")
    private static let cut = DatabaseError.notDurable(message: "standby")

    typealias Answer = Result<Int?, DatabaseError>

    struct Case: Sendable {
        let writes: [Answer]
        var ours: [Answer] = []
        let result: Result<Int?, StoreFailure>
    }

    static let cases: [Case] = [
        Case(writes: [.success(1)], result: .success(1)),
        Case(writes: [.success(nil)], result: .success(nil)),
        Case(writes: [.failure(away)], result: .failure(.unavailable)),
        Case(writes: [.failure(.queueFull)], result: .failure(.unavailable)),
        Case(
            writes: [.failure(.statement(.checkViolation, message: ""))],
            result: .failure(.refused)
        ),
        Case(
            writes: [.failure(.statement(.diskFull, message: ""))],
            result: .failure(.unavailable)
        ),
        // It had not been written, and is now.
        Case(writes: [.failure(lost), .success(1)], result: .success(1)),
        // It had been written.
        Case(writes: [.failure(lost), .success(nil)], ours: [.success(2)], result: .success(2)),
        Case(writes: [.failure(cut), .success(nil)], ours: [.success(2)], result: .success(2)),
        // Somebody else was first.
        Case(
            writes: [.failure(lost), .success(nil)],
            ours: [.success(nil)],
            result: .success(nil)
        ),
        // The database is away for a while, and that says nothing about the first time.
        Case(
            writes: [.failure(lost), .failure(away), .failure(lost), .success(1)],
            result: .success(1)
        ),
        Case(
            writes: [.failure(lost), .success(nil), .success(nil)],
            ours: [.failure(away), .success(2)],
            result: .success(2)
        ),
        Case(
            writes: Array(repeating: .failure(lost), count: 5),
            result: .failure(.outcomeUnknown)
        ),
        Case(
            writes: [.failure(lost)] + Array(repeating: .failure(away), count: 4),
            result: .failure(.outcomeUnknown)
        ),
    ]

    @Test(arguments: cases.indices)
    func asksUntilItKnows(_ index: Int) async {
        let expected = Self.cases[index]
        var writes = expected.writes[...]
        var ours = expected.ours[...]
        let result: Result<Int?, StoreFailure>
        do {
            result = .success(
                try await Settling().settle { () throws(DatabaseError) in
                    try next(&writes)
                } ours: { () throws(DatabaseError) in
                    try next(&ours)
                }
            )
        } catch {
            result = .failure(error)
        }
        #expect(result == expected.result)
        #expect(writes.isEmpty)
        #expect(ours.isEmpty)
    }

    private func next(_ answers: inout ArraySlice<Answer>) throws(DatabaseError) -> Int? {
        guard let answer = answers.popFirst() else {
            Issue.record("asked too often")
            throw .closed
        }
        return try answer.get()
    }
}
