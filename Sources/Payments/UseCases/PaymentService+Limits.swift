// The limits on new attempts. Only a new attempt is ever refused by them: what exists is answered.
//
// The counts are those of all instances, in the database, and yet a payment waits for none of them.
// An instance decides by what it knows (`AttemptLedger`), writes what it counted behind the
// payment, and reads in the same commit what all have counted: at most ten such commits a second,
// whether one payment comes or a thousand. Counting within the claim would be exact, and would let
// all payments of one network wait in line for one row until each has been committed; taking leases
// of tokens beforehand would cost a round trip for every guest, since each comes from an address of
// their own. What this costs instead: of a name that fills up at the same moment in several
// instances, each may let through what comes within a tenth of a second, and at worst a whole
// window's worth.

/// The limits, and what they need. Without it nothing is limited.
public struct AttemptLimiting: Sendable {
    let limits: AttemptLimits
    let counters: any RateCounters
    /// Of names before they are kept: with a key that is not in the database, since all IPv4
    /// addresses are hashed within a minute, and the digests would say who paid from where. The
    /// same in all instances.
    let keyedHash: Hash

    public init(limits: AttemptLimits, counters: any RateCounters, keyedHash: @escaping Hash) {
        self.limits = limits
        self.counters = counters
        self.keyedHash = keyedHash
    }

    func name(_ kind: AttemptLimits.Kind, _ text: String) -> RateName {
        RateName(kind: kind, digest: keyedHash(Array("\(kind.rawValue)\n\(text)".utf8)))
    }
}

/// The limits at work in one instance. Lives on the service.
final class Limiter {
    let limiting: AttemptLimiting
    var ledger: AttemptLedger
    var isExchanging = false
    var isExchangeDue = false

    init(_ limiting: AttemptLimiting) {
        self.limiting = limiting
        ledger = AttemptLedger(limiting.limits)
    }
}

extension PaymentService {
    /// How long a count may wait for others to be written with it.
    static let countPause: Duration = .milliseconds(100)
    /// How long a name that others have filled up may go unnoticed.
    private static let watchInterval: Duration = .seconds(1)
    /// A window is never wanted once it is over; a minute bounds how many of them lie about.
    private static let cleanInterval: Duration = .seconds(60)
    /// Rows that one statement removes: some milliseconds of work and of locks.
    private static let mostRemoved = 1000
    /// How long the end of an attempt may take to learn which card it was.
    private static let cardLook: Duration = .seconds(10)

    // MARK: Before an attempt

    /// How long a request has to wait because of who asks; `nil`: not at all. Asked before Stripe
    /// is troubled with the card.
    func wait(before request: PayRequest) -> Duration? {
        guard let limiter, request.flow.isLimited else { return nil }
        let names = askers(of: request, limiter.limiting)
        return limiter.ledger.wait(for: names, at: time.now)
    }

    /// Counts a new attempt, unless one of its names is full.
    ///
    /// - Returns: what was counted, or how long to wait.
    func counted(
        _ entry: Entry,
        until deadline: Duration
    ) async -> Counted {
        guard let limiter, entry.request.flow.isLimited else { return .counted([]) }
        let limiting = limiter.limiting
        let card = await cardThatMatters(entry, until: deadline)
        var names = askers(of: entry.request, limiting)
        if case .guest = entry.request.caller, entry.attemptsBefore > 0 {
            switch entry.asked.primary.kind {
            case .key, .order: names.append(limiting.name(.guest, entry.asked.primary.key))
            case .method, .card, .cvc: break
            }
        }
        if let card {
            names.append(limiting.name(.card, card))
            names.append(limiting.name(.cardDeclines, card))
        }
        if let wait = limiter.ledger.wait(for: names, at: time.now) { return .full(wait) }
        // Nothing is awaited between the question and the count, so that of a hundred requests at
        // once no more begin than may.
        let begun = names.filter { !$0.kind.isOfDeclines }
        limiter.ledger.count(begun, at: time.now)
        exchangeSoon()
        return .counted(begun)
    }

    /// It did not begin after all.
    func uncount(_ names: [RateName]) {
        limiter?.ledger.giveBack(names, at: time.now)
    }

    private func askers(of request: PayRequest, _ limiting: AttemptLimiting) -> [RateName] {
        var names = [
            limiting.name(.address, request.origin),
            limiting.name(.addressDeclines, request.origin),
        ]
        if case .customer(let reference) = request.caller {
            names.append(limiting.name(.customer, reference.description))
        }
        return names
    }

    /// The card, where it is known, and where it is not but some card is turned away: Stripe is
    /// asked only while somebody tries out cards. What cannot be read is let through.
    private func cardThatMatters(_ entry: Entry, until deadline: Duration) async -> String? {
        if let card = entry.cardFingerprint { return card }
        guard let limiter, limiter.ledger.turnsCardsAway(at: time.now),
            let method = entry.asked.method
        else { return nil }
        return await fingerprint(of: method, until: deadline)
    }

    private func fingerprint(of method: PaymentMethodID, until deadline: Duration) async -> String?
    {
        switch await processor.cardFingerprint(of: method, deadline: deadline) {
        case .value(let fingerprint, _): fingerprint
        case .notFound, .unavailable: nil
        }
    }

    // MARK: After it

    /// Counts what became of an attempt, once: in the moment in which it was written.
    func count(endOf drive: Drive, was earlier: PaymentState) {
        let payment = drive.payment
        guard let limiter, earlier != payment.state, payment.purchase.flow.isLimited else { return }
        let network = limiter.limiting.name(.addressDeclines, payment.origin)
        switch payment.state {
        case .declined:
            guard payment.closing?.isDeclineOfCard == true else { return }
            var names = [network]
            if let card = drive.cardFingerprint {
                names.append(limiter.limiting.name(.cardDeclines, card))
            }
            limiter.ledger.count(names, at: time.now)
            exchangeSoon()
        case .succeeded:
            // Declines of a network are known where they were counted, and nearly all successes are
            // of networks without any.
            guard limiter.ledger.hasCounted(network, at: time.now) else { return }
            limiter.ledger.release(network, at: time.now)
            exchangeSoon()
            releaseCard(of: drive)
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .expired, .canceled, .quarantined,
            .unrecognised:
            return
        }
    }

    /// Behind the answer: only of somebody whose network had a decline is it asked which card it
    /// was that paid in the end.
    private func releaseCard(of drive: Drive) {
        let (known, method) = (drive.cardFingerprint, drive.cardUsed ?? drive.payment.method)
        inBackground { service in
            var card = known
            if card == nil, let method {
                let deadline = service.time.now + PaymentService.cardLook
                card = await service.fingerprint(of: method, until: deadline)
            }
            guard let card, let limiter = service.limiter else { return }
            let name = limiter.limiting.name(.cardDeclines, card)
            limiter.ledger.release(name, at: service.time.now)
            service.exchangeSoon()
        }
    }

    // MARK: Sharing

    /// Learns what others have counted, and goes on doing so.
    func startLimits() async {
        guard limiter != nil else { return }
        await exchange()
        inBackground { service in
            while !service.isStopping {
                await service.sleep(PaymentService.watchInterval)
                await service.exchange()
            }
        }
        inBackground { service in
            while !service.isStopping {
                await service.sleep(PaymentService.cleanInterval)
                await service.removeEndedWindows()
            }
        }
    }

    private func exchangeSoon() {
        guard let limiter, !limiter.isExchangeDue, limiter.ledger.hasUnsent else { return }
        limiter.isExchangeDue = true
        time.call(after: PaymentService.countPause) { [self] in
            inBackground { service in
                service.limiter?.isExchangeDue = false
                await service.exchange()
            }
        }
    }

    /// Writes what was counted here and reads what was counted everywhere. One at a time: an answer
    /// is about all that was under way.
    func exchange() async {
        guard let limiter, !limiter.isExchanging else { return }
        limiter.isExchanging = true
        let counts = limiter.ledger.outgoing()
        do throws(StoreFailure) {
            let reading = try await limiter.limiting.counters.exchange(counts)
            limiter.ledger.learned(reading, at: time.now)
            limiter.isExchanging = false
            exchangeSoon()
        } catch {
            // What is known goes on counting here; the next exchange brings it along.
            limiter.ledger.outgoingFailed()
            limiter.isExchanging = false
        }
    }

    private func removeEndedWindows() async {
        guard let counters = limiter?.limiting.counters else { return }
        do throws(StoreFailure) {
            var removed = PaymentService.mostRemoved
            while removed == PaymentService.mostRemoved, !isStopping {
                removed = try await counters.removeEnded(atMost: PaymentService.mostRemoved)
            }
        } catch {
            // The next round does it.
        }
    }
}

/// What the limits said of a new attempt.
enum Counted {
    case counted([RateName])
    case full(Duration)
}

extension Flow {
    /// Not the shop's own charges: their requests come from its server alone, and the cards are
    /// those of customers who have paid with them.
    fileprivate var isLimited: Bool {
        switch self {
        case .onSession, .appConfirmed: true
        case .offSession: false
        }
    }
}
