import Campaign
import Money
import Payments
import Testing

/// The shop's server, which charges what ann has saved.
enum Away {
    static let ann = Sample.known(CustomerReference("ann"))
    static let bob = Sample.known(CustomerReference("bob"))
    static let shown = Presentation(usesStripeSDK: true, returnURL: "shop://back")
    private static let price = OrderRequest.Price.items(Sample.cart, .usd)

    static func charge(
        _ key: IdempotencyKey = Sample.key,
        order: OrderID = Sample.order,
        price: OrderRequest.Price = price,
        customer: CustomerReference = ann,
        method: PaymentMethodID? = Sample.visa
    ) -> OffSessionRequest {
        OffSessionRequest(
            customer: customer,
            order: OrderRequest(
                order: order,
                price: price,
                customer: customer,
                description: nil,
                key: "key-1"
            ),
            key: key,
            method: method,
            origin: "shop"
        )
    }

    /// Ann's own first call for the order; its items are the app's idea.
    static func pays(
        _ method: PaymentMethodID = Sample.visa,
        key: IdempotencyKey? = nil
    ) -> PayRequest {
        Sample.request(
            caller: Sample.ann,
            key: key,
            order: Sample.order,
            cart: Sample.otherCart,
            method: method
        )
    }

    static func comes(to intent: PaymentIntentID, caller: Caller = Sample.ann) -> SecondCall {
        SecondCall(
            caller: caller,
            intent: intent,
            secret: nil,
            cart: nil,
            currency: nil,
            order: nil,
            presentation: shown
        )
    }

    /// A world in which ann has saved these cards.
    static func world(_ methods: PaymentMethodID...) -> World {
        let world = World()
        world.save(methods, of: ann)
        return world
    }
}

extension World {
    /// A charge that has come to want its customer.
    func wanted(
        _ request: OffSessionRequest = Away.charge(),
        then: MemoryStripe.Card = .pays
    ) async throws -> PaymentIntentID {
        if let method = request.method { stripe.cards[method] = .challenges(then: then) }
        let answer = await charge(request)
        try #require(
            answer?.standing == .requiresCustomer(request.method),
            "\(String(describing: answer))"
        )
        return try #require(answer?.view?.intent)
    }

    /// The fields of what was posted, in its order.
    func body(_ number: Int) -> String {
        String(decoding: stripe.arrivals[number].request.body, as: UTF8.self)
    }
}
