import Money
import Testing

@testable import Payments

/// The text itself, so that equal results mean equal texts.
private func text(_ purchase: Purchase) -> String { purchase.fingerprintSource }

@Suite("Identities")
struct AttemptIdentityTests {
    private static let purchases: [Purchase] = {
        let callers: [Caller] = [
            .guest, Sample.ann, Sample.bob, .customer(Sample.known(CustomerReference("guest"))),
            .customer(Sample.known(CustomerReference("ann\n5:guest"))),
        ]
        let orders = [nil, OrderID("1"), OrderID("1:1"), OrderID("order-1")]
        let carts = [Sample.cart, Sample.otherCart, Sample.known(Cart([(Sample.photo, 2)]))]
        return callers.flatMap { caller in
            orders.flatMap { order in
                carts.flatMap { cart in
                    [Currency.usd, .eur].map {
                        Purchase(caller: caller, order: order, cart: cart, currency: $0)
                    }
                }
            }
        }
    }()

    @Test("fingerprints are equal for equal purchases only")
    func fingerprints() {
        let all = AttemptIdentityTests.purchases
        #expect(Set(all).count == all.count)
        #expect(Set(all.map(text)).count == all.count)
        let again = Sample.purchase(
            cart: Sample.known(Cart([(Sample.known(ItemID("photo-subscription")), 1)]))
        )
        #expect(
            Fingerprint(of: again, hash: Sample.hash)
                == Fingerprint(of: Sample.purchase(), hash: Sample.hash)
        )
        #expect(
            Fingerprint(of: Sample.purchase(), hash: Sample.hash).description.hasPrefix("1-")
        )
    }

    /// Names that could run into each other if they were only put side by side.
    @Test("ids are equal for equal attempts only")
    func ids() {
        let accounts = ["acct_1 test", "acct_1 live", "acct_1"]
        let callers: [Caller] = [
            .guest, Sample.ann, .customer(Sample.known(CustomerReference("ann3:key"))),
        ]
        let guards = Guard.Kind.allCases.flatMap { kind in
            ["1", "11", "1:1", ""].map { Guard(kind: kind, key: $0) }
        }
        let identities = accounts.flatMap { account in
            callers.flatMap { caller in
                guards.flatMap { guarding in
                    [1, 2, 11].map {
                        AttemptIdentity(
                            account: account,
                            caller: caller,
                            guarding: guarding,
                            attempt: $0
                        )
                    }
                }
            }
        }
        #expect(Set(identities).count == identities.count)
        #expect(Set(identities.map { $0.paymentID(hash: Sample.hash) }).count == identities.count)
        #expect(
            identities[0].paymentID(hash: Sample.hash) == identities[0].paymentID(hash: Sample.hash)
        )
    }

    /// ID15: nothing of what a client sends is part of Stripe's key.
    @Test("a payment's id is one, and its Stripe keys differ by step and number")
    func stripeKeys() {
        let id = AttemptIdentity(
            account: "a",
            caller: .guest,
            guarding: Guard(kind: .key, key: "k"),
            attempt: 1
        ).paymentID(hash: Sample.hash)
        #expect(PaymentID(id.description) == id)
        let keys = Payments.Operation.Name.allCases.flatMap { name in
            [1, 2].map { number in
                Payments.Operation(
                    name: name,
                    number: number,
                    request: FrozenRequest(path: "", body: [], apiVersion: ""),
                    age: .zero,
                    stripeTimeSeconds: nil
                ).stripeKey(of: id)
            }
        }
        #expect(Set(keys).count == keys.count)
        #expect(keys[0] == "payonce-\(id)-create-1")
    }
}
