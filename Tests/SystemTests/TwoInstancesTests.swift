import Glibc
import JSON
import TestKit
import Testing

/// CO08: two processes on one database.
struct TwoInstancesTests {
    /// CO01, NF05: a proxy that hands the same request to both.
    @Test(arguments: [Key.first, nil])
    func `Fifty equal requests to two instances are one charge`(key: String?) async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 1]))
            let method = try await shop.stripe.paymentMethod(Card.good)
            let answers = try await many(50) { number in
                try await shop.pay(method, key: key, at: shop.all[number % 2])
            }
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            #expect(Set(answers.map(\.answer.text)).count == 1)
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.stripe.requests().count { $0.isCreate } == 1)
        }
    }

    /// RC04.
    @Test func `Twenty second calls to two instances confirm once`() async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            let answers = try await many(20) { number in
                try await shop.confirm(challenge.intent, at: shop.all[number % 2])
            }
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            let confirms = try await shop.stripe.requests().filter(\.isConfirm)
            #expect(Set(confirms.map(\.key)).count == 1)
            #expect(confirms.count { $0.outcome == "executed" } == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// DC04: two cards' taps, two processes, no key.
    @Test func `Two taps at two instances are one charge`() async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            let methods = try await many(10) { _ in try await shop.stripe.paymentMethod(Card.good) }
            let answers = try await many(10) { number in
                try await shop.pay(methods[number], at: shop.all[number % 2])
            }
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            #expect(Set(answers.map(\.payment)).count == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// ST04.
    @Test(arguments: [true, false])
    func `One takes over from the other`(isExecuted: Bool) async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            try await shop.addInstance()
            let method = try await shop.stripe.paymentMethod(Card.good)
            let fault = SimulatorFault("hang", times: 1, ["executed": .bool(isExecuted)])
            try await shop.stripe.add(fault)
            let lost = try HttpSocket(port: shop.service.port)
            try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
            try await shop.stripe.waitForRequest(\.isCreate)
            async let waiting = shop.pay(method, key: Key.first, at: shop.second)
            try await shop.crash()
            #expect(try await waiting.isPaid)
            try await shop.settle()
            #expect(try await shop.stripe.book().count == 1)
            #expect(try await shop.executedCreates() == 1)
        }
    }

    /// ID09, ID10: the one that sleeps has sent already, and wakes up to an answer that is old.
    @Test func `One that slept through its lease changes nothing after it`() async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            try await shop.addInstance()
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let slept = try await sleepThroughLease(of: shop) {
                try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 2]))
                let lost = try HttpSocket(port: shop.service.port)
                try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
                try await shop.stripe.waitForRequest(\.isCreate)
                return lost
            } meanwhile: {
                let told = try await shop.payUntilKnown(method, key: Key.first, at: shop.second)
                let intent = try #require(told.intent)
                try await shop.stripe.authenticate(intent)
                #expect(try await shop.confirm(intent, at: shop.second).isPaid)
            }
            // It answers its client, with whatever it now finds.
            let answer = try Told(await blocking { try slept.answer() })
            #expect(answer.isPaid || answer.isOpen || answer.isUnavailable)
            #expect(try await shop.payUntilKnown(method, key: Key.first, at: shop.service).isPaid)
            try await shop.settle()
            #expect(try await shop.database.sql("SELECT state FROM payments") == "succeeded")
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// Section 2.11 of the design: the fence reaches to the wire. The one that sleeps has claimed,
    /// and its connection to Stripe comes about while it sleeps.
    @Test func `One that slept through its lease sends nothing after it`() async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            try await shop.addInstance()
            let stuck = try await shop.closeStripe()
            let method = "pm_card_visa"
            let slept = try await sleepThroughLease(of: shop) {
                let lost = try HttpSocket(port: shop.service.port)
                try lost.send(HttpCall.pay(method, key: Key.first).bytes(to: shop.service.port))
                try await shop.waitForState("creating")
                return lost
            } meanwhile: {
                try await shop.openStripe(stuck)
                #expect(
                    try await shop.payUntilKnown(method, key: Key.first, at: shop.second).isPaid
                )
            }
            let answer = try Told(await blocking { try slept.answer() })
            #expect(answer.isPaid || answer.isOpen || answer.isUnavailable)
            #expect(try await shop.payUntilKnown(method, key: Key.first, at: shop.service).isPaid)
            #expect(try await shop.stripe.requests().count { $0.isCreate } == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// A rolling restart in the middle of a crowd.
    @Test func `A rolling restart loses and doubles nothing`() async throws {
        try await Shop.open(["PAYONCE_LEASE": "2s"]) { shop in
            try await shop.addInstance()
            let methods = try await many(20) { _ in try await shop.stripe.paymentMethod(Card.good) }
            try await shop.stripe.add(SimulatorFault.slow(seconds: 1))
            async let paying = many(20) { number in
                try await patientPay(methods[number], "a-key-in-a-crowd-\(number)", shop)
            }
            try await shop.stripe.waitForRequest(\.isCreate)
            for number in 0..<2 {
                shop.all[number].child.signal(SIGTERM)
                #expect(try await shop.all[number].child.exit() == 0)
                try await shop.restart(number)
            }
            #expect(try await paying.allSatisfy { $0.isPaid })
            try await shop.settle()
            #expect(try await shop.stripe.book().count == 20)
            #expect(try await shop.createKeys().count == 20)
        }
    }

    // MARK: Parts

    /// Stops the first instance for at least twice its lease of 2 s.
    private func sleepThroughLease(
        of shop: Shop,
        after begin: () async throws -> HttpSocket,
        meanwhile: () async throws -> Void
    ) async throws -> HttpSocket {
        let socket = try await begin()
        shop.service.child.signal(SIGSTOP)
        let end = ContinuousClock.now + .seconds(4)
        try await meanwhile()
        try await Task.sleep(until: end)
        shop.service.child.signal(SIGCONT)
        return socket
    }

    /// Goes from one instance to the other until there is an answer, as a balancer's client does.
    private func patientPay(_ method: String, _ key: String, _ shop: Shop) async throws -> Told {
        var turn = Int.random(in: 0...1)
        let told = try await eventually(every: .milliseconds(50)) { () async throws -> Told? in
            turn += 1
            do {
                let told = try await shop.pay(method, key: key, at: shop.all[turn % 2])
                return told.isOpen || told.isUnavailable ? nil : told
            } catch is HttpFailure {
                return nil
            }
        }
        return try #require(told)
    }
}
