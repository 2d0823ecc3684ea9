import JSON

extension SimulatorEngine {
    func listIntents(_ query: ListQuery) throws(StripeError) -> JSONValue {
        try checkCustomer(query.customer)
        let intents = account.intents
        let page = Page(
            query,
            candidates: intents.indices,
            cursorNumber: try number(of: query.cursor, "payment_intent") { id in
                account.intent(id)?.number
            },
            created: { intents[$0].created }
        )
        let renderer = renderer
        let data = page.numbers.map { renderer.json(intents[$0], expanding: query.expansion) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/payment_intents")
    }

    func listCharges(_ query: ListQuery) throws(StripeError) -> JSONValue {
        try checkCustomer(query.customer)
        let charges = account.charges
        let page = Page(
            query,
            candidates: query.paymentIntent.map(account.chargeNumbers) ?? Array(charges.indices),
            cursorNumber: try number(of: query.cursor, "charge") { account.charge($0)?.number },
            created: { charges[$0].created },
            matches: { number in
                query.transferGroup.map { charges[number].transferGroup == $0 } ?? true
            }
        )
        let renderer = renderer
        let data = page.numbers.map { renderer.json(charges[$0], expanding: query.expansion) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/charges")
    }

    private func number(
        of cursor: ListQuery.Cursor?,
        _ kind: String,
        _ find: (String) -> Int?
    ) throws(StripeError) -> Int? {
        guard let cursor else { return nil }
        guard let number = find(cursor.id) else {
            throw .noSuchReference(kind, cursor.id, parameter: cursor.parameter)
        }
        return number
    }
}
