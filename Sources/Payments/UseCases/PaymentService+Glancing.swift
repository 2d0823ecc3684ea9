// Looking at an attempt because Stripe's events hint at news of it. Nothing is asked of Stripe but
// what is so, and no time of the attempt is changed: an early look brings no end forward.

extension PaymentService {
    /// Takes in what Stripe says of a payment that nobody works on: an end, and whatever
    /// contradicts one.
    ///
    /// - Returns: whether nothing of it is news any more; `false`: look again later.
    public func takeIn(_ payment: PaymentID, until deadline: Duration) async -> Bool {
        do throws(StoreFailure) {
            return try await glance(at: payment, until: deadline)
        } catch {
            return false
        }
    }

    /// Takes in what Stripe says of the attempt's intent, where nobody works on it.
    ///
    /// - Returns: whether nothing of it is news any more; `false`: look again later.
    func glance(at id: PaymentID, until deadline: Duration) async throws(StoreFailure) -> Bool {
        guard let payment = try await repository.payment(id) else { return true }
        if let running = drives[id] {
            await wait(for: running, round: nil, until: deadline)
            return false
        }
        guard isReady, !payment.state.needsWork, payment.owner == .nobody else { return false }
        let drive = begin(payment, from: .glance, .away)
        await wait(for: drive, round: nil, until: deadline)
        return drive.isOver && !drive.couldNotRead && !drive.wasOvertaken
            && drive.lease.isLive(at: time.now)
    }

    func glance(_ drive: Drive) async -> DriveStep {
        guard let id = drive.payment.intent else { return .over }
        switch await read(id, drive) {
        case .value(let intent, let stripeSeconds):
            let event = reading.event(
                of: intent,
                for: drive.payment,
                stripeSeconds: stripeSeconds,
                sendIsOpen: false
            )
            guard EventRules.takesIn(event, in: drive.payment.state) else { return .over }
            return await apply(event, drive, intent: intent, stripeSeconds: stripeSeconds)
        case .notFound:
            await note("intent_missing", "Stripe does not know \(id)", drive)
            return .over
        case .unavailable:
            drive.couldNotRead = true
            return .over
        }
    }

    /// An intent bears the name of a payment that does not know it: the database forgot, what was
    /// proven absent was executed after all, or somebody copied our metadata. A person decides.
    ///
    /// - Returns: whether it has been looked at to the end.
    func look(
        atStray intent: PaymentIntentID,
        naming id: PaymentID,
        until deadline: Duration
    ) async throws(StoreFailure) -> Bool {
        switch await processor.retrieve(intent, showsCharge: false, deadline: deadline) {
        case .value(let found, _):
            guard found.paymentID == id.description else { return true }
            let payment = try await repository.payment(id)
            if payment?.intent == intent { return true }
            try await repository.note(
                OpsFinding(
                    payment: id,
                    kind: "unknown_intent",
                    detail: "\(intent) is \(found.status), and the payment "
                        + (payment.map { "is \($0.state.word) without it" } ?? "is not known")
                )
            )
            return true
        case .notFound: return true
        case .unavailable: return false
        }
    }
}
