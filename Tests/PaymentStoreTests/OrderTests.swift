import Money
import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct OrderTests {
    private static func orders() throws -> [FixedOrder] {
        let item = try #require(ItemID("id,1"))
        let lines = [(item: item, quantity: Int64(3))]
        let cart = try #require(Cart(lines))
        let customer = try #require(CustomerReference("Änn, 'the' customer"))
        return [
            FixedOrder(
                id: try #require(OrderID("order-1")),
                amount: Amount(minorUnits: 2599, currency: .eur),
                cart: nil,
                customer: nil,
                description: nil
            ),
            FixedOrder(
                id: try #require(OrderID("order-2")),
                amount: Amount(minorUnits: 4200, currency: .usd),
                cart: cart,
                customer: customer,
                description: "Three of them — with tax"
            ),
        ]
    }

    @Test func anOrderIsReadAsItWasFixedBesideItsGuards() async throws {
        try await withStore { store in
            let orders = try Self.orders()
            for order in orders { try await store.repository.fix(order, by: "k1") }
            let claimed = try await store.repository.claimed(
                Sample.claim(1, guards: [Sample.order])
            )
            for order in orders {
                let look = try await store.repository.look(at: [Sample.order], fixing: order.id)
                #expect(look.order == order)
                #expect(look.holders.map(\.payment.id) == [claimed.id])
            }
            let unknown = try #require(OrderID("order-3"))
            let look = try await store.repository.look(at: [Sample.key], fixing: unknown)
            #expect(look == OrderLook(holders: [], order: nil))
            #expect(try store.sql("SELECT DISTINCT fixed_by FROM orders") == "k1")
        }
    }

    @Test func whatWasFixedStands() async throws {
        try await withStore { store in
            let order = try Self.orders()[0]
            try await store.repository.fix(order, by: "k1")
            let other = FixedOrder(
                id: order.id,
                amount: Amount(minorUnits: 1, currency: .usd),
                cart: nil,
                customer: nil,
                description: nil
            )
            try await store.repository.fix(other, by: "k2")
            #expect(try await store.repository.look(at: [], fixing: order.id).order == order)
        }
    }

    @Test func anOrderThatSomebodyPaysIsNotFixed() async throws {
        try await withStore { store in
            let order = try Self.orders()[0]
            let wanted = Guard(kind: .order, key: order.id.description)
            _ = try await store.repository.claimed(Sample.claim(1, guards: [wanted]))
            try await store.repository.fix(order, by: "k1")
            let look = try await store.repository.look(at: [wanted], fixing: order.id)
            #expect(look.order == nil)
            #expect(look.holders.count == 1)
        }
    }

    /// Of two at once one stands, and both see which.
    @Test func twoAtOnceAreOne() async throws {
        try await withTwoStores { first, second in
            let id = try #require(OrderID("order-1"))
            let seen = try await atOnce(8) { number in
                let repository = number.isMultiple(of: 2) ? first.repository : second.repository
                let order = FixedOrder(
                    id: id,
                    amount: Amount(minorUnits: 1000 + Int64(number), currency: .usd),
                    cart: nil,
                    customer: nil,
                    description: nil
                )
                try await repository.fix(order, by: "k\(number)")
                return try await repository.look(at: [], fixing: id).order
            }
            #expect(Set(seen).count == 1)
            #expect(seen[0] != nil)
        }
    }

    @Test func aRowOfANewerProgramIsTheAnswerToItsOwnReadersAlone() async throws {
        try await withStore { store in
            let orders = try Self.orders()
            for order in orders { try await store.repository.fix(order, by: "k1") }
            try store.sql("UPDATE orders SET currency = 'zzz' WHERE id = 'order-1'")
            let results = await atOnceSettled(orders.map(\.id)) { id in
                try await store.repository.look(at: [], fixing: id).order
            }
            #expect(results.map(\.isFailure) == [true, false])
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { return true }
        return false
    }
}

/// What becomes of each, all begun at the same time.
private func atOnceSettled<Input: Sendable, Output: Sendable>(
    _ inputs: [Input],
    _ work: @escaping @Sendable (Input) async throws -> Output
) async -> [Result<Output, any Error>] {
    await withTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
        for (index, input) in inputs.enumerated() {
            group.addTask {
                do {
                    return (index, .success(try await work(input)))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        var results: [(Int, Result<Output, any Error>)] = []
        for await result in group { results.append(result) }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
