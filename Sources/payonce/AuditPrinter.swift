import Audit
import Crypto
import JSON
import Synchronization
import Telemetry

/// Prints an audit as it goes by, so that it may be of any length.
final class AuditPrinter: Sendable {
    enum Format: String, Sendable {
        case table, json, csv
    }

    private let format: Format
    private let count = Mutex(0)

    init(_ format: Format) {
        self.format = format
    }

    func begin() {
        switch format {
        case .table: break
        case .json: Console.say(#"{"findings":["#)
        case .csv: Console.say("kind,subject,state,noted,detail,by,reason,evidence")
        }
    }

    func tell(_ finding: KeptFinding) {
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        switch format {
        case .table: Console.say(row(finding))
        case .json: Console.say((isFirst ? "" : ",") + text(json(finding)))
        case .csv: Console.say(cells(finding).map(AuditPrinter.cell).joined(separator: ","))
        }
    }

    func end(_ report: AuditReport) {
        switch format {
        case .table: Console.say(summary(report))
        case .json: Console.say("]," + text(json(report)).dropFirst())
        // A row of another kind would be in the way of whoever reads the columns.
        case .csv: Console.complain(summary(report))
        }
    }

    // MARK: Findings

    private func row(_ finding: KeptFinding) -> String {
        let decision = finding.decision.map { "  [\($0.by): \($0.reason ?? "")]" } ?? ""
        return "\(finding.state.rawValue)  \(finding.key.kind)  \(finding.key.subject)  "
            + finding.detail + decision
    }

    private func json(_ finding: KeptFinding) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(finding.key.kind), "subject": .string(finding.key.subject),
            "state": .string(finding.state.rawValue),
            "noted": .string(AuditPrinter.time(finding.notedMicroseconds)),
            "detail": .string(finding.detail),
        ]
        if let facts = finding.facts { object["facts"] = .string(Hex.encode(facts)) }
        if let prepared = finding.prepared {
            object["prepared"] = .string(prepared.description)
        }
        if let decision = finding.decision {
            object["by"] = .string(decision.by)
            if let reason = decision.reason { object["reason"] = .string(reason) }
            if let evidence = decision.evidence { object["evidence"] = .string(evidence) }
        }
        return object
    }

    private func cells(_ finding: KeptFinding) -> [String] {
        [
            finding.key.kind, finding.key.subject, finding.state.rawValue,
            AuditPrinter.time(finding.notedMicroseconds), finding.detail,
            finding.decision?.by ?? "", finding.decision?.reason ?? "",
            finding.decision?.evidence ?? "",
        ]
    }

    /// RFC 4180. What a spreadsheet would take for a formula gets an apostrophe, which it does not
    /// show.
    private static func cell(_ text: String) -> String {
        let plain = text.first.map { "=+-@\t\r".contains($0) } == true ? "'" + text : text
        guard plain.contains(where: { ",\"\n\r".contains($0) }) else { return plain }
        return "\"" + plain.replacing("\"", with: "\"\"") + "\""
    }

    // MARK: The report

    private func summary(_ report: AuditReport) -> String {
        let window =
            "\(AuditPrinter.time(report.window.from)) to "
            + AuditPrinter.time(report.window.until)
        let counts = report.counts
        let scope =
            report.isLocal
            ? "our own book"
            : "our own book and Stripe: \(counts.intents) intents, \(counts.charges) charges, "
                + "\(counts.refunds) refunds"
        let seal =
            report.newestSeal.map {
                "sealed until \(AuditPrinter.time($0.window.until)) by seal \($0.number), "
                    + Hex.encode($0.hash)
            } ?? "nothing is sealed yet"
        let verdict =
            report.isComplete
            ? (report.openFindings == 0 ? "clean" : "\(report.openFindings) findings are open")
            : "not complete"
        return """
            \(verdict): \(counts.payments) payments, \(window), \(scope)
            \(seal)
            report \(report.id) \(Hex.encode(report.digest))
            """
    }

    private func json(_ report: AuditReport) -> JSONObject {
        var object: JSONObject = [
            "audit": .string(report.id),
            "from": .string(AuditPrinter.time(report.window.from)),
            "to": .string(AuditPrinter.time(report.window.until)),
            "local": .bool(report.isLocal), "complete": .bool(report.isComplete),
            "open": .number(JSONNumber(Int64(report.openFindings))),
            "payments": .number(JSONNumber(Int64(report.counts.payments))),
            "intents": .number(JSONNumber(Int64(report.counts.intents))),
            "charges": .number(JSONNumber(Int64(report.counts.charges))),
            "refunds": .number(JSONNumber(Int64(report.counts.refunds))),
        ]
        if let seal = report.newestSeal {
            object["seal"] = .number(JSONNumber(seal.number))
            object["sealHash"] = .string(Hex.encode(seal.hash))
            object["sealedUntil"] = .string(AuditPrinter.time(seal.window.until))
        }
        object["digest"] = .string(Hex.encode(report.digest))
        return object
    }

    private func text(_ object: JSONObject) -> String {
        String(decoding: JSONValue.object(object).encoded(), as: UTF8.self)
    }

    private static func time(_ microseconds: Int64) -> String {
        UTCTime(since1970: .microseconds(microseconds)).description
    }
}
