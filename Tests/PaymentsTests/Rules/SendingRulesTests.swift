import Payments
import Testing

private let hour: Duration = .seconds(3600)
private let stripeNow: Int64 = 1_800_000_000

/// One question and its answer.
private struct Question: Sendable, CustomTestStringConvertible {
    let name: String
    var steps: [Payments.Operation.Name] = [.create, .confirm, .capture]
    var age: Duration = .zero
    var stepStripeSeconds: Int64? = stripeNow
    var sinceAsked: Duration = .zero
    var elapsed: Duration = .zero
    var stripeSeconds: Int64? = stripeNow
    var customerIsHere = false
    let maySend: Bool

    var testDescription: String { name }
}

private let questions: [Question] = [
    Question(name: "just asked for", maySend: true),
    Question(name: "asked for ten minutes ago", sinceAsked: .seconds(600), maySend: true),
    Question(name: "a moment more", sinceAsked: .milliseconds(600_001), maySend: false),
    Question(
        name: "the time since it was read counts",
        sinceAsked: .seconds(590),
        elapsed: .seconds(11),
        maySend: false
    ),
    Question(
        name: "asked for again right now",
        sinceAsked: hour * 20,
        customerIsHere: true,
        maySend: true
    ),
    Question(
        name: "a cancel is nobody's wish and may always be repeated",
        steps: [.cancel],
        sinceAsked: hour * 20,
        maySend: true
    ),
    Question(
        name: "23 hours by the database",
        steps: Payments.Operation.Name.allCases,
        age: hour * 23,
        customerIsHere: true,
        maySend: false
    ),
    Question(
        name: "a second less by the database",
        steps: Payments.Operation.Name.allCases,
        age: hour * 23 - .seconds(1),
        customerIsHere: true,
        maySend: true
    ),
    Question(
        name: "23 hours by the database and the time since it was read",
        steps: Payments.Operation.Name.allCases,
        age: hour * 22,
        elapsed: hour,
        customerIsHere: true,
        maySend: false
    ),
    Question(
        name: "23 hours by Stripe alone",
        steps: Payments.Operation.Name.allCases,
        stepStripeSeconds: stripeNow - 23 * 3600,
        customerIsHere: true,
        maySend: false
    ),
    Question(
        name: "a second less by Stripe",
        steps: Payments.Operation.Name.allCases,
        stepStripeSeconds: stripeNow - 23 * 3600 + 1,
        customerIsHere: true,
        maySend: true
    ),
    Question(
        name: "young by Stripe, old by the database",
        steps: Payments.Operation.Name.allCases,
        age: hour * 23,
        stepStripeSeconds: stripeNow,
        customerIsHere: true,
        maySend: false
    ),
    Question(
        name: "Stripe's time then is not known",
        age: hour,
        stepStripeSeconds: nil,
        customerIsHere: true,
        maySend: true
    ),
    Question(
        name: "Stripe's time now is not known",
        stepStripeSeconds: stripeNow - 30 * 3600,
        stripeSeconds: nil,
        customerIsHere: true,
        maySend: true
    ),
    Question(
        name: "a clock of Stripe that went back makes nothing younger",
        steps: Payments.Operation.Name.allCases,
        age: hour * 23,
        stepStripeSeconds: stripeNow + 7200,
        customerIsHere: true,
        maySend: false
    ),
]

@Suite("Sending rules")
struct SendingRulesTests {
    @Test("may send", arguments: questions)
    private func maySend(_ question: Question) {
        for step in question.steps {
            let payment = Sample.payment(
                operation: step,
                age: question.age,
                stepStripeSeconds: question.stepStripeSeconds,
                times: Sample.times(asked: question.sinceAsked)
            )
            let maySend = SendingRules().maySend(
                payment,
                elapsed: question.elapsed,
                stripeSeconds: question.stripeSeconds,
                customerIsHere: question.customerIsHere
            )
            #expect(maySend == question.maySend, "\(step)")
        }
    }

    @Test("the limit and the horizon are settings")
    func settings() {
        let payment = Sample.payment(age: .seconds(50), times: Sample.times(asked: .seconds(20)))
        let rules: [(SendingRules, Bool)] = [
            (SendingRules(resendLimit: .seconds(20)), true),
            (SendingRules(resendLimit: .seconds(19)), false),
            (SendingRules(keyHorizon: .seconds(50)), false),
            (SendingRules(keyHorizon: .seconds(51)), true),
        ]
        for (rule, maySend) in rules {
            #expect(
                rule.maySend(payment, elapsed: .zero, stripeSeconds: nil, customerIsHere: false)
                    == maySend
            )
        }
    }

    @Test(
        "the larger age counts",
        arguments: [
            (Duration.seconds(10), Int64(5), Duration.seconds(10)),
            (.seconds(5), 10, .seconds(10)),
            (.seconds(5), -10, .seconds(5)),
        ]
    )
    func age(database: Duration, stripe: Int64, expected: Duration) {
        let payment = Sample.payment(age: database, stepStripeSeconds: stripeNow - stripe)
        let age = SendingRules().ageOfStep(payment, elapsed: .zero, stripeSeconds: stripeNow)
        #expect(age == expected)
    }
}
