import Audit
import Crypto
import JSON
import Money
import Payments
import Telemetry

/// What the console's page is told.
enum OpsTable {
    static func overview(_ overview: Overview, _ stripe: StripeStanding) -> JSONObject {
        var object: JSONObject = [
            "now": time(overview.nowMicroseconds),
            "today": .array(overview.today.map(outcome)),
            "isWhole": .bool(overview.isWhole),
            "unresolved": [
                "count": number(overview.unresolvedCount),
                "payments": .array(overview.unresolved.map { .object(payment($0)) }),
            ],
            "findings": .array(
                overview.findings.map {
                    [
                        "kind": .string($0.kind), "count": number($0.count),
                        "oldestSeconds": number($0.oldest.components.seconds),
                    ]
                }
            ),
            "stripe": standing(stripe),
        ]
        var seals: JSONObject = [
            "oldestUnsealedSeconds": number(overview.oldestUnsealed.components.seconds)
        ]
        if let seal = overview.newestSeal {
            seals["number"] = number(seal.number)
            seals["until"] = time(seal.window.until)
            seals["hash"] = .string(Hex.encode(seal.hash))
        }
        object["seals"] = .object(seals)
        return object
    }

    private static func outcome(_ outcome: Overview.Outcome) -> JSONValue {
        let amount = Currency(outcome.currency).map {
            Amount(minorUnits: outcome.minorUnits, currency: $0)
        }
        return [
            "status": .string(outcome.state), "count": number(outcome.count),
            "currency": .string(outcome.currency), "amount": number(outcome.minorUnits),
            "amountText": .string(amount.map { "\($0)" } ?? "\(outcome.minorUnits)"),
        ]
    }

    private static func standing(_ stripe: StripeStanding) -> JSONValue {
        var object: JSONObject = [
            "inFlight": number(stripe.inFlight), "waiting": number(stripe.waiting),
            "breakerOpen": .bool(stripe.isBreakerOpen), "slowdown": number(stripe.slowdown),
        ]
        object["tokens"] = stripe.tokens.map(number)
        return .object(object)
    }

    // MARK: Payments

    static func payments(_ payments: [BookedPayment], hasMore: Bool) -> JSONObject {
        ["payments": .array(payments.map { .object(payment($0)) }), "hasMore": .bool(hasMore)]
    }

    static func payment(_ payment: BookedPayment) -> JSONObject {
        let currency = payment.amount.currency
        var object: JSONObject = [
            "id": text(payment.id), "status": .string(payment.state.word),
            "amount": number(payment.amount.minorUnits), "currency": .string(currency.code),
            "amountText": .string("\(payment.amount)"),
            "amountRefunded": number(payment.refunded),
            "refundedText": .string("\(Amount(minorUnits: payment.refunded, currency: currency))"),
            "flow": .string(payment.purchase.flow.rawValue),
            "items": .array(
                payment.purchase.cart.lines.map {
                    ["id": text($0.item), "quantity": number($0.quantity)]
                }
            ),
            "createdAt": time(payment.claimedMicroseconds),
            "changedAt": time(payment.changedMicroseconds),
        ]
        object["orderId"] = payment.purchase.order.map(text)
        if case .customer(let reference) = payment.purchase.caller {
            object["customerRef"] = text(reference)
        }
        object["paymentIntentId"] = payment.intent.map { .string($0) }
        object["paymentMethodId"] = payment.method.map { .string($0) }
        if let card = payment.card {
            object["card"] = ["brand": .string(card.brand), "last4": .string(card.last4)]
        }
        object["code"] = payment.closing.map { .string($0.code) }
        object["declineCode"] = payment.closing?.declineCode.map { .string($0) }
        object["message"] = payment.closing?.message.map { .string($0) }
        return object
    }

    static func file(_ file: PaymentFile) -> JSONObject {
        [
            "payment": .object(payment(file.payment)),
            "events": .array(file.timeline.events.map(event)),
            "steps": .array(file.timeline.steps.map(step)),
            "refunds": .array(file.refunds.map(refund)),
            "findings": .array(file.findings.map { .object(finding($0)) }),
        ]
    }

    private static func event(_ event: TimelineEvent) -> JSONValue {
        var object: JSONObject = [
            "number": number(event.number), "at": time(event.unixMicroseconds),
            "word": .string(event.word), "status": .string(event.state.word),
            "instance": text(event.instance),
        ]
        object["detail"] = event.detail.map { .string($0) }
        object["answered"] = event.answered.map { .string($0) }
        if let receipt = event.receipt {
            object["httpStatus"] = number(receipt.status)
            object["requestId"] = receipt.requestID.map { .string($0) }
            object["replayed"] = .bool(receipt.isReplay)
        }
        return .object(object)
    }

    private static func step(_ step: TimelineStep) -> JSONValue {
        [
            "name": .string(step.name), "number": number(step.number), "path": .string(step.path),
            "version": .string(step.apiVersion), "at": time(step.unixMicroseconds),
        ]
    }

    private static func refund(_ refund: BookedRefund) -> JSONValue {
        var object: JSONObject = [
            "number": number(refund.number), "status": .string(refund.state),
            "amount": number(refund.minorUnits), "createdAt": time(refund.madeMicroseconds),
        ]
        object["reason"] = refund.reason.map { .string($0) }
        object["refundId"] = refund.refund.map { .string($0) }
        object["failure"] = refund.failure.map { .string($0) }
        return .object(object)
    }

    // MARK: Findings and audits

    static func finding(_ finding: KeptFinding) -> JSONObject {
        var object: JSONObject = [
            "id": .string(FindingName.text(of: finding.key)),
            "kind": .string(finding.key.kind), "subject": .string(finding.key.subject),
            "state": .string(finding.state.rawValue), "detail": .string(finding.detail),
            "notedAt": time(finding.notedMicroseconds),
        ]
        if let prepared = finding.prepared {
            var action: JSONObject = [
                "paymentId": .string(prepared.payment), "action": .string(prepared.action.rawValue),
            ]
            action["paymentIntentId"] = prepared.intent.map { .string($0) }
            object["prepared"] = .object(action)
        }
        if let decision = finding.decision {
            object["by"] = .string(decision.by)
            object["reason"] = decision.reason.map { .string($0) }
            object["evidence"] = decision.evidence.map { .string($0) }
        }
        return object
    }

    static func duplicate(_ duplicate: DuplicateCase) -> JSONValue {
        [
            "finding": .object(finding(duplicate.finding)),
            "payments": .array(duplicate.payments.map { .object(payment($0)) }),
        ]
    }

    static func audit(_ run: AuditRun) -> JSONObject {
        var object: JSONObject = [
            "id": .string(run.id), "local": .bool(run.isLocal),
            "phase": .string(run.phase.rawValue),
            "from": time(run.window.from), "to": time(run.window.until),
            "comparedUntil": time(run.comparedUntil), "progress": number(progress(run)),
            "payments": number(run.counts.payments), "intents": number(run.counts.intents),
            "charges": number(run.counts.charges), "refunds": number(run.counts.refunds),
        ]
        if let report = run.report {
            object["open"] = number(report.openFindings)
            object["digest"] = .string(Hex.encode(report.digest))
        }
        return object
    }

    /// In hundredths of the window that was compared with Stripe.
    private static func progress(_ run: AuditRun) -> Int64 {
        guard run.phase == .running else { return 100 }
        let whole = run.window.until - run.window.from
        guard whole > 0, !run.isLocal else { return 0 }
        return min(99, max(0, (run.comparedUntil - run.window.from) * 100 / whole))
    }

    // MARK: For spreadsheets

    static func rows(_ payments: [BookedPayment]) -> [[String]] {
        let head = [
            "id", "status", "amount", "currency", "refunded", "order", "customer", "intent",
            "method", "items", "code", "message", "created", "changed",
        ]
        return [head]
            + payments.map { payment in
                var customer = ""
                if case .customer(let reference) = payment.purchase.caller {
                    customer = "\(reference)"
                }
                let items = payment.purchase.cart.lines.map { "\($0.quantity) x \($0.item)" }
                return [
                    "\(payment.id)", payment.state.word, "\(payment.amount.minorUnits)",
                    payment.amount.currency.code, "\(payment.refunded)",
                    payment.purchase.order.map { "\($0)" } ?? "", customer, payment.intent ?? "",
                    payment.method ?? "", items.joined(separator: "; "),
                    payment.closing?.code ?? "",
                    payment.closing?.message ?? "", words(payment.claimedMicroseconds),
                    words(payment.changedMicroseconds),
                ]
            }
    }

    static func rows(_ findings: [KeptFinding]) -> [[String]] {
        [["kind", "subject", "state", "noted", "detail", "by", "reason", "evidence"]]
            + findings.map {
                [
                    $0.key.kind, $0.key.subject, $0.state.rawValue, words($0.notedMicroseconds),
                    $0.detail, $0.decision?.by ?? "", $0.decision?.reason ?? "",
                    $0.decision?.evidence ?? "",
                ]
            }
    }

    // MARK: Words

    static func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
    static func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
    private static func text(_ value: some CustomStringConvertible) -> JSONValue {
        .string(value.description)
    }
    private static func time(_ microseconds: Int64) -> JSONValue { .string(words(microseconds)) }
    private static func words(_ microseconds: Int64) -> String {
        UTCTime(since1970: .microseconds(microseconds)).description
    }
}

/// The name of a finding in an address: `pay_….suspected_duplicate`.
enum FindingName {
    static func text(of key: KeptFinding.Key) -> String { "\(key.subject).\(key.kind)" }

    static func key(_ text: String) -> KeptFinding.Key? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return KeptFinding.Key(subject: parts[0], kind: parts[1])
    }
}
