import JSON

extension SimulatorEngine {
    func listIntents(_ query: ListQuery) throws(StripeError) -> JSONValue {
        try checkCustomer(query.customer)
        let intents = account.intents
        let page = try Page(
            query,
            candidates: intents.indices,
            created: { intents[$0].created },
            place: account.intent(_:),
            number: \.number,
            kind: "payment_intent",
            matches: { _ in true }
        )
        let renderer = renderer
        let data = page.numbers.map { renderer.json(intents[$0], expanding: query.expansion) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/payment_intents")
    }

    func listCharges(_ query: ListQuery) throws(StripeError) -> JSONValue {
        try checkCustomer(query.customer)
        let charges = account.charges
        let page = try Page(
            query,
            candidates: charges.indices,
            created: { charges[$0].created },
            place: account.charge(_:),
            number: \.number,
            kind: "charge",
            matches: { place in
                let charge = charges[place]
                if let intent = query.paymentIntent, charge.paymentIntent != intent { return false }
                if let group = query.transferGroup, charge.transferGroup != group { return false }
                return true
            }
        )
        let renderer = renderer
        let data = page.numbers.map { renderer.json(charges[$0], expanding: query.expansion) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/charges")
    }
}
