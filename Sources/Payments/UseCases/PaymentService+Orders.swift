import Money

// Orders that the shop fixes.

extension PaymentService {
    /// Fixes what an order costs, once and for all: a payment under way at one price must not meet
    /// another one. Who wants to change it takes a new order.
    public func fix(_ request: OrderRequest) async -> OrderAnswer {
        do throws(StoreFailure) {
            if let known = try await order(request.order) { return answer(request, known) }
            let amount: Amount
            do throws(PricingRefusal) {
                amount = try price(of: request)
            } catch {
                return .refused(.pricing(error))
            }
            try await repository.fix(fixed(request, amount), by: request.key)
            guard let known = try await order(request.order) else { return .refused(.inUse) }
            return answer(request, known)
        } catch {
            return .refused(.unavailable)
        }
    }

    /// An order that was fixed.
    public func show(_ order: OrderID) async -> OrderAnswer {
        do throws(StoreFailure) {
            guard let known = try await self.order(order) else { return .refused(.notFound) }
            return .fixed(known.order, known.attempt)
        } catch {
            return .refused(.unavailable)
        }
    }

    // MARK: What they do

    private struct KnownOrder {
        let order: FixedOrder
        let attempt: PaymentView?
    }

    private func order(_ id: OrderID) async throws(StoreFailure) -> KnownOrder? {
        let look = try await repository.look(
            at: [Guard(kind: .order, key: id.description)],
            fixing: id
        )
        return look.order.map { order in
            let attempt = look.holders.first.map { view(of: $0.payment, isReplay: false) }
            return KnownOrder(order: order, attempt: attempt)
        }
    }

    private func answer(_ request: OrderRequest, _ known: KnownOrder) -> OrderAnswer {
        request.agrees(with: known.order)
            ? .fixed(known.order, known.attempt) : .refused(.fixedOtherwise)
    }

    private func price(of request: OrderRequest) throws(PricingRefusal) -> Amount {
        switch request.price {
        case .items(let cart, let currency): return try catalogue.price(cart, in: currency)
        case .amount(let amount):
            do throws(MoneyError) {
                try amount.checkedAsCharge()
            } catch {
                throw .outsideLimits(error)
            }
            return amount
        }
    }

    private func fixed(_ request: OrderRequest, _ amount: Amount) -> FixedOrder {
        var cart: Cart?
        if case .items(let named, _) = request.price { cart = named }
        return FixedOrder(
            id: request.order,
            amount: amount,
            cart: cart,
            customer: request.customer,
            description: request.description
        )
    }
}
