import JSON

/// The control calls. They speak JSON, need no key, and are not in the request log.
extension SimulatorEngine {
    func answer(control request: SimulatorRequest) -> SimulatorAnswer {
        do throws(ControlError) {
            guard let route = ControlRoute(method: request.method, path: request.path) else {
                throw ControlError(
                    status: 404,
                    "There is no control call \(request.method) \(request.path)."
                )
            }
            let moment = moment
            begin(nil)
            let body = try perform(route, request)
            if route.mayChange {
                note(request, at: moment, subject: route.subject, touched: touched)
            }
            return controlAnswer(200, body)
        } catch {
            return controlAnswer(error.status, ["error": ["message": .string(error.message)]])
        }
    }

    private func controlAnswer(_ status: Int, _ body: JSONValue) -> SimulatorAnswer {
        SimulatorAnswer(
            status: status,
            headers: [
                .init(name: "Date", value: date.text(at: now)),
                .init(name: "Content-Type", value: StoredReply.json),
            ],
            body: body.encoded()
        )
    }

    private func perform(
        _ route: ControlRoute,
        _ request: SimulatorRequest
    ) throws(ControlError) -> JSONValue {
        switch route {
        case .reset: return reset()
        case .authenticate(let id): return try authenticate(id, ControlFields(request.body))
        case .force(let id): return try force(id, ForcedFields(request.body))
        case .clock: return try moveClock(ControlFields(request.body))
        case .prune: return try prune(ControlFields(request.body))
        case .addFault: return try addFault(ControlFields(request.body))
        case .listFaults: return ["faults": .array(faults.faults.map(\.json))]
        case .clearFaults:
            faults.clear()
            return ["faults": []]
        case .requests: return try requests(request.query)
        case .book: return ["book": .array(account.book.map(\.json))]
        case .setSwitches: return try setSwitches(ControlFields(request.body))
        case .listSwitches: return switches.json
        }
    }

    /// Another account, as on the first day. Ids go on, so that none comes twice; switches belong
    /// to the simulator, and stay.
    private func reset() -> JSONValue {
        account = Account(id: identifiers.account())
        keys = IdempotencyKeys()
        faults.clear()
        log = RequestLog()
        attempts = WaitingLine()
        authorizations = WaitingLine()
        refunds = WaitingLine()
        clock.reset()
        now = clock.now()
        return ["account": .string(account.id)]
    }

    private func authenticate(
        _ id: String,
        _ fields: ControlFields
    ) throws(ControlError) -> JSONValue {
        try fields.refuseUnknown(["outcome"])
        try settleChallenge(of: try known(id), ChallengeOutcome(fields.text("outcome")))
        return renderer.json(try known(id))
    }

    private func force(_ id: String, _ forced: ForcedFields) throws(ControlError) -> JSONValue {
        var intent = try known(id)
        try forced.apply(to: &intent)
        account.store(intent)
        if let check = try forced.cvcCheck, let latest = intent.latestCharge,
            var charge = account.charge(latest)
        {
            charge.cvcCheck = check
            account.store(charge)
            account.methods[charge.paymentMethod]?.cvcCheck = check
        }
        return renderer.json(intent)
    }

    private func known(_ id: String) throws(ControlError) -> PaymentIntent {
        guard let intent = account.intent(id) else {
            throw ControlError(status: 404, "There is no PaymentIntent \(id).")
        }
        return intent
    }

    /// A century: beyond it, dates overflow what clients can read.
    private static let longestAdvance: Int64 = 100 * 366 * 86_400

    private func moveClock(_ fields: ControlFields) throws(ControlError) -> JSONValue {
        try fields.refuseUnknown(["advance"])
        guard
            let seconds = try fields.integer("advance", in: 0...SimulatorEngine.longestAdvance)
        else { throw ControlError("`advance` is missing: seconds to go forward.") }
        clock.advance(by: seconds)
        passTime()
        return ["now": JSONValue(now)]
    }

    private func prune(_ fields: ControlFields) throws(ControlError) -> JSONValue {
        try fields.refuseUnknown(["force"])
        let count = keys.prune(at: now, force: try fields.flag("force") ?? false)
        return ["pruned": JSONValue(Int64(count))]
    }

    private func addFault(_ fields: ControlFields) throws(ControlError) -> JSONValue {
        let fault = try Fault(fields)
        guard faults.faults.count < FaultBook.limit else {
            throw ControlError("There are \(FaultBook.limit) faults already.")
        }
        faults.add(fault)
        return fault.json
    }

    private func requests(_ query: String?) throws(ControlError) -> JSONValue {
        var since = 0
        if let query {
            guard query.hasPrefix("since="), let number = Int(query.dropFirst(6)), number >= 0
            else { throw ControlError("The only parameter is `since`, a number.") }
            since = number
        }
        return ["requests": .array(log.entries(after: since).map(\.json))]
    }

    private func setSwitches(_ fields: ControlFields) throws(ControlError) -> JSONValue {
        var changed = switches
        for name in fields.keys { try changed.set(name, to: fields[name] ?? .null) }
        switches = changed
        return switches.json
    }
}
