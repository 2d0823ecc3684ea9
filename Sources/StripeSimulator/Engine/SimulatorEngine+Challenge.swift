import JSON

extension StripeError {
    static let authenticationFailure = StripeError(
        code: "payment_intent_authentication_failure",
        "The provided PaymentMethod has failed authentication. You can provide "
            + "payment_method_data or a new PaymentMethod to attempt to fulfill this "
            + "PaymentIntent again."
    )
}

/// 3-D Secure: the customer has to prove who they are.
extension SimulatorEngine {
    func sendToCustomer(
        _ intent: inout PaymentIntent,
        _ method: PaymentMethod,
        _ terms: AttemptTerms
    ) {
        let isFrictionless = method.card.authentication == .frictionless
        intent.sendToCustomer(
            action(for: intent, method, terms),
            isFrictionless: isFrictionless,
            hasCVC: terms.hasCVC,
            at: now
        )
        intent.lastPaymentError = nil
        account.store(intent)
        if method.customer == nil { account.methods[method.id]?.use = .open(intent: intent.id) }
        if intent.confirmationMethod == .manual { attempts.append(intent.id, since: now) }
        emit(.intentRequiresAction, .paymentIntent(intent))
    }

    /// - Throws: a refusal where none is open.
    func settleChallenge(
        of intent: PaymentIntent,
        _ outcome: ChallengeOutcome
    ) throws(ControlError) {
        guard intent.status == .requiresAction else {
            throw ControlError(
                status: 409,
                "No challenge is open: the PaymentIntent has a status of \(intent.status.word)."
            )
        }
        switch outcome {
        case .success: completeChallenge(of: intent)
        case .failure, .cancel: failChallenge(of: intent)
        }
    }

    /// The customer has passed the challenge.
    func completeChallenge(of intent: PaymentIntent) {
        var intent = intent
        intent.authenticate()
        account.store(intent)
        guard intent.confirmationMethod == .automatic, let id = intent.paymentMethod,
            let method = account.methods[id]
        else { return }
        charge(&intent, method)
    }

    /// The customer failed the challenge, or closed it: Stripe's libraries report both alike
    /// (https://github.com/stripe/stripe-js/issues/275). A customer who does neither leaves the
    /// PaymentIntent in `requires_action`.
    func failChallenge(of intent: PaymentIntent) {
        var intent = intent
        var error = StripeError.authenticationFailure
        if let id = intent.paymentMethod {
            error.paymentMethod = account.methods[id].map { renderer.json($0) }
            useUp(id)
        }
        intent.fail(error.lastPaymentError, charge: nil)
        account.store(intent)
        emit(.intentFailed, .paymentIntent(intent))
    }

    /// What the bank says after the proof, with nobody waiting for the answer.
    private func charge(_ intent: inout PaymentIntent, _ method: PaymentMethod) {
        let hasCVC = intent.attempt?.hasCVC == true
        switch method.card.charge {
        case .approves:
            settle(&intent, method, hasCVC: hasCVC)
        case .declines(let decline):
            _ = refuse(&intent, method, decline, hasCVC, charging: .declined(decline))
        case .blocked:
            _ = refuse(&intent, method, blocked, hasCVC, charging: .blocked(blocked))
        }
    }

    private func action(
        for intent: PaymentIntent,
        _ method: PaymentMethod,
        _ terms: AttemptTerms
    ) -> NextAction {
        let source = identifiers.paymentAttempt()
        if let returnURL = terms.returnURL, !terms.usesStripeSDK {
            let url =
                "https://hooks.stripe.com/3d_secure_2/hosted?merchant=\(account.id)"
                + "&payment_intent=\(intent.id)"
                + "&payment_intent_client_secret=\(intent.clientSecret)"
                + "&publishable_key=pk_test_simulator&source=\(source)"
            return .redirect(to: url, returnURL: returnURL)
        }
        return .useStripeSDK([
            "directory_server_encryption": [
                "algorithm": "RSA",
                "certificate": "",
                "directory_server_id": "A000000003",
                "root_certificate_authorities": [],
            ],
            "directory_server_name": .string(method.card.brand.rawValue),
            "merchant": .string(account.id),
            "one_click_authn": nil,
            "server_transaction_id": .string(identifiers.uuid()),
            "three_d_secure_2_source": .string(source),
            "three_ds_method_url": "",
            "three_ds_optimizations": "kf",
            "type": "stripe_3ds2_fingerprint",
        ])
    }
}
