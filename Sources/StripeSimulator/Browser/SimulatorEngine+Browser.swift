import JSON

/// Where Stripe.js comes from, and where it settles a challenge. What Stripe's own script talks to
/// its servers about a challenge is their affair; this is ours, and needs the client secret, which
/// only the customer's page has.
extension SimulatorEngine {
    func answer(_ route: BrowserRoute, _ request: SimulatorRequest) -> SimulatorAnswer {
        switch route {
        case .script:
            return browserAnswer(
                200,
                type: "text/javascript; charset=utf-8",
                // A page and its script have to be of one release.
                headers: CrossOrigin.headers + [.init(name: "Cache-Control", value: "no-cache")],
                PackageResources.stripe_js
            )
        case .preflight: return browserAnswer(200, headers: CrossOrigin.preflight, [])
        case .challenge(let id): return answer(challenge: id, request)
        }
    }

    private func answer(challenge id: String, _ request: SimulatorRequest) -> SimulatorAnswer {
        let headers = CrossOrigin.headers + [.init(name: "Cache-Control", value: "no-store")]
        do throws(ControlError) {
            let moment = moment
            begin(nil)
            let before = account.intent(id)
            let intent = try settle(id, ControlFields(request.body))
            if before?.status != intent.status {
                note(request, at: moment, subject: id, touched: touched)
            }
            let body: JSONValue = ["status": .string(intent.status.word)]
            return browserAnswer(200, headers: headers, body.encoded())
        } catch {
            let body: JSONValue = ["error": ["message": .string(error.message)]]
            return browserAnswer(error.status, headers: headers, body.encoded())
        }
    }

    /// Without an outcome the challenge is only begun: a bank that is content with what it knows of
    /// the browser lets the customer pass at once.
    private func settle(_ id: String, _ fields: ControlFields) throws(ControlError) -> PaymentIntent
    {
        try fields.refuseUnknown(["client_secret", "outcome"])
        guard let intent = account.intent(id),
            intent.clientSecret == (try fields.text("client_secret"))
        else { throw ControlError(status: 404, "There is no such challenge.") }
        let outcome = try fields.text("outcome").map { text throws(ControlError) in
            try ChallengeOutcome(text)
        }
        guard let outcome else {
            if intent.attempt?.isFrictionless == true, intent.status == .requiresAction {
                completeChallenge(of: intent)
            }
            return account.intent(id) ?? intent
        }
        try settleChallenge(of: intent, outcome)
        return account.intent(id) ?? intent
    }

    private func browserAnswer(
        _ status: Int,
        type: String = StoredReply.json,
        headers: [SimulatorAnswer.Header],
        _ body: [UInt8]
    ) -> SimulatorAnswer {
        SimulatorAnswer(
            status: status,
            headers: [
                .init(name: "Date", value: date.text(at: now)),
                .init(name: "Content-Type", value: type),
            ] + headers,
            body: body
        )
    }
}
