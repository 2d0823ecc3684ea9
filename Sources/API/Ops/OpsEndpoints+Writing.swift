import Audit
import HTTPServer
import JSON
import Money
import Payments

// What a person does in the console: each under the name of their key, and with a reason.

extension OpsEndpoints {
    /// The work goes on behind the answer, and the page asks again.
    private static let answerTimeout: Duration = .seconds(20)
    /// A hundred days; more is a matter for the command line.
    private static let mostHours: Int64 = 2400
    private static let usualHours: Int64 = 24

    func write(
        _ route: OpsRoute,
        _ request: HTTPRequest,
        by key: APIKey
    ) async throws(OpsFault) -> OpsReply {
        let body = try OpsBody(request)
        switch route {
        case .resolve(let id): return try await resolve(id, body, by: key)
        case .finding(let id): return try await decide(id, body, by: key)
        case .audits: return try await audit(body)
        case .keyLookup: return try await lookUp(body)
        case .metrics, .console, .file, .session, .overview, .payments, .payment, .duplicates,
            .findings, .audit, .unknown:
            throw .notFound
        }
    }

    // MARK: Payments

    private func resolve(
        _ id: String,
        _ body: OpsBody,
        by key: APIKey
    ) async throws(OpsFault) -> OpsReply {
        guard let payment = PaymentID(id) else { throw .paymentNotFound }
        let intent = try body.text("paymentIntentId").map(PaymentIntentID.init)
        if let intent, intent == nil { throw .malformed("paymentIntentId is not one.") }
        let finding = try body.text("finding").map(FindingName.key)
        if let finding, finding == nil { throw .findingNotFound }
        let reason = try reason(body)
        let request = ResolveRequest(
            payment: payment,
            action: try body.required("action", ResolveAction.init),
            reason: reason,
            who: try who(key),
            intent: intent ?? nil
        )
        let answer = await console.resolving.resolve(
            request,
            until: now() + OpsEndpoints.answerTimeout
        )
        switch answer {
        case .resolved(let view, let wasSo):
            if let finding = finding ?? nil { try await close(finding, request) }
            return OpsReply(200, told("resolved", view, wasSo: wasSo))
        case .underWay(let view): return OpsReply(202, told("under_way", view, wasSo: false))
        case .refused(.notFound, _): throw .paymentNotFound
        case .refused(.unavailable, _):
            throw OpsFault(503, "unavailable", ResolveRefusal.unavailable.sentence)
        case .refused(let why, _): throw OpsFault(409, why.word, why.sentence)
        }
    }

    private func told(_ outcome: String, _ view: ResolveView, wasSo: Bool) -> JSONObject {
        [
            "outcome": .string(outcome), "id": .string(view.payment.description),
            "status": .string(view.state.word), "amount": OpsTable.number(view.amount.minorUnits),
            "amountRefunded": OpsTable.number(view.refunded), "wasSo": .bool(wasSo),
        ]
    }

    /// What the finding said is put right. Were this write lost, the next audit closes it.
    private func close(
        _ finding: KeptFinding.Key,
        _ request: ResolveRequest
    ) async throws(OpsFault) {
        let decision = KeptFinding.Decision(
            by: request.who.description,
            reason: request.reason.description,
            evidence: "\(request.payment) \(request.action.rawValue)"
        )
        _ = try await read { () async throws(StoreFailure) in
            try await console.decisions.decide(finding, .closed, decision)
        }
    }

    private func lookUp(_ body: OpsBody) async throws(OpsFault) -> OpsReply {
        let key = try body.required("key", IdempotencyKey.init)
        let customer = try body.text("customerRef").map(CustomerReference.init)
        if let customer, customer == nil { throw .malformed("customerRef is not one.") }
        let caller = (customer ?? nil).map(Caller.customer) ?? .guest
        let forms = key.storedForms(of: caller, console.hash)
        let found = try await read { () async throws(StoreFailure) in
            try await console.book.holders(of: forms)
        }
        return OpsReply(200, OpsTable.payments(found, hasMore: false))
    }

    // MARK: Findings and audits

    private func decide(
        _ id: String,
        _ body: OpsBody,
        by key: APIKey
    ) async throws(OpsFault) -> OpsReply {
        guard let name = FindingName.key(id) else { throw .findingNotFound }
        let state = try body.required("state", FindingState.init)
        let decision = KeptFinding.Decision(
            by: try who(key).description,
            reason: try reason(body).description,
            evidence: try body.text("evidence").flatMap(ResolveReason.init)?.description
        )
        let finding = try await read { () async throws(StoreFailure) in
            guard try await console.decisions.decide(name, state, decision) else {
                return nil as KeptFinding?
            }
            return try await console.book.finding(name)
        }
        guard let finding else { throw .findingNotFound }
        return OpsReply(200, OpsTable.finding(finding))
    }

    private func audit(_ body: OpsBody) async throws(OpsFault) -> OpsReply {
        let hours = try body.number("hours") ?? OpsEndpoints.usualHours
        guard (1...OpsEndpoints.mostHours).contains(hours) else {
            throw .malformed("hours must be from 1 to \(OpsEndpoints.mostHours).")
        }
        let request = AuditRequest(
            .last(.seconds(hours * 3600)),
            isLocal: try body.flag("local")
        )
        switch await console.audits.start(request) {
        case .started(let run): return OpsReply(202, OpsTable.audit(run))
        case .busy: throw .auditRunning
        case .unavailable: throw .unavailable
        }
    }

    private func reason(_ body: OpsBody) throws(OpsFault) -> ResolveReason {
        guard let reason = try body.text("reason").flatMap(ResolveReason.init) else {
            throw .malformed(
                "reason says why, in one line of at most \(ResolveReason.mostBytes) bytes."
            )
        }
        return reason
    }

    /// The key by its name, which is what the timeline shows.
    private func who(_ key: APIKey) throws(OpsFault) -> Operator {
        guard let who = Operator(key.name) ?? Operator(key.id) else { throw .keyRefused }
        return who
    }
}
