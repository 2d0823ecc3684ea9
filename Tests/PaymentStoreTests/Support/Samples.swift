import Money
import Payments
import Testing

/// Values of the domain, each made from a number so that tests read short.
enum Sample {
    static let instance = InstanceID("instance-1")
    static let other = InstanceID("instance-2")
    static let key = Guard(kind: .key, key: "key-1")
    static let order = Guard(kind: .order, key: "order-1")

    static func payment(_ number: Int) throws -> PaymentID {
        let digits = String(number, radix: 16)
        return try #require(
            PaymentID("pay_" + String(repeating: "0", count: 32 - digits.count) + digits)
        )
    }

    static func intent(_ number: Int) throws -> PaymentIntentID {
        try #require(PaymentIntentID("pi_\(number)"))
    }

    static func purchase(order: String? = nil, customer: String? = nil) throws -> Purchase {
        let awkward = try #require(ItemID("a,b*2"))
        let usual = try #require(ItemID("photo-subscription"))
        let lines: [(item: ItemID, quantity: Int64)] = [(awkward, 3), (usual, 1)]
        let reference = customer.flatMap { CustomerReference($0) }
        return Purchase(
            caller: reference.map { .customer($0) } ?? .guest,
            order: order.flatMap { OrderID($0) },
            cart: try #require(Cart(lines)),
            currency: .usd
        )
    }

    static func request(_ name: String) -> FrozenRequest {
        FrozenRequest(path: "/v1/\(name)", body: [0, 255] + Array(name.utf8), apiVersion: "v1")
    }

    /// A claim of `guards`, each free or taken over from a closed attempt.
    static func claim(
        _ number: Int,
        by instance: InstanceID = instance,
        guards: [Guard] = [key],
        from previous: [Guard: PaymentID] = [:],
        attempts: Int = 1,
        purchase: Purchase? = nil,
        card: CardUse = .plain,
        body: String? = nil
    ) throws -> Claim {
        Claim(
            payment: try payment(number),
            instance: instance,
            purchase: try purchase ?? self.purchase(),
            fingerprint: Fingerprint(stored: "1-\(number)"),
            amountMinorUnits: 1400,
            method: PaymentMethodID("pm_\(number)"),
            presentation: Presentation(usesStripeSDK: true, returnURL: "app://\(number)"),
            card: card,
            origin: "origin-\(number)",
            operation: body.map {
                FrozenRequest(path: "/v1/create", body: Array($0.utf8), apiVersion: "v1")
            } ?? request("create"),
            stripeSeconds: 1_000_000,
            guards: guards.sorted().enumerated().map { index, wanted in
                ClaimedGuard(
                    wanted: wanted,
                    previous: previous[wanted],
                    attempts: index == 0 ? attempts : 0
                )
            }
        )
    }

    static let receipt = Receipt(
        status: 200,
        requestID: "req_1",
        isReplay: false,
        stripeSeconds: 1_000_005
    )

    /// The change with which a simple payment ends well.
    static func success(_ payment: Payment, by instance: InstanceID = instance) throws
        -> PaymentChange
    {
        var change = PaymentChange(of: payment, by: instance, event: "succeeded")
        change.state = .succeeded
        change.intent = PaymentIntentID("pi_\(payment.id.description.dropFirst(4))")
        change.clientSecret = ClientSecret("pi_secret")
        change.receipt = receipt
        change.release = .forGood
        return change
    }

    static func end(
        _ payment: Payment,
        _ state: PaymentState,
        _ closing: Closing,
        by instance: InstanceID = instance
    ) -> PaymentChange {
        var change = PaymentChange(of: payment, by: instance, event: "ended")
        change.state = state
        change.closing = closing
        change.receipt = receipt
        change.release = .forGood
        return change
    }
}

extension PaymentRepository {
    /// Claims, and fails the test where somebody else holds a guard.
    func claimed(_ claim: Claim) async throws -> Payment {
        let result = try await self.claim(claim)
        guard case .claimed(let payment) = result else {
            Issue.record("\(result)")
            throw NotClaimed()
        }
        return payment
    }

    /// Claims, and fails the test where nobody held a guard.
    func held(_ claim: Claim) async throws -> [GuardHolder] {
        let result = try await self.claim(claim)
        guard case .held(let holders) = result else {
            Issue.record("\(result)")
            throw NotClaimed()
        }
        return holders
    }

    /// Claims and ends an attempt.
    func ended(
        _ claim: Claim,
        _ state: PaymentState = .declined,
        _ closing: Closing = Closing(code: "card_declined")
    ) async throws -> Payment {
        let payment = try await claimed(claim)
        let change = Sample.end(payment, state, closing, by: claim.instance)
        return try #require(try await record(change))
    }
}

struct NotClaimed: Error {}
