import Foundation
import PayOnceClient
import Synchronization
import TestKit
import Testing

/// The library for apps against the service itself: whatever happens between them, one charge, and
/// what the customer is told is so.
struct AppTests {
    // MARK: The guide's three cards

    @Test func `The guide's three cards`() async throws {
        try await Shop.open { shop in
            let app = try App(shop)
            let good = await app.checkout().pay(
                paymentMethodId: try await shop.stripe.paymentMethod(Card.good)
            )
            #expect(good.payment != nil)
            let challenged = await app.checkout().pay(
                paymentMethodId: try await shop.stripe.paymentMethod(Card.challenged)
            )
            #expect(challenged.payment != nil)
            let declined = await app.checkout().pay(
                paymentMethodId: try await shop.stripe.paymentMethod("4000000000009995")
            )
            guard case .declined(let why) = declined else {
                Issue.record("\(declined)")
                return
            }
            #expect(why.code == "card_declined" && why.declineCode == "insufficient_funds")
            #expect(!why.sentence.isEmpty)
            let payments = Set([good.payment, challenged.payment])
            #expect(Set(try await shop.stripe.book().map(\.payment)) == payments)
            for word in ["_secret_", "pm_", "pk_test", "Bearer"] {
                #expect(!app.log.contains(word))
            }
            #expect(app.log.contains("POST /pay: 200 (req_"))
        }
    }

    @Test func `Two taps are one payment`() async throws {
        try await Shop.open { shop in
            let checkout = try App(shop).checkout()
            let methods = [
                try await shop.stripe.paymentMethod(Card.good),
                try await shop.stripe.paymentMethod(Card.other),
            ]
            let outcomes = await withTaskGroup(of: Outcome.self) { group in
                for method in methods {
                    group.addTask { await checkout.pay(paymentMethodId: method) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 2 && outcomes[0] == outcomes[1] && outcomes[0].isPaid)
            #expect(try await shop.stripe.book().count == 1)
            #expect(await checkout.pay(paymentMethodId: methods[1]) == outcomes[0])
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A declined card, then the same again, then another one`() async throws {
        try await Shop.open { shop in
            let checkout = try App(shop).checkout()
            let bad = try await shop.stripe.paymentMethod(Card.declined)
            let good = try await shop.stripe.paymentMethod(Card.good)
            for _ in 1...2 {
                guard case .declined = await checkout.pay(paymentMethodId: bad) else {
                    Issue.record("not declined")
                    return
                }
            }
            #expect(await checkout.pay(paymentMethodId: good).isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    // MARK: The challenge

    @Test(arguments: [
        ("success", ChallengeResult.passed), ("success", .failed), ("failure", .failed),
        ("nothing", .canceled), ("nothing", .failed), ("nothing", .passed),
    ])
    func `Each end of the challenge`(done: String, told: ChallengeResult) async throws {
        try await Shop.open { shop in
            let app = try App(shop, challenge: done, told: told)
            let checkout = app.checkout()
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let outcome = await checkout.pay(paymentMethodId: method)
            let book = try await shop.stripe.book()
            switch (done, told) {
            case ("success", _): #expect(outcome.isPaid && book.count == 1)
            case ("failure", _):
                guard case .declined(let why) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(why.code == "payment_intent_authentication_failure" && book.isEmpty)
            case (_, .canceled): #expect(outcome == .canceled(.byCustomer) && book.isEmpty)
            case (_, _): #expect(outcome == .canceled(.unfinished) && book.isEmpty)
            }
            // Whoever thinks again goes on with the same card; whoever leaves takes it back.
            guard case .canceled = outcome else { return }
            #expect(await checkout.cancel() == .canceled(.byCustomer))
            #expect(await checkout.resume() == nil)
            let other = try await shop.stripe.paymentMethod(Card.good)
            #expect(await checkout.pay(paymentMethodId: other).isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `More than an hour in the challenge`() async throws {
        try await Shop.open { shop in
            let app = try App(shop, told: .canceled)
            let checkout = app.checkout()
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            #expect(await checkout.pay(paymentMethodId: method) == .canceled(.byCustomer))
            try await shop.stripe.advance(seconds: 3700)
            let outcome = await checkout.pay(paymentMethodId: method)
            guard case .expired = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try await shop.stripe.book().isEmpty)
            let other = try await shop.stripe.paymentMethod(Card.good)
            #expect(await checkout.pay(paymentMethodId: other).isPaid)
        }
    }

    // MARK: Faults at Stripe

    @Test(arguments: StripeFaultTests.faults)
    func `A fault on any request to Stripe`(_ fault: SimulatorFault) async throws {
        try await Shop.open(Patience.short) { shop in
            for path in ["/v1/payment_intents", "*/confirm"] {
                let method = try await shop.stripe.paymentMethod(Card.challenged)
                try await shop.stripe.add(fault.on(path))
                let app = try App(shop)
                let outcome = await app.checkout().pay(paymentMethodId: method)
                #expect(outcome.isPaid, "\(outcome) \(app.log)")
                try await shop.stripe.clearFaults()
            }
            try await shop.settle()
            #expect(try await shop.stripe.book().count == 2)
        }
    }

    @Test func `A Stripe that stays silent is a doubt, and then a payment`() async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("hang", times: nil, ["executed": true]))
            let patience = PayOnceClient.Patience(total: .seconds(5), firstPause: .seconds(1))
            let app = try App(shop, patience: patience)
            let outcome = await app.checkout().pay(paymentMethodId: method)
            let doubt = Doubt(reason: .outcomeUnknown, mayHaveCharged: true)
            #expect(outcome == .stillChecking(doubt))
            #expect(outcome.sentence?.contains("do not pay again") == true)
            try await shop.stripe.clearFaults()
            let later = try App(shop)
            let record = try await app.restarted().record
            let checkout = Checkout(record, at: later.service, store: later, challenges: later)
            #expect(record.mayHaveCharged)
            #expect(await checkout.resume()?.isPaid == true)
            #expect(await checkout.record.isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    // MARK: The way to the service

    @Test func `A service that is killed and comes back`() async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            try await shop.stripe.add(SimulatorFault.slow(seconds: 2))
            let method = try await shop.stripe.paymentMethod(Card.good)
            let checkout = try App(shop).checkout()
            async let outcome = checkout.pay(paymentMethodId: method)
            try await shop.stripe.waitForRequest(\.isCreate)
            try await shop.crash()
            try await shop.restart()
            #expect(await outcome.isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A service that is not there has charged nothing`() async throws {
        try await Shop.open { shop in
            let port = try ProcessPorts.free()
            let patience = PayOnceClient.Patience(total: .seconds(1), firstPause: .seconds(1))
            let app = try App(shop, port: port, patience: patience)
            let outcome = await app.checkout().pay(paymentMethodId: "pm_card_visa")
            let doubt = Doubt(reason: .notReached, mayHaveCharged: false)
            #expect(outcome == .stillChecking(doubt))
            #expect(try await app.restarted().record.mayHaveCharged == false)
        }
    }

    /// NF06: the library's own transport gives up, and what it says then is a doubt.
    @Test func `A silent service may have charged`() async throws {
        try await Shop.open { shop in
            let port = try ProcessPorts.free()
            let stuck = try HttpStuckPort(port)
            let patience = PayOnceClient.Patience(total: .seconds(1), request: .seconds(1))
            let app = try App(shop, port: port, patience: patience)
            let outcome = await app.checkout().pay(paymentMethodId: "pm_card_visa")
            #expect(outcome == .stillChecking(Doubt(reason: .noAnswer, mayHaveCharged: true)))
            #expect(try await app.restarted().record.mayHaveCharged)
            stuck.open()
        }
    }

    @Test func `Canceling the task stops the asking, and the payment goes on`() async throws {
        try await Shop.open { shop in
            try await shop.stripe.add(SimulatorFault.slow(seconds: 2))
            let method = try await shop.stripe.paymentMethod(Card.good)
            let app = try App(shop)
            let task = Task { await app.checkout().pay(paymentMethodId: method) }
            try await shop.stripe.waitForRequest(\.isCreate)
            task.cancel()
            let doubt = Doubt(reason: .stopped, mayHaveCharged: true)
            #expect(await task.value == .stillChecking(doubt))
            #expect(try await app.restarted().resume()?.isPaid == true)
            #expect(try await shop.stripe.book().count == 1)
        }
    }
}
