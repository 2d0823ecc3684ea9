import Testing

@testable import PayOnceClient

/// Every event in every state: what is done, and what the record says afterwards.
struct PaymentRunTests {
    static let secret = Secret("pi_1_secret_2")
    static let asks: [Ask] = [
        .first, .second(intent: "pi_1", secret: secret), .confirm, .cancel(paymentId: "pay_1"),
        .look(paymentId: "pay_1"),
    ]
    static let challenge = Challenge(clientSecret: secret, paymentIntentId: "pi_1")
    static let why = Explanation(sentence: "No.", code: "card_declined")
    static let receipt = Receipt(paymentId: "pay_1")

    static func refusal(_ status: Int, _ code: String, after seconds: Int? = nil) -> Refusal {
        Refusal(status: status, code: code, sentence: "No.", retryAfterSeconds: seconds)
    }

    /// What is expected of an event: in a run that may have charged before it, and in one that
    /// certainly has not.
    struct Row: Sendable, CustomStringConvertible {
        let event: Event
        let open: Expected
        let closed: Expected

        init(_ event: Event, _ both: Expected) { self.init(event, open: both, closed: both) }

        init(_ event: Event, open: Expected, closed: Expected) {
            self.event = event
            self.open = open
            self.closed = closed
        }

        var description: String { "\(event)" }

        /// Whoever takes back or looks is shown no challenge, and learns why there is nothing to
        /// take back.
        func expected(_ ask: Ask, isOpen: Bool) -> Expected {
            switch (ask, event) {
            case (.cancel, .refused(refusal(409, "payment_not_cancelable"))): .look
            case (.cancel, .answered(.challenge)), (.look, .answered(.challenge)):
                isOpen ? .doubt(.unfinished) : .end(.canceled(.unfinished), .waiting)
            case _: isOpen ? open : closed
            }
        }
    }

    enum Expected: Sendable {
        case end(Outcome, Stage)
        /// Ends in doubt; whether it may have charged, the row says by its column.
        case doubt(Doubt.Reason)
        /// Asks the same again; whether it may have charged now.
        case again(mayHaveCharged: Bool)
        case signIn
        case present
        case send
        case look
    }

    static let rows: [Row] =
        [
            Row(.answered(.paid(receipt)), .end(.paid(receipt), .paid)),
            Row(.answered(.declined(why)), .end(.declined(why), .ended)),
            Row(.answered(.expired(why)), .end(.expired(why), .ended)),
            Row(.answered(.canceled(why)), .end(.canceled(.byService(why)), .ended)),
            Row(.answered(.unpaid), .end(.canceled(.unfinished), .waiting)),
            Row(.answered(.challenge(challenge)), .present),
            Row(
                .answered(.inSheet(secret)),
                .end(.stillChecking(Doubt(reason: .inSheet(secret), mayHaveCharged: true)), .sent)
            ),
            Row(.answered(.processing), .again(mayHaveCharged: true)),
            Row(.answered(.unknown), .again(mayHaveCharged: true)),
            Row(.lost, .again(mayHaveCharged: true)),
            Row(
                .notSent,
                open: .again(mayHaveCharged: true),
                closed: .again(mayHaveCharged: false)
            ),
            Row(.notKept, .doubt(.notKept)),
            Row(.stopped, .doubt(.stopped)),
            Row(.challenged(.passed), .send),
            Row(.challenged(.failed), .send),
            Row(
                .challenged(.canceled),
                open: .doubt(.unfinished),
                closed: .end(.canceled(.byCustomer), .waiting)
            ),
            Row(.refused(refusal(401, "token_invalid")), .signIn),
            Row(
                .notSignedIn(refusal(401, "token_invalid")),
                open: .doubt(.refused(refusal(401, "token_invalid"))),
                closed: .end(.refused(refusal(401, "token_invalid")), .new)
            ),
            Row(
                .refused(refusal(409, "order_already_paid")),
                .end(.refused(refusal(409, "order_already_paid")), .new)
            ),
        ]
        + [
            refusal(409, "payment_in_progress"), refusal(429, "rate_limited", after: 3),
            refusal(429, "rate_limited"), refusal(503, "overloaded", after: 1),
            refusal(503, "unavailable", after: 1), refusal(408, "request_timeout"),
        ]
        .map {
            Row(
                .refused($0),
                open: .again(mayHaveCharged: true),
                closed: .again(mayHaveCharged: false)
            )
        }
        + Contract.finalRefusals.map { status, code in
            Row(
                .refused(refusal(status, code)),
                open: .doubt(.refused(refusal(status, code))),
                closed: .end(.refused(refusal(status, code)), .new)
            )
        }

    @Test(arguments: rows, asks)
    func `Every event in every state`(_ row: Row, _ ask: Ask) {
        for stage in Stage.allCases {
            let isOpen = stage == .sent || stage == .paid
            let before = PaymentRun(ask, from: stage)
            var run = before
            let action = run.received(row.event, elapsed: .zero, dice: 0.5)
            switch row.expected(ask, isOpen: isOpen) {
            case .end(let outcome, let end):
                #expect(action == .end(outcome))
                // A refusal and a doubt leave things as they were.
                #expect(run.stage == (end == .new && !isOpen ? stage : end))
            case .doubt(let reason):
                let doubt = Doubt(reason: reason, mayHaveCharged: isOpen)
                #expect(action == .end(.stillChecking(doubt)))
                #expect(run.stage == before.stage)
            case .again(let mayHaveCharged):
                guard case .wait(let pause, ask) = action else {
                    Issue.record("\(action)")
                    continue
                }
                #expect(pause >= .milliseconds(750))
                #expect(run.mayHaveCharged == mayHaveCharged)
                #expect(run.stage == (mayHaveCharged ? .sent : stage))
            case .signIn:
                #expect(action == .signIn(PaymentRunTests.refusal(401, "token_invalid"), ask))
                #expect(run.stage == before.stage)
            case .present:
                #expect(action == .present(PaymentRunTests.challenge))
                #expect(run.stage == (isOpen ? .sent : .waiting))
            case .send:
                #expect(action == .send(ask))
                #expect(run.stage == before.stage)
            case .look:
                #expect(action == .send(.look(paymentId: "pay_1")))
                #expect(run.stage == before.stage)
            }
        }
    }

    // MARK: Several events

    @Test func `After the challenge comes the second call`() {
        var run = PaymentRun(.first, from: .new)
        let challenge = PaymentRunTests.challenge
        #expect(run.received(.answered(.challenge(challenge))) == .present(challenge))
        let second = Ask.second(intent: "pi_1", secret: PaymentRunTests.secret)
        #expect(run.received(.challenged(.passed)) == .send(second))
        guard case .wait(_, second) = run.received(.lost) else {
            Issue.record("not asked again")
            return
        }
        #expect(run.stage == .sent)
        #expect(
            run.received(.answered(.paid(PaymentRunTests.receipt)))
                == .end(.paid(PaymentRunTests.receipt))
        )
    }

    @Test func `A challenge that failed is not shown again by itself`() {
        var run = PaymentRun(.first, from: .new)
        let challenge = PaymentRunTests.challenge
        _ = run.received(.answered(.challenge(challenge)))
        _ = run.received(.challenged(.failed))
        #expect(
            run.received(.answered(.challenge(challenge))) == .end(.canceled(.unfinished))
        )
        #expect(run.stage == .waiting)
    }

    /// The lost request may arrive when the challenge is passed, and charge.
    @Test func `A challenge closed after a lost answer is canceled at the service`() {
        var run = PaymentRun(.first, from: .new)
        var challenge = PaymentRunTests.challenge
        challenge.paymentId = "pay_1"
        _ = run.received(.lost)
        _ = run.received(.answered(.challenge(challenge)))
        #expect(run.received(.challenged(.canceled)) == .send(.cancel(paymentId: "pay_1")))
        var canceled = run
        let why = Explanation(sentence: "Canceled.", code: "canceled")
        #expect(
            canceled.received(.answered(.canceled(why))) == .end(.canceled(.byCustomer))
        )
        #expect(canceled.stage == .ended)
        let refusal = PaymentRunTests.refusal(409, "payment_not_cancelable")
        #expect(run.received(.refused(refusal)) == .send(.look(paymentId: "pay_1")))
        let replaced = Explanation(sentence: "Replaced.", code: "replaced")
        #expect(
            run.received(.answered(.canceled(replaced)))
                == .end(.canceled(.byService(replaced)))
        )
    }

    @Test func `The same challenge is shown three times at most`() {
        var run = PaymentRun(.first, from: .new)
        let challenge = PaymentRunTests.challenge
        for _ in 1...3 {
            #expect(run.received(.answered(.challenge(challenge))) == .present(challenge))
            _ = run.received(.challenged(.passed))
        }
        #expect(
            run.received(.answered(.challenge(challenge))) == .end(.canceled(.unfinished))
        )
    }

    @Test func `A sheet shows its challenge itself`() {
        let ends: [(Stage, Outcome)] = [
            (.new, .canceled(.unfinished)),
            (.sent, .stillChecking(Doubt(reason: .unfinished, mayHaveCharged: true))),
        ]
        for (stage, outcome) in ends {
            var run = PaymentRun(.first, from: stage, presentsChallenges: false)
            let event = Event.answered(.challenge(PaymentRunTests.challenge))
            #expect(run.received(event) == .end(outcome))
        }
    }

    @Test func `A token is renewed once for each expiry`() {
        let refusal = PaymentRunTests.refusal(401, "token_invalid")
        var run = PaymentRun(.first, from: .new)
        #expect(run.received(.refused(refusal)) == .signIn(refusal, .first))
        #expect(run.received(.refused(refusal)) == .end(.refused(refusal)))
        run = PaymentRun(.first, from: .new)
        #expect(run.received(.refused(refusal)) == .signIn(refusal, .first))
        _ = run.received(.answered(.unknown))
        #expect(run.received(.refused(refusal)) == .signIn(refusal, .first))
    }

    // MARK: Patience

    @Test func `Pauses double up to a limit and spread`() {
        let patience = Patience()
        func pauses(_ dice: Double) -> [Duration] {
            (1...6).map { patience.pause(after: $0, dice: dice, retryAfterSeconds: nil) }
        }
        #expect(pauses(0.5) == [1, 2, 4, 8, 15, 15].map { .seconds($0) })
        #expect(pauses(0) == [0.75, 1.5, 3, 6, 11.25, 11.25].map { .seconds($0) })
        #expect(patience.pause(after: 1, dice: 0.5, retryAfterSeconds: 7) == .seconds(7))
        #expect(patience.pause(after: 9, dice: 0.5, retryAfterSeconds: -7) == .seconds(15))
        #expect(patience.pause(after: .max, dice: 0.5, retryAfterSeconds: nil) == .seconds(15))
    }

    @Test(arguments: [
        (Event.lost, Doubt(reason: .noAnswer, mayHaveCharged: true)),
        (.notSent, Doubt(reason: .notReached, mayHaveCharged: false)),
        (.answered(.unknown), Doubt(reason: .outcomeUnknown, mayHaveCharged: true)),
        (.answered(.processing), Doubt(reason: .processing, mayHaveCharged: true)),
        (
            .refused(refusal(503, "overloaded")),
            Doubt(reason: .busy(refusal(503, "overloaded")), mayHaveCharged: false)
        ),
    ])
    func `Giving up is a doubt`(event: Event, doubt: Doubt) {
        var run = PaymentRun(.first, from: .new)
        let action = run.received(event, elapsed: .seconds(119.5), dice: 0.5)
        #expect(action == .end(.stillChecking(doubt)))
    }

    @Test func `A wait that is longer than all patience is not begun`() {
        var run = PaymentRun(.first, from: .new)
        let refusal = PaymentRunTests.refusal(429, "too_many_replacements", after: 3600)
        #expect(
            run.received(.refused(refusal))
                == .end(.stillChecking(Doubt(reason: .busy(refusal), mayHaveCharged: false)))
        )
    }
}

extension PaymentRun {
    fileprivate mutating func received(_ event: Event) -> Action {
        received(event, elapsed: .zero, dice: 0.5)
    }
}
