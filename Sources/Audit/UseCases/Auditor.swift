public import Payments

/// One audit: our own book, and then Stripe's against it. What is found is kept as it is found.
public actor Auditor {
    let book: any AuditBook
    let ledger: any AuditLedger
    /// `nil`: our own book alone.
    let stripe: (any StripeLists)?
    let rules: StripeRules
    /// The time of deadlines.
    let now: @Sendable () -> Duration
    let hash: Hash
    var counts = AuditCounts()
    var duplicates = DuplicateSearch()
    /// What was seen that can be put right; `nil` where nobody puts anything right.
    var repairs: [Repair]?

    /// Payments of a page: enough that the way to the database does not count, and little memory.
    static let pageSize = 1000

    public init(
        book: any AuditBook,
        ledger: any AuditLedger,
        stripe: (any StripeLists)?,
        isLive: Bool,
        now: @escaping @Sendable () -> Duration,
        hash: @escaping Hash
    ) {
        self.book = book
        self.ledger = ledger
        self.stripe = stripe
        rules = StripeRules(isLive: isLive)
        self.now = now
        self.hash = hash
    }

    /// Runs it. `tell` hears each finding in the end.
    ///
    /// - Throws: where the database could not be read to the end.
    public func run(
        _ window: AuditRequest.Window,
        tell: @Sendable (KeptFinding) -> Void
    ) async throws(StoreFailure) -> AuditReport {
        let progress = try await ledger.begin(AuditRequest(window, isLocal: stripe == nil))
        try await checkBook(in: progress.window)
        try await ledger.closeUnseen(
            FindingKind.allCases.filter(\.isSeenLocally),
            in: progress.window,
            since: progress.nowMicroseconds
        )
        let isComplete = try await compare(progress)
        if isComplete, stripe != nil {
            try await ledger.closeUnseen(
                FindingKind.allCases.filter { !$0.isSeenLocally },
                in: progress.window,
                since: progress.startedMicroseconds
            )
        }
        var digest = ReportDigest(hash)
        digest.add("\(progress.window.from) \(progress.window.until) \(stripe == nil)")
        var open = 0
        try await eachFinding(since: progress.startedMicroseconds) { finding in
            if finding.state == .open { open += 1 }
            digest.add(finding)
            tell(finding)
        }
        if isComplete { try await ledger.finish(progress.id, digest: digest.value) }
        return AuditReport(
            id: progress.id,
            window: progress.window,
            isLocal: stripe == nil,
            isComplete: isComplete,
            counts: counts,
            openFindings: open,
            newestSeal: try await book.newestSeal(),
            digest: digest.value
        )
    }

    private func eachFinding(
        since started: Int64,
        _ body: (KeptFinding) -> Void
    ) async throws(StoreFailure) {
        var last: KeptFinding.Key?
        repeat {
            let page = try await ledger.findings(
                seenSince: started,
                after: last,
                atMost: Auditor.pageSize
            )
            page.forEach(body)
            last = page.count == Auditor.pageSize ? page.last?.key : nil
        } while last != nil
    }

    /// Findings of one kind about one thing are one, with the facts of all.
    func keep(_ findings: [AuditFinding]) async throws(StoreFailure) {
        guard !findings.isEmpty else { return }
        var merged: [KeptFinding.Key: AuditFinding] = [:]
        for finding in findings {
            let key = KeptFinding.Key(subject: finding.subject, kind: finding.kind.rawValue)
            guard let earlier = merged[key] else {
                merged[key] = finding
                continue
            }
            merged[key] = AuditFinding(
                finding.kind,
                finding.subject,
                at: earlier.aboutMicroseconds,
                earlier.facts + finding.facts.filter { !earlier.facts.contains($0) },
                prepared: earlier.prepared ?? finding.prepared
            )
        }
        // In an order of their own, so that two audits lock the rows alike.
        let sorted = merged.values.sorted {
            ($0.subject, $0.kind.rawValue) < ($1.subject, $1.kind.rawValue)
        }
        try await ledger.keep(sorted, hash: hash)
    }

    // MARK: Our own book

    private func checkBook(in window: AuditWindow) async throws(StoreFailure) {
        let (catalogue, since) = try await book.catalogue()
        let local = LocalRules(catalogue: catalogue, pricesSinceMicroseconds: since)
        try await checkSeals(in: window)
        try await keep(try await book.orphans(in: window).map(\.finding))
        var last: AuditCursor?
        repeat {
            let page = try await book.payments(in: window, after: last, atMost: Auditor.pageSize)
            for paid in page.compactMap(\.paid) {
                if let finding = duplicates.met(paid) { try await keep([finding]) }
            }
            try await check(page, local, pricesSince: since)
            last = page.count == Auditor.pageSize ? page.last.map(\.cursor) : nil
        } while last != nil
        var lastID: String?
        repeat {
            let page = try await book.latecomers(
                in: window,
                after: lastID,
                atMost: Auditor.pageSize
            )
            try await check(page, local, pricesSince: since)
            lastID = page.count == Auditor.pageSize ? page.last?.id : nil
        } while lastID != nil
        duplicates = DuplicateSearch()
    }

    private func check(
        _ page: [PaymentFacts],
        _ local: LocalRules,
        pricesSince: Int64
    ) async throws(StoreFailure) {
        counts.payments += page.count
        var findings = try await book.damage(to: page.map(\.id)).map(\.finding)
        for finding in page.flatMap(local.findings) {
            if finding.kind == .priceDiffers, finding.isOfCatalogueAlone,
                try await book.mayHaveOlderPrice(finding.subject, than: pricesSince)
            {
                continue
            }
            findings.append(finding)
        }
        try await keep(findings)
    }

    private func checkSeals(in window: AuditWindow) async throws(StoreFailure) {
        if let unsealed = try await book.unsealed() { try await keep([unsealed.finding]) }
        var last: Int64?
        repeat {
            let page = try await book.seals(in: window, after: last, atMost: Auditor.sealPage)
            try await keep(page.damage.map(\.finding))
            last = page.last
        } while last != nil
    }

    /// Each may hold the events of a busy minute.
    private static let sealPage = 20
}

extension PaymentFacts {
    fileprivate var cursor: AuditCursor {
        AuditCursor(microseconds: ages.claimedMicroseconds, payment: id)
    }
}

extension AuditFinding {
    /// Nothing contradicts the price but the catalogue as it is now.
    fileprivate var isOfCatalogueAlone: Bool {
        facts.allSatisfy { ["row", "catalogue"].contains($0.name) }
    }
}
