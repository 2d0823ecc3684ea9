import Testing

@testable import Payments

@Suite("What is made of Stripe's events")
struct EventRulesTests {
    private static let payment = Sample.payment().id
    private static let intent = Sample.known(PaymentIntentID("pi_1"))
    private static let other = Sample.known(PaymentIntentID("pi_2"))
    private static let refund = Sample.known(StripeRefundID("re_1"))
    private static let dispute = Sample.known(DisputeID("du_1"))
    private static let day: Int64 = 86_400
    private static let now: Int64 = 1_800_000_000

    private static func known(
        _ state: PaymentState,
        intent: PaymentIntentID? = intent,
        refunded: Int64 = 0,
        refunds: [StripeRefundID: RefundState] = [:],
        disputes: [DisputeID: DisputeStanding] = [:]
    ) -> KnownPayment {
        KnownPayment(
            id: payment,
            intent: intent,
            state: state,
            refunded: refunded,
            refunds: refunds,
            disputes: disputes
        )
    }

    private static func dispute(_ status: String, _ funds: DisputeFunds) -> DisputeSnapshot {
        DisputeSnapshot(
            id: dispute,
            intent: intent,
            minorUnits: 1400,
            currencyCode: "usd",
            reason: "fraudulent",
            standing: DisputeStanding(status: status, funds: funds)
        )
    }

    // MARK: Windows

    @Test("The first window begins with the oldest payment, and without one just now")
    func firstWindow() {
        let empty = EventRules.window(readThrough: nil, oldest: nil, now: Self.now)
        #expect(empty.since == Self.now - 600)
        #expect(empty.before == nil && empty.readThrough == Self.now && !empty.isBehind)
        let used = EventRules.window(readThrough: nil, oldest: .seconds(7200), now: Self.now)
        #expect(used.since == Self.now - 7800)
        #expect(used.before == Self.now - 7200 && used.readThrough == Self.now - 7200)
        #expect(used.isBehind)
        let old = EventRules.window(readThrough: nil, oldest: .seconds(9_999_999), now: Self.now)
        #expect(old.since == Self.now - 30 * Self.day)
    }

    @Test("Windows follow each other with an overlap, and end in the present")
    func nextWindows() {
        var through = Self.now - 2000
        var windows: [EventWindow] = []
        repeat {
            windows.append(EventRules.window(readThrough: through, oldest: nil, now: Self.now))
            through = windows[windows.count - 1].readThrough
        } while windows[windows.count - 1].isBehind
        #expect(windows.map(\.since) == [2030, 1460, 890, 320].map { Self.now - $0 })
        #expect(windows.dropLast().allSatisfy { $0.before == $0.readThrough })
        #expect(windows[3].before == nil && windows[3].readThrough == Self.now)
    }

    @Test("A clock of Stripe's that went back leaves no hole")
    func clockGoesBack() {
        let window = EventRules.window(readThrough: Self.now + 500, oldest: nil, now: Self.now)
        #expect(window.since == Self.now - EventRules.overlapSeconds)
    }

    @Test("What Stripe has forgotten is a gap, and the reading goes on behind it")
    func gap() {
        let limit = Self.now - 30 * Self.day
        #expect(!EventRules.isGap(readThrough: nil, now: Self.now))
        #expect(!EventRules.isGap(readThrough: limit, now: Self.now))
        #expect(EventRules.isGap(readThrough: limit - 1, now: Self.now))
        let window = EventRules.window(readThrough: limit - 99, oldest: nil, now: Self.now)
        #expect(window.since == limit)
    }

    // MARK: Notices

    @Test(
        "An intent is looked at where its news is none of the state's",
        arguments: PaymentState.all
    )
    func intents(_ state: PaymentState) {
        let wanted: Set<IntentNews> =
            switch state {
            case .succeeded: [.canceled]
            case .declined, .expired, .canceled: [.succeeded, .processing]
            case .quarantined, .unrecognised: []
            case .creating, .confirming, .authorized, .capturing, .canceling, .processing,
                .unresolved:
                []
            case .requiresAction, .open, .requiresCustomer: [.succeeded, .canceled, .processing]
            }
        for news in [IntentNews.succeeded, .canceled, .processing] {
            let notice = StripeNotice.intent(Self.intent, news, payment: Self.payment)
            let hint = EventRules.hint(of: notice, about: Self.known(state))
            #expect(hint == (wanted.contains(news) ? Hint(Self.payment, .intent) : nil), "\(news)")
        }
    }

    @Test("An intent with our name that nobody knows is a stray one")
    func strays() {
        func hint(_ news: IntentNews, _ known: KnownPayment?, named: Bool = true) -> Hint? {
            let name = named ? Self.payment : nil
            return EventRules.hint(of: .intent(Self.other, news, payment: name), about: known)
        }
        let stray = Hint(Self.payment, .stray(Self.other))
        #expect(hint(.succeeded, nil) == stray)
        #expect(hint(.processing, nil) == stray)
        #expect(hint(.canceled, nil) == nil)
        #expect(hint(.succeeded, nil, named: false) == nil)
        #expect(hint(.succeeded, Self.known(.succeeded)) == stray)
        #expect(hint(.succeeded, Self.known(.canceled, intent: nil)) == stray)
        // Whoever creates it finds it.
        #expect(hint(.succeeded, Self.known(.creating, intent: nil)) == nil)
        #expect(hint(.succeeded, Self.known(.unresolved, intent: nil)) == nil)
    }

    struct RefundRow: Sendable {
        let status: String
        let known: RefundState?
        let isNews: Bool
    }

    @Test(
        "A refund is looked for where the ledger does not say the same",
        arguments: [
            RefundRow(status: "succeeded", known: nil, isNews: true),
            RefundRow(status: "pending", known: nil, isNews: true),
            RefundRow(status: "succeeded", known: .requested, isNews: true),
            RefundRow(status: "succeeded", known: .unresolved, isNews: true),
            RefundRow(status: "pending", known: .pending, isNews: false),
            RefundRow(status: "succeeded", known: .pending, isNews: true),
            RefundRow(status: "pending", known: .succeeded, isNews: false),
            RefundRow(status: "succeeded", known: .succeeded, isNews: false),
            RefundRow(status: "failed", known: .succeeded, isNews: true),
            RefundRow(status: "canceled", known: .succeeded, isNews: true),
            RefundRow(status: "failed", known: .failed, isNews: false),
            RefundRow(status: "succeeded", known: .failed, isNews: true),
            RefundRow(status: "succeeded", known: .unrecognised("later"), isNews: false),
        ]
    )
    func refunds(_ row: RefundRow) {
        let refunds = row.known.map { [Self.refund: $0] } ?? [:]
        let hint = EventRules.hint(
            of: .refund(Self.refund, status: row.status, of: Self.intent),
            about: Self.known(.succeeded, refunds: refunds)
        )
        #expect(hint == (row.isNews ? Hint(Self.payment, .refunds) : nil))
    }

    @Test("So much went back: news where it is more than is known")
    func sums() {
        func hint(_ sum: Int64, _ state: PaymentState = .succeeded) -> Hint? {
            EventRules.hint(
                of: .refunded(sum, of: Self.intent),
                about: Self.known(state, refunded: 500)
            )
        }
        #expect(hint(500) == nil && hint(400) == nil)
        #expect(hint(501) == Hint(Self.payment, .refunds))
        #expect(hint(501, .canceled) == nil, "a hold that was given back")
    }

    @Test("A dispute is read where it stands otherwise than is known")
    func disputes() {
        let withdrawn = DisputeStanding(status: "needs_response", funds: .withdrawn)
        let known = Self.known(.succeeded, disputes: [Self.dispute: withdrawn])
        func hint(_ dispute: DisputeSnapshot, _ known: KnownPayment?) -> Hint? {
            EventRules.hint(of: .dispute(dispute), about: known)
        }
        let wanted = Hint(Self.payment, .dispute(Self.dispute))
        #expect(hint(Self.dispute("needs_response", .withdrawn), known) == nil)
        #expect(hint(Self.dispute("needs_response", .untouched), known) == wanted)
        #expect(hint(Self.dispute("won", .reinstated), known) == wanted)
        #expect(hint(Self.dispute("lost", .withdrawn), Self.known(.succeeded)) == wanted)
    }

    @Test("What is about nobody's intent is nothing to us")
    func strangers() {
        let notices: [StripeNotice] = [
            .intent(Self.other, .succeeded, payment: nil),
            .refund(Self.refund, status: "succeeded", of: Self.other),
            .refunded(1, of: Self.other),
            .dispute(Self.dispute("lost", .withdrawn)),
        ]
        #expect(notices.allSatisfy { EventRules.hint(of: $0, about: nil) == nil })
    }

    // MARK: Looking

    @Test(
        "Of a payment that waits for its payer only an end is taken in",
        arguments: [
            PaymentState.requiresAction, .open, .requiresCustomer,
        ]
    )
    func glances(_ state: PaymentState) {
        let ends: [PaymentEvent] = [
            .found(.succeeded, sendIsOpen: false), .found(.canceled, sendIsOpen: false),
            .found(.processing, sendIsOpen: false), .mismatched,
        ]
        #expect(ends.allSatisfy { EventRules.takesIn($0, in: state) })
        let others: [Finding] = [
            .requiresAction, .requiresConfirmation, .requiresCapture(nil), .open,
            .requiresCustomer, .requiresPaymentMethod(Sample.declined, isLapsed: false),
            .other("new"),
        ]
        for finding in others {
            #expect(!EventRules.takesIn(.found(finding, sendIsOpen: false), in: state))
            #expect(EventRules.takesIn(.found(finding, sendIsOpen: false), in: .declined))
        }
    }

    @Test("Hints that cannot be followed are put off longer and longer, up to half an hour")
    func pauses() {
        let pauses = (0..<10).map { EventRules.pause(after: $0) }
        #expect(pauses.prefix(3) == [.seconds(30), .seconds(60), .seconds(120)])
        #expect(pauses.suffix(4).allSatisfy { $0 == .seconds(1920) })
    }

    @Test("A dispute's words")
    func words() {
        func word(_ status: String, isNew: Bool = false) -> String {
            let standing = DisputeStanding(status: status, funds: .withdrawn)
            let known = DisputeStanding(status: "needs_response", funds: .untouched)
            return EventRules.word(of: standing, knownAs: isNew ? nil : known)
        }
        #expect(word("needs_response", isNew: true) == "dispute_opened")
        #expect(word("under_review") == "dispute_changed")
        #expect(word("won") == "dispute_closed" && word("warning_closed") == "dispute_closed")
        #expect(word("lost") == "dispute_lost" && word("lost", isNew: true) == "dispute_lost")
        #expect(word("a word of tomorrow") == "dispute_changed")
        func concern(_ status: String) -> String? {
            EventRules.concern(about: DisputeStanding(status: status, funds: .withdrawn))
        }
        #expect(concern("needs_response") == "disputed" && concern("lost") == "dispute_lost")
        #expect(concern("won") == nil && concern("a word of tomorrow") == "disputed")
    }

    @Test("Subjects are what they were when they are read again")
    func subjects() {
        let all: [Hint.Subject] = [
            .intent, .refunds, .dispute(Self.dispute), .stray(Self.intent),
        ]
        #expect(all.allSatisfy { Hint.Subject(word: $0.word) == $0 })
        #expect(Hint.Subject(word: "of a newer program") == nil)
        #expect(DisputeID("dp_1") != nil && DisputeID("re_1") == nil)
    }
}
