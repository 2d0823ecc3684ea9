/// What a request to pay leads to, decided from the guards that it meets. Pure: what is asked and
/// who holds what in, the decision out.
public enum Admission: Hashable, Sendable {
    /// Begin an attempt, taking over these guards from the closed attempts that hold them.
    case start(takingOver: [Guard: PaymentID])
    /// There is an attempt: its state is the answer.
    case follow(Payment)
    /// As `follow`, for somebody who may not be the one who began it and so learns nothing of it.
    case followBlindly(Payment)
    /// End this attempt at Stripe first; once that is certain, ask again.
    case replace(Payment)
    case refuse(AdmissionRefusal)
}

/// Why a request to pay starts nothing although it is well formed.
public enum AdmissionRefusal: Hashable, Sendable {
    /// The key (or what plays its part) was used for another purchase.
    case keyReused
    case orderAlreadyPaid
    case paymentInProgress
    /// The token of the security code was used for another purchase.
    case cvcTokenUsed
    /// The payment method is somebody else's.
    case foreignMethod
}

/// What is asked, as far as the guards are concerned.
public struct AdmissionRequest: Hashable, Sendable {
    public let purchase: Purchase
    public let fingerprint: Fingerprint
    /// Of the items that the client names, where what is bought is an order that the shop has
    /// fixed: who asked before it was fixed may repeat that.
    public let earlierFingerprint: Fingerprint?
    /// `nil`: the customer's only saved card, as long as it is not known which that is.
    public let method: PaymentMethodID?
    public let origin: String
    /// All guards of the request, each kind at most once.
    public let guards: [Guard]
    /// The guard that stands for the purchase.
    public let primary: Guard
    /// How long a paid card guard is still joined.
    public let duplicateWindow: Duration

    public init(
        purchase: Purchase,
        fingerprint: Fingerprint,
        earlierFingerprint: Fingerprint? = nil,
        method: PaymentMethodID?,
        origin: String,
        guards: [Guard],
        primary: Guard,
        duplicateWindow: Duration
    ) {
        self.purchase = purchase
        self.fingerprint = fingerprint
        self.earlierFingerprint = earlierFingerprint
        self.method = method
        self.origin = origin
        self.guards = guards
        self.primary = primary
        self.duplicateWindow = duplicateWindow
    }

    /// Decides. Guards without a holder are free.
    public func admission(meeting holders: [GuardHolder]) -> Admission {
        var takingOver: [Guard: PaymentID] = [:]
        // The purchase's own guard speaks first, then the order, then the card.
        for wanted in inOrderOfAuthority {
            guard let holder = holders.first(where: { $0.holds == wanted }) else { continue }
            switch decision(on: holder, among: holders) {
            case nil: takingOver[wanted] = holder.payment.id
            // The shop does not end what its customer has begun.
            case .replace where purchase.flow == .offSession: return .refuse(.paymentInProgress)
            case .replace(let payment): return replacing(payment, holders)
            case let decision?: return decision
            }
        }
        return .start(takingOver: takingOver)
    }

    /// A method that may not begin an attempt ends none either: a repeat of the first card's
    /// request that comes late must not end the challenge of the second card.
    private func replacing(_ payment: Payment, _ holders: [GuardHolder]) -> Admission {
        for holder in holders {
            switch holder.holds.kind {
            case .method: if let decision = asOneMethod(holder) { return decision }
            case .cvc where holder.holds != primary:
                if let decision = asOneToken(holder) { return decision }
            case .key, .order, .card, .cvc: break
            }
        }
        return .replace(payment)
    }

    private var inOrderOfAuthority: [Guard] {
        [primary] + guards.filter { $0 != primary }
    }

    /// `nil` where the guard may be taken over.
    private func decision(on holder: GuardHolder, among holders: [GuardHolder]) -> Admission? {
        if holder.holds == primary, speaksForPurchase(holder) {
            return asOneKey(holder, holders)
        }
        switch holder.holds.kind {
        case .key: return asOneKey(holder, holders)
        case .order: return asOneOrder(holder.payment, holders)
        case .cvc: return asOneToken(holder)
        case .method: return asOneMethod(holder)
        case .card: return asOneCard(holder.payment)
        }
    }

    /// An order that is the only name of a purchase plays the part of a key, but among requests of
    /// one flow only: what an app has open may be paid in another way.
    private func speaksForPurchase(_ holder: GuardHolder) -> Bool {
        switch primary.kind {
        case .key: true
        case .order: isSameFlow(holder.payment)
        case .method, .cvc, .card: false
        }
    }

    private func isAsked(_ known: Fingerprint) -> Bool {
        known == fingerprint || known == earlierFingerprint
    }

    // MARK: One key is one purchase

    private func asOneKey(_ holder: GuardHolder, _ holders: [GuardHolder]) -> Admission? {
        let payment = holder.payment
        // A key is one purchase for good; an order may have been tried with another cart under some
        // key since it was first taken.
        let known = holder.holds.kind == .key ? holder.fingerprint : payment.fingerprint
        guard isAsked(known) else { return .refuse(.keyReused) }
        let isSameMethod = isWithSameCard(payment, holders)
        switch payment.state {
        case .creating, .confirming, .authorized, .capturing, .processing, .unresolved,
            .quarantined, .succeeded, .unrecognised:
            return .follow(payment)
        // What is being ended already makes room for the other card once Stripe has said so.
        case .requiresAction, .open, .requiresCustomer, .canceling:
            return isSameMethod ? .follow(payment) : .replace(payment)
        case .declined, .expired, .canceled:
            guard isSameMethod, !mayTryAgain(payment) else { return nil }
            return .follow(paidSince(payment, holders) ?? payment)
        }
    }

    /// Whoever asks again under the key of an attempt that ended learns that their order was paid
    /// by another one since: "declined" would be true of the attempt, and not of the purchase.
    private func paidSince(_ payment: Payment, _ holders: [GuardHolder]) -> Payment? {
        let order = holders.first { $0.holds.kind == .order && $0.payment.id != payment.id }
        guard let paid = order?.payment, paid.state == .succeeded else { return nil }
        let isSameCart =
            paid.purchase.cart == purchase.cart && paid.purchase.currency == purchase.currency
        return isOwn(paid, isSameCart) ? paid : nil
    }

    /// Whether the attempt is with the card that is asked for now, and with the security code that
    /// was collected for it: a new token is a new try. The holders tell whose the token is.
    private func isWithSameCard(_ payment: Payment, _ holders: [GuardHolder]) -> Bool {
        guard method == nil || payment.method == method else { return false }
        guard let token = guards.first(where: { $0.kind == .cvc }) else { return true }
        return holders.contains { $0.holds == token && $0.payment.id == payment.id }
    }

    /// Nothing was executed, and nothing is wrong with the card; or there is no card yet, and to
    /// open anew what an app pays later charges nobody.
    private func mayTryAgain(_ payment: Payment) -> Bool {
        if method == nil, purchase.flow == .appConfirmed { return true }
        return payment.closing?.allowsSameCardAgain ?? false
    }

    private func isSameFlow(_ payment: Payment) -> Bool { payment.purchase.flow == purchase.flow }

    // MARK: One order is paid once

    private func asOneOrder(_ payment: Payment, _ holders: [GuardHolder]) -> Admission? {
        let isSameCart =
            payment.purchase.cart == purchase.cart
            && payment.purchase.currency == purchase.currency
        if purchase.flow == .offSession { return asShopsOrder(payment, isSameCart) }
        switch payment.state {
        case .declined, .expired, .canceled: return nil
        case .succeeded:
            return isOwn(payment, isSameCart) ? .follow(payment) : .refuse(.orderAlreadyPaid)
        case .open where isSameCart && payment.purchase.caller == purchase.caller:
            let isSame = isSameFlow(payment) && isWithSameCard(payment, holders)
            return isSame ? .follow(payment) : .replace(payment)
        case .requiresAction where isSameCart && payment.purchase.caller == purchase.caller,
            .requiresCustomer where isSameCart && payment.purchase.caller == purchase.caller:
            // A test name proves nothing, so that a guest may end the challenge but not see it.
            let isSame =
                isWithSameCard(payment, holders) && isOwn(payment, isSameCart)
                && (isSameFlow(payment) || purchase.flow != .appConfirmed)
            return isSame ? .follow(payment) : .replace(payment)
        case .requiresAction, .requiresCustomer, .open, .creating, .confirming, .authorized,
            .capturing, .canceling, .processing, .unresolved, .quarantined, .unrecognised:
            return isOwn(payment, isSameCart) ? .follow(payment) : .refuse(.paymentInProgress)
        }
    }

    /// A paid order is done, whoever paid it for the customer. What is open is somebody's to
    /// finish: under its own key the shop learns how it stands.
    private func asShopsOrder(_ payment: Payment, _ isSameCart: Bool) -> Admission? {
        switch payment.state {
        case .declined, .expired, .canceled: nil
        case .succeeded:
            isOwn(payment, isSameCart) ? .follow(payment) : .refuse(.orderAlreadyPaid)
        case .requiresAction, .requiresCustomer, .open, .creating, .confirming, .authorized,
            .capturing, .canceling, .processing, .unresolved, .quarantined, .unrecognised:
            .refuse(.paymentInProgress)
        }
    }

    /// Whether the attempt is provably the asker's: a signed-in customer's own, or one that was
    /// begun with this very payment method, which only its maker knows.
    private func isOwn(_ payment: Payment, _ isSameCart: Bool) -> Bool {
        guard isSameCart, payment.purchase.caller == purchase.caller else { return false }
        if case .customer = purchase.caller { return true }
        guard let method, !method.isTestName else { return false }
        return payment.method == method
    }

    // MARK: One payment method is used once

    private func asOneMethod(_ holder: GuardHolder) -> Admission? {
        guard isAsked(holder.payment.fingerprint) else {
            return .refuse(isForeign(holder.payment) ? .foreignMethod : .keyReused)
        }
        switch holder.payment.state {
        case .canceled where mayTryAgain(holder.payment): return nil
        case .declined, .expired, .canceled:
            // Of another method it only joined this attempt, and was never used itself.
            return holder.payment.method == method ? .follow(holder.payment) : nil
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .succeeded,
            .unrecognised:
            return .follow(holder.payment)
        }
    }

    /// Whether it is the payment of a customer who does not ask.
    private func isForeign(_ payment: Payment) -> Bool {
        payment.purchase.caller != .guest && payment.purchase.caller != purchase.caller
    }

    // MARK: One security code is used once

    private func asOneToken(_ holder: GuardHolder) -> Admission? {
        let payment = holder.payment
        guard isAsked(payment.fingerprint) else {
            return .refuse(holder.holds == primary ? .keyReused : .cvcTokenUsed)
        }
        switch payment.state {
        case .canceled where mayTryAgain(payment): return nil
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .succeeded,
            .declined, .expired, .canceled, .unrecognised:
            return .follow(payment)
        }
    }

    // MARK: One card, one cart, for a while

    private func asOneCard(_ payment: Payment) -> Admission? {
        switch payment.state {
        case .declined, .expired, .canceled: return nil
        case .succeeded where payment.times.sinceChange > duplicateWindow: return nil
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .succeeded,
            .unrecognised:
            let isStranger =
                purchase.caller == .guest && payment.method != method && payment.origin != origin
            return isStranger ? .followBlindly(payment) : .follow(payment)
        }
    }
}
