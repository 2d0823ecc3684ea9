import Money
import Payments

// The shop's own server, which says what this client's order costs.

extension Client {
    /// Says what the order costs, and repeats that until it is known to stand: the app is shown the
    /// order only then.
    func fixOrder(for customer: CustomerReference? = nil) async {
        guard let request = orderRequest(shopper.price, for: customer) else { return }
        while !isOver {
            if case .fixed = await fix(request) { return }
            await world.time.sleep(Client.pause)
        }
    }

    /// Says something else of the order: what was said first stands.
    func fixOtherwise(for customer: CustomerReference? = nil) async -> OrderAnswer? {
        let more = Amount(
            minorUnits: shopper.price.minorUnits + 1,
            currency: shopper.price.currency
        )
        guard let request = orderRequest(more, for: customer) else { return nil }
        return await fix(request)
    }

    private var isOver: Bool { world.time.now > .seconds(2 * 86_400) }

    private func fix(_ request: OrderRequest) async -> OrderAnswer? {
        guard let instance = nextInstance() else { return nil }
        return await world.fix(request, on: instance)
    }

    private func orderRequest(
        _ price: Amount,
        for customer: CustomerReference?
    ) -> OrderRequest? {
        shopper.order.map { order in
            OrderRequest(
                order: order,
                price: .amount(price),
                customer: customer,
                description: nil,
                key: "the shop's"
            )
        }
    }
}
