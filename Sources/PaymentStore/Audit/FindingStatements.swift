import Audit
import Crypto
import Payments
import Postgres

/// The statements over findings. Whatever changes one also writes why, in the same statement.
enum FindingStatements {
    /// Noted while a payment is worked on. One that is open is kept as it is.
    static func note(_ finding: OpsFinding) -> SQL {
        note(about: finding.payment.description, finding.kind, finding.detail)
    }

    /// Of something that is no payment, whose name takes the payment's place.
    static func note(about subject: String, _ kind: String, _ detail: String) -> SQL {
        let facts = SHA256.hash(Array(detail.utf8))
        return """
            WITH noted AS (
                INSERT INTO findings AS f (payment_id, kind, detail, facts)
                VALUES (\(subject), \(kind), \(detail), \(facts))
                ON CONFLICT (payment_id, kind) DO UPDATE SET
                    state = 'open', detail = excluded.detail, facts = excluded.facts,
                    decided_by = NULL, reason = NULL, evidence = NULL
                WHERE f.state <> 'open' AND f.facts IS DISTINCT FROM excluded.facts
                RETURNING payment_id, kind, state, detail, 'service' AS changed_by, reason, evidence
            )\(history(of: "noted"))
            """
    }

    /// Seen by an audit. The digest decides whether a decision about it still stands.
    static func keep(_ findings: [AuditFinding], digests: [[UInt8]]) -> SQL {
        """
        WITH seen AS (
            SELECT * FROM unnest(
                \(findings.map(\.subject)), \(findings.map(\.kind.rawValue)),
                \(findings.map(\.detail)), \(digests), \(findings.map(\.aboutMicroseconds)),
                \(findings.map(\.prepared?.description))
            ) AS s (payment_id, kind, detail, facts, about, prepared)
        ), known AS (
            SELECT f.payment_id, f.kind, f.state FROM findings f JOIN seen USING (payment_id, kind)
        ), kept AS (
            INSERT INTO findings AS f (
                payment_id, kind, detail, facts, about_at, seen_at, prepared
            )
            SELECT payment_id, kind, detail, facts,
                timestamptz 'epoch' + about * interval '1 microsecond', now(), prepared
            FROM seen
            ORDER BY payment_id COLLATE "C", kind COLLATE "C"
            ON CONFLICT (payment_id, kind) DO UPDATE SET
                detail = excluded.detail, facts = excluded.facts,
                about_at = excluded.about_at, seen_at = excluded.seen_at,
                prepared = excluded.prepared,
                state = CASE \(isSame) THEN f.state ELSE 'open' END,
                decided_by = CASE \(isSame) THEN f.decided_by END,
                reason = CASE \(isSame) THEN f.reason END,
                evidence = CASE \(isSame) THEN f.evidence END
            RETURNING payment_id, kind, state, detail, 'audit' AS changed_by, reason, evidence
        ), opened AS (
            SELECT kept.* FROM kept LEFT JOIN known USING (payment_id, kind)
            WHERE kept.state = 'open' AND known.state IS DISTINCT FROM 'open'
        )\(history(of: "opened"))
        """
    }

    private static let isSame: SQL = "WHEN f.facts = excluded.facts"

    static func closeUnseen(
        _ kinds: [FindingKind],
        in window: AuditWindow,
        since microseconds: Int64
    ) -> SQL {
        """
        WITH gone AS (
            UPDATE findings SET state = 'closed', facts = NULL, decided_by = 'audit',
                reason = 'not there any more', evidence = NULL
            WHERE state <> 'closed' AND kind = ANY(\(kinds.map(\.rawValue)))
                AND about_at >= \(Moment.timestamp(window.from))
                AND about_at < \(Moment.timestamp(window.until))
                AND seen_at < \(Moment.timestamp(microseconds))
            RETURNING payment_id, kind, state, detail, decided_by AS changed_by, reason, evidence
        )\(history(of: "gone"))
        """
    }

    /// Put right by a person's word about the payment.
    static func close(
        _ kinds: [String],
        about subjects: [String],
        by who: Operator,
        because reason: ResolveReason
    ) -> SQL {
        """
        WITH settled AS (
            UPDATE findings SET state = 'closed', decided_by = \(who.description),
                reason = \(reason.description), evidence = 'resolved'
            WHERE payment_id = ANY(\(subjects)) AND kind = ANY(\(kinds))
                AND state = 'open'
            RETURNING payment_id, kind, state, detail, decided_by AS changed_by, reason, evidence
        )\(history(of: "settled"))
        """
    }

    /// Put right by the service.
    static func close(_ key: KeptFinding.Key, _ decision: KeptFinding.Decision) -> SQL {
        """
        WITH settled AS (
            UPDATE findings SET state = 'closed', facts = NULL, decided_by = \(decision.by),
                reason = \(decision.reason), evidence = \(decision.evidence)
            WHERE payment_id = \(key.subject) AND kind = \(key.kind) AND state = 'open'
            RETURNING payment_id, kind, state, detail, decided_by AS changed_by, reason, evidence
        )\(history(of: "settled"))
        """
    }

    static func decide(
        _ key: KeptFinding.Key,
        _ state: FindingState,
        _ decision: KeptFinding.Decision
    ) -> SQL {
        """
        WITH decided AS (
            UPDATE findings SET state = \(state.rawValue), decided_by = \(decision.by),
                reason = \(decision.reason), evidence = \(decision.evidence)
            WHERE payment_id = \(key.subject) AND kind = \(key.kind)
            RETURNING payment_id, kind, state, detail, decided_by AS changed_by, reason, evidence
        )\(history(of: "decided"))
        """
    }

    /// Two that change a finding at the same moment would take the same number; the row that stands
    /// tells the change that was first.
    private static func history(of changed: SQL) -> SQL {
        """

        INSERT INTO finding_changes (
            payment_id, kind, number, state, detail, changed_by, reason, evidence
        )
        SELECT c.payment_id, c.kind, (
                SELECT coalesce(max(h.number), 0) + 1 FROM finding_changes h
                WHERE h.payment_id = c.payment_id AND h.kind = c.kind
            ), c.state, c.detail, c.changed_by, c.reason, c.evidence
        FROM \(changed) c
        ON CONFLICT (payment_id, kind, number) DO NOTHING
        RETURNING payment_id
        """
    }

    // MARK: Reading

    static let list: SQL = """
        payment_id, kind, state, detail, \(Moment.microseconds("noted_at")), facts, decided_by,
        reason, evidence, prepared
        """

    static func seen(
        since microseconds: Int64,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) -> SQL {
        """
        SELECT \(list) FROM findings
        WHERE state <> 'closed' AND seen_at >= \(Moment.timestamp(microseconds))
            AND (payment_id, kind) > (\(last?.subject ?? ""), \(last?.kind ?? ""))
        ORDER BY payment_id, kind
        LIMIT \(count)
        """
    }

    static func finding(from row: Row) throws(DatabaseError) -> KeptFinding {
        var columns = ColumnReader(row)
        let key = KeptFinding.Key(subject: try columns.string(), kind: try columns.string())
        return KeptFinding(
            key: key,
            state: try columns.name(FindingState.init),
            detail: try columns.string(),
            notedMicroseconds: try columns.int64(),
            facts: try columns.optionalBytes(),
            decision: try decision(&columns),
            prepared: try columns.optionalString().flatMap(PreparedAction.init)
        )
    }

    private static func decision(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> KeptFinding.Decision? {
        let by = try columns.optionalString()
        let reason = try columns.optionalString()
        let evidence = try columns.optionalString()
        return by.map { KeptFinding.Decision(by: $0, reason: reason, evidence: evidence) }
    }
}
