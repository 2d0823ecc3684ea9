import Audit
import Money
import Payments
import Testing

@testable import API

/// A book with one payment, one finding, and whatever is found; it remembers what is done.
actor ScriptedConsole: OpsBook, FindingDecisions, AuditDesk, ResolveUseCases {
    let payment: BookedPayment
    let finding: KeptFinding
    private let isAway: Bool
    private let answer: ResolveAnswer?
    private(set) var searches: [PaymentSearch] = []
    private(set) var decisions: [(KeptFinding.Key, FindingState, KeptFinding.Decision)] = []
    private(set) var resolved: [ResolveRequest] = []
    private(set) var audits: [AuditRequest] = []
    private(set) var keys: [String] = []

    /// How many things were done that are no reading.
    var writes: Int { decisions.count + resolved.count + audits.count }

    static let id = "pay_" + String(repeating: "a", count: 32)
    static let markup = "<script>alert(1)</script>"

    init(answering answer: ResolveAnswer? = nil, isAway: Bool = false) throws {
        self.answer = answer
        self.isAway = isAway
        let id = try #require(PaymentID(ScriptedConsole.id))
        let item = try #require(ItemID("<b>item</b>"))
        let lines: [(item: ItemID, quantity: Int64)] = [(item, 1)]
        payment = BookedPayment(
            id: id,
            state: .succeeded,
            amount: Amount(minorUnits: 1400, currency: .usd),
            refunded: 0,
            purchase: Purchase(
                caller: .customer(try #require(CustomerReference("=1+1"))),
                order: OrderID("o-1"),
                cart: try #require(Cart(lines)),
                currency: .usd
            ),
            intent: "pi_1",
            method: "pm_1",
            card: BookedPayment.Card(brand: "visa", last4: "4242"),
            closing: Closing(code: "card_declined", message: ScriptedConsole.markup),
            claimedMicroseconds: 0,
            changedMicroseconds: 1_000_000
        )
        finding = KeptFinding(
            key: KeptFinding.Key(subject: ScriptedConsole.id, kind: "suspected_duplicate"),
            state: .open,
            detail: "other=\(ScriptedConsole.markup)",
            notedMicroseconds: 0,
            facts: nil,
            decision: nil,
            prepared: PreparedAction(.refund, ScriptedConsole.id)
        )
    }

    // MARK: Reading

    func overview() async throws(StoreFailure) -> Overview {
        try look()
        return Overview(
            nowMicroseconds: 0,
            today: [.init(state: "succeeded", currency: "usd", count: 2, minorUnits: 2800)],
            isWhole: true,
            unresolved: [payment],
            unresolvedCount: 1,
            findings: [.init(kind: "quarantined", count: 1, oldest: .seconds(5))],
            newestSeal: nil,
            oldestUnsealed: .seconds(3)
        )
    }

    func payments(
        _ search: PaymentSearch,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookedPayment] {
        try look()
        searches.append(search)
        return [payment]
    }

    func file(of id: PaymentID) async throws(StoreFailure) -> PaymentFile? {
        try look()
        guard id == payment.id else { return nil }
        let event = TimelineEvent(
            number: 1,
            unixMicroseconds: 0,
            word: "claimed",
            detail: ScriptedConsole.markup,
            state: .creating,
            instance: InstanceID("i-1"),
            answered: "create 1",
            receipt: Receipt(status: 200, requestID: "req_1", isReplay: true, stripeSeconds: 1)
        )
        return PaymentFile(
            payment: payment,
            timeline: Timeline(events: [event], steps: []),
            refunds: [],
            findings: [finding]
        )
    }

    func holders(of keys: [String]) async throws(StoreFailure) -> [BookedPayment] {
        try look()
        self.keys += keys
        return [payment]
    }

    func duplicates(atMost count: Int) async throws(StoreFailure) -> [DuplicateCase] {
        try look()
        return [DuplicateCase(finding: finding, payments: [payment])]
    }

    func findings(
        _ state: FindingState,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding] {
        try look()
        return state == .open ? [finding] : []
    }

    func finding(_ key: KeptFinding.Key) async throws(StoreFailure) -> KeptFinding? {
        try look()
        return key == finding.key ? finding : nil
    }

    private func look() throws(StoreFailure) {
        if isAway { throw .unavailable }
    }

    // MARK: Doing

    func decide(
        _ key: KeptFinding.Key,
        _ state: FindingState,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure) -> Bool {
        try look()
        decisions.append((key, state, decision))
        return key == finding.key
    }

    func resolve(_ request: ResolveRequest, until deadline: Duration) async -> ResolveAnswer {
        resolved.append(request)
        return answer ?? .refused(.notFound, nil)
    }

    private var running: AuditRun?

    func start(_ request: AuditRequest) async -> AuditStart {
        if let running { return .busy(running) }
        audits.append(request)
        let run = AuditRun(
            id: "audit_1",
            window: AuditWindow(from: 0, until: 1000),
            isLocal: request.isLocal,
            comparedUntil: 250
        )
        running = run
        return .started(run)
    }

    func run(_ id: String) async -> AuditRun? { running.flatMap { $0.id == id ? $0 : nil } }
    func latest() async -> AuditRun? { running }
}
