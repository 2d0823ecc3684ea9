package import Money

/// What a person's word about a payment means. Pure: the word, where the payment stands and what
/// Stripe shows now in, what is to be done out. Every pair is listed.
package struct ResolveRules: Sendable {
    /// Where a payment stands, as far as a person has a say in it.
    package enum Standing: Hashable, Sendable {
        /// A charge may be sent, or a newer program wrote it: the service's own work first.
        case inHand
        case open
        /// It ended without a success.
        case ended
        case paid
    }

    private let payment: Payment
    package let standing: Standing

    /// - Parameters:
    ///   - payment: as it was read.
    ///   - sendingIsOver: nobody sends any more of it what moves money, and what was sent last
    ///     has been executed by now if it ever is.
    package init(_ payment: Payment, sendingIsOver: Bool) {
        self.payment = payment
        standing =
            switch payment.state {
            // Its answer came, and was old: it is only read.
            case .creating where payment.intent != nil: .open
            case .creating, .confirming, .capturing: sendingIsOver ? .open : .inHand
            case .unrecognised: .inHand
            case .requiresAction, .authorized, .canceling, .processing, .open, .requiresCustomer,
                .unresolved, .quarantined:
                .open
            case .declined, .expired, .canceled: .ended
            case .succeeded: .paid
            }
    }

    /// How long after its customer last asked for it nobody sends it any more, and what was sent
    /// last has been executed if it ever is.
    package static func sendingIsOver(_ payment: Payment, _ rules: SendingRules) -> Bool {
        payment.times.sinceAsked > rules.resendLimit + proofAge
    }

    /// Whether an attempt may be taken out of the hands of a live instance: its work only reads, or
    /// asks for a cancel, and makes everything else durable first, under a fence that it has lost
    /// then.
    package var maySeize: Bool {
        switch payment.state {
        case .authorized, .canceling, .processing, .unresolved: true
        case .creating, .confirming, .capturing: standing == .open
        case .requiresAction, .open, .requiresCustomer, .quarantined, .succeeded, .declined,
            .expired, .canceled, .unrecognised:
            false
        }
    }

    /// The intent that was named, where it cannot be the payment's own.
    package func stray(_ named: PaymentIntentID?) -> PaymentIntentID? {
        guard let named, named != payment.intent else { return nil }
        return payment.intent == nil && standing == .open ? nil : named
    }

    // MARK: Before Stripe is asked

    package enum Admission: Hashable, Sendable {
        /// What Stripe shows decides.
        case look
        /// The money of a success is given back, as on any other request for it.
        case refund
        case wasSo
        case refuse(ResolveRefusal)
    }

    /// `names`: an intent that is not the payment's own.
    package func admission(
        _ action: ResolveAction,
        naming stray: PaymentIntentID?
    ) -> Admission {
        switch (standing, action, stray) {
        case (.inHand, _, _): return .refuse(.inProgress)
        case (.open, _, nil): return .look
        case (.open, .close, .some) where repeatsNewestStep: return .refuse(.inProgress)
        case (_, .close, .some): return .look
        case (_, .refund, .some), (.ended, .refund, nil): return .look
        case (.ended, .adopt, _): return .refuse(.ended)
        case (.ended, .close, nil): return payment.intent == nil ? .wasSo : .look
        case (.paid, .adopt, nil): return .wasSo
        case (.paid, .close, nil):
            return .refuse(payment.intent.map(ResolveRefusal.moneyIsThere) ?? .ended)
        case (.paid, .refund, nil):
            return payment.refunded >= payment.taken.minorUnits ? .wasSo : .refund
        // A stray's money is not the payment's.
        case (.open, .adopt, let other?), (.paid, .adopt, let other?):
            return .refuse(.otherIntent(other))
        }
    }

    /// Whether an heir would send the newest step again. The cancel of another intent would take
    /// its place, and what Stripe says to that would be taken for the payment's.
    private var repeatsNewestStep: Bool {
        payment.state.needsWork && !DrivingRules.heirReads(payment.state)
    }

    // MARK: What Stripe shows

    package enum Evidence: Hashable, Sendable {
        /// It has taken so much.
        case money(Amount)
        /// The last try failed, and nothing of it is under way.
        case failed(Closing)
        /// Somebody's word could still make it take money, or it holds some: a cancel ends it.
        case waiting(String)
        case canceled
        /// Stripe is at work on it, or says a word that we do not know.
        case moving(String)
        /// Stripe does not know the payment's intent any more, and lists no other one of its name.
        case missing
        /// There never was one: all that was made since the claim is listed, and nothing of the
        /// payment's can be executed any more.
        case absent
        /// As `absent`, but for something that may still be executed within this time.
        case unproven(Duration)
        /// Stripe's answer was about an intent that does not bear the payment's name.
        case unnamed
        case several([PaymentIntentID])
        /// The intent that was named is another payment's, or of the other mode.
        case foreign(PaymentIntentID)
        case unavailable
    }

    package static func evidence(of intent: IntentSnapshot) -> Evidence {
        switch intent.status {
        case "succeeded":
            guard let minorUnits = intent.moved,
                let currency = intent.currency.flatMap({ Currency($0) })
            else { return .moving(intent.status) }
            return .money(Amount(minorUnits: minorUnits, currency: currency))
        case "requires_payment_method", "requires_source":
            return .failed(intent.lastError ?? Closing(code: "card_declined"))
        case "requires_action", "requires_source_action", "requires_confirmation",
            "requires_capture":
            return .waiting(intent.status)
        case "canceled": return .canceled
        case let word: return .moving(word)
        }
    }

    /// What it means that a complete list, begun just now, shows no intent of the payment's name.
    /// `elapsed` is the time since the payment was read.
    package func absence(elapsed: Duration) -> Evidence {
        if payment.intent != nil { return .missing }
        switch payment.state {
        case .quarantined: return .unnamed
        // It was proven before.
        case .declined, .expired, .canceled: return .absent
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .succeeded, .unrecognised:
            let left = ResolveRules.proofAge - payment.times.sinceChange - elapsed
            return left > .zero ? .unproven(left) : .absent
        }
    }

    /// Since when nothing was sent any more, so that one list is as good as the later one of two:
    /// what was sent last can have been executed, and listed, by then.
    private static let proofAge: Duration = SendingRules.executionHorizon + .seconds(20)

    // MARK: What is done

    package enum Decision: Hashable, Sendable {
        /// It ends so. `charged`: what was taken, where that is not what was asked.
        case end(PaymentState, Closing?, charged: Amount?)
        /// The intent is canceled at Stripe, and then looked at again.
        case cancel
        /// So much is given back.
        case giveBack(Amount)
        case wasSo
        case refuse(ResolveRefusal)
    }

    /// What is to be done about the payment, whose intent (or whose stray) Stripe shows like this.
    package func decision(
        _ action: ResolveAction,
        seeing evidence: Evidence,
        of intent: PaymentIntentID?
    ) -> Decision {
        if let refusal = refusal(by: evidence) { return .refuse(refusal) }
        return switch action {
        case .adopt: adopting(evidence)
        case .refund: givingBack(evidence)
        case .close: closing(evidence, intent)
        }
    }

    /// What is in the way of every action.
    private func refusal(by evidence: Evidence) -> ResolveRefusal? {
        switch evidence {
        case .unproven(let wait): .tooEarly(wait: wait)
        case .unnamed: .unnamedIntent
        case .several(let intents): .severalIntents(intents)
        case .foreign(let intent): .otherIntent(intent)
        case .unavailable: .unavailable
        case .moving(let word): .notOver(word)
        case .money, .failed, .waiting, .canceled, .missing, .absent: nil
        }
    }

    private func adopting(_ evidence: Evidence) -> Decision {
        switch evidence {
        case .money(let amount):
            let charged = amount == payment.amount ? nil : amount
            return .end(.succeeded, nil, charged: charged)
        // The app can make another try of it at any time.
        case .failed where payment.purchase.flow == .appConfirmed:
            return .refuse(.notOver("requires_payment_method"))
        case .failed(let why): return .end(.declined, why, charged: nil)
        case .canceled: return .end(.canceled, .canceled, charged: nil)
        case .waiting(let word): return .refuse(.notOver(word))
        case .missing, .absent: return .refuse(.nothingIsThere)
        case .moving, .unproven, .unnamed, .several, .foreign, .unavailable:
            preconditionFailure("refused before")
        }
    }

    private func givingBack(_ evidence: Evidence) -> Decision {
        switch evidence {
        case .money(let amount): return .giveBack(amount)
        case .failed: return .refuse(.noMoneyIsThere("requires_payment_method"))
        case .waiting(let word): return .refuse(.noMoneyIsThere(word))
        case .canceled: return .refuse(.noMoneyIsThere("canceled"))
        case .missing, .absent: return .refuse(.nothingIsThere)
        case .moving, .unproven, .unnamed, .several, .foreign, .unavailable:
            preconditionFailure("refused before")
        }
    }

    private func closing(_ evidence: Evidence, _ intent: PaymentIntentID?) -> Decision {
        // The payment's own end is not touched by what becomes of a stray.
        let isOwn = standing == .open && (payment.intent ?? intent) == intent
        let hasEnded = standing == .ended && payment.intent == intent
        switch evidence {
        // What a decline leaves behind.
        case .failed where hasEnded: return .wasSo
        case .money: return .refuse(intent.map(ResolveRefusal.moneyIsThere) ?? .ended)
        case .failed, .waiting: return .cancel
        case .canceled, .missing: return isOwn ? .end(.canceled, .canceled, charged: nil) : .wasSo
        case .absent: return isOwn ? .end(.canceled, .notExecuted, charged: nil) : .wasSo
        case .moving, .unproven, .unnamed, .several, .foreign, .unavailable:
            preconditionFailure("refused before")
        }
    }
}
