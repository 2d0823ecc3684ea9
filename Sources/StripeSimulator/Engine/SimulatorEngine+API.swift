import JSON

/// The way of a request at `/v1/`: fault, key of the account, endpoint, parameters, idempotency
/// key, and only then execution.
extension SimulatorEngine {
    static let defaultVersion = "2026-05-27.dahlia"

    func answer(api request: SimulatorRequest) -> SimulatorAnswer {
        let moment = moment
        let call = call(request)
        let fault = faults.take(for: request)
        let reply = interception(of: call, by: fault?.kind) ?? process(call, fault: fault?.kind)
        let writer = AnswerWriter(
            call: call,
            date: date.text(at: now),
            shouldRetry: fault?.shouldRetry
        )
        let answer = writer.answer(reply, fault: fault?.kind)
        record(call, outcome: reply.outcome, answer: answer)
        if reply.mayHaveChanged {
            note(
                request,
                at: moment,
                fault: fault?.kind,
                subject: reply.subject,
                touched: touched
            )
        }
        return answer
    }

    func call(_ request: SimulatorRequest) -> APICall {
        APICall(request: request, id: identifiers.request(), now: now)
    }

    private func record(_ call: APICall, outcome: RequestOutcome, answer: SimulatorAnswer) {
        let isAnswered: Bool
        switch answer.delivery {
        case .whole, .truncated: isAnswered = true
        case .dropped, .reset, .never: isAnswered = false
        }
        log.append { sequence in
            RequestEntry(
                sequence: sequence,
                at: now,
                method: call.request.method,
                path: call.request.path,
                query: call.request.query,
                idempotencyKey: call.request.idempotencyKey,
                body: call.request.body,
                outcome: outcome,
                status: isAnswered ? answer.status : nil
            )
        }
    }

    /// What a fault answers in Stripe's place; `nil` where the request goes on.
    private func interception(of call: APICall, by fault: FaultKind?) -> Reply? {
        switch fault {
        case .dropBefore, .resetReused, .hang(isExecuted: false):
            return Reply(stored: call.reply(to: .backend, account: account.id), outcome: .dropped)
        case .rateLimit(let reason):
            return refusal(.rateLimit(reason: reason), of: call)
        case .lockTimeout:
            return refusal(.lockTimeout, of: call)
        case .inUse:
            let key = call.request.idempotencyKey ?? ""
            return refusal(.keyInUse(key, kind: switches.inUseKind), of: call)
        case .status(let code, let body, isExecuted: false):
            return Reply(stored: failure(code, body, call), outcome: .refused)
        case .html502(isExecuted: false):
            return Reply(stored: call.badGateway, outcome: .refused)
        case .dropAfter, .slow, .status, .html502, .truncate, .hang, .oddFields, nil:
            return nil
        }
    }

    func process(_ call: APICall, fault: FaultKind?) -> Reply {
        begin(EventCause(request: call.id, idempotencyKey: call.request.idempotencyKey))
        do throws(StripeError) {
            let caller = try Caller(authorization: call.request.authorization)
            guard traffic.take(at: now, limit: switches.requestsPerSecond) else {
                throw .rateLimit(reason: "global-rate")
            }
            guard let endpoint = call.endpoint else {
                throw .unrecognizedURL(call.request.method, call.request.path)
            }
            if caller.isPublishable, !endpoint.isPublic { throw .secretKeyRequired }
            let form = try call.form()
            let key = try call.key().map {
                RequestKey($0, path: call.request.path, body: call.request.body)
            }
            if let key, let replay = try replay(of: key) { return replay }
            let command = try endpoint.command(
                Parameters(form),
                context: ValidationContext(
                    enforcesMinimumAmount: switches.enforcesMinimumAmount,
                    version: call.request.version
                )
            )
            return execute(command, for: caller, call, key, fault: fault)
        } catch {
            return refusal(error, of: call)
        }
    }

    private func replay(of key: RequestKey) throws(StripeError) -> Reply? {
        switch keys.find(key, inUseKind: switches.inUseKind) {
        case .new: return nil
        case .refused(let error): throw error
        case .stored(let stored):
            return Reply(stored: stored, outcome: .replayed, isRemembered: true, isReplay: true)
        }
    }

    private func execute(
        _ command: Command,
        for caller: Caller,
        _ call: APICall,
        _ key: RequestKey?,
        fault: FaultKind?
    ) -> Reply {
        if let key { keys.start(key, at: now) }
        var reply = run(command, for: caller, call, fault: fault)
        reply.mayHaveChanged = command.mayChange
        if case .status(let code, let body, isExecuted: true) = fault {
            reply.stored = failure(code, body, call)
            reply.isRemembered = true
        }
        guard let key else {
            reply.isRemembered = false
            return reply
        }
        if !reply.isRemembered {
            keys.forget(key.text)
        } else if case .slow = fault {
            reply.execution = .init(key: key.text, reply: reply.stored, account: account.id)
        } else {
            keys.finish(key.text, with: reply.stored)
        }
        if case .html502(isExecuted: true) = fault { reply.stored = call.badGateway }
        return reply
    }

    private func run(
        _ command: Command,
        for caller: Caller,
        _ call: APICall,
        fault: FaultKind?
    ) -> Reply {
        do throws(StripeError) {
            let object = try perform(command, for: caller)
            let shown = fault == .oddFields ? OddFields.applied(to: object) : object
            return Reply(
                stored: call.reply(status: 200, shown),
                outcome: .executed,
                isRemembered: true,
                subject: object["id"]?.string
            )
        } catch {
            // A decline is the bank's answer to an execution; any other error changed nothing.
            var reply = refusal(error, of: call)
            if error.status == 402 { reply.outcome = .executed }
            reply.isRemembered = error.isRemembered
            reply.subject = error.paymentIntent?["id"]?.string
            return reply
        }
    }

    private func refusal(_ error: StripeError, of call: APICall) -> Reply {
        var told = error
        if error.isWordingUncertain, switches.changesUncertainTexts {
            told.message = "This sentence is not the one that is usually told."
        }
        return Reply(
            stored: call.reply(to: told, account: account.id),
            outcome: .refused,
            rateLimitedReason: error.rateLimitedReason
        )
    }

    private func failure(_ code: Int, _ body: String?, _ call: APICall) -> StoredReply {
        var error = StripeError.backend
        error.status = code
        if code < 500 { error.kind = .invalidRequest }
        let own = call.reply(to: error, account: account.id)
        guard let body else { return own }
        return StoredReply(
            status: code,
            body: Array(body.utf8),
            contentType: body.first == "<" ? StoredReply.html : StoredReply.json,
            request: own.request,
            version: own.version
        )
    }
}
