import JSON

extension SimulatorEngine {
    func listIntents(_ list: IntentList) throws(StripeError) -> JSONValue {
        let owner = try list.customer.map { reference throws(StripeError) in
            try customer(reference).id
        }
        return try self.list(account.intents, list.query, "payment_intent") { intent in
            owner == nil || intent.customer == owner
        } showing: {
            $0.json($1, expanding: list.query.expansion)
        }
    }

    func listCharges(_ list: ChargeList) throws(StripeError) -> JSONValue {
        let owner = try list.customer.map { reference throws(StripeError) in
            try customer(reference).id
        }
        let numbers = list.paymentIntent.map(account.chargeNumbers)
        return try self.list(account.charges, among: numbers, list.query, "charge") { charge in
            (owner == nil || charge.customer == owner)
                && (list.transferGroup == nil || charge.transferGroup == list.transferGroup)
        } showing: {
            $0.json($1, expanding: list.query.expansion)
        }
    }

    func listRefunds(_ list: RefundList) throws(StripeError) -> JSONValue {
        let numbers = list.charge.map(account.refundNumbers)
        return try self.list(account.refunds, among: numbers, list.query, "refund") { refund in
            list.paymentIntent == nil || refund.paymentIntent == list.paymentIntent
        } showing: {
            $0.json($1, expanding: list.query.expansion)
        }
    }

    func listDisputes(_ list: DisputeList) throws(StripeError) -> JSONValue {
        try self.list(account.disputes, list.query, "dispute") { dispute in
            (list.charge == nil || dispute.charge == list.charge)
                && (list.paymentIntent == nil || dispute.paymentIntent == list.paymentIntent)
        } showing: {
            $0.json($1, expanding: list.query.expansion)
        }
    }

    func listCustomers(_ list: CustomerList) throws(StripeError) -> JSONValue {
        try self.list(account.customers, list.query, "customer") { customer in
            !customer.isDeleted && (list.email == nil || customer.email == list.email)
        } showing: {
            $0.json($1, expanding: list.query.expansion)
        }
    }

    func retrieveCharge(_ id: String, _ expansion: Expansion) throws(StripeError) -> JSONValue {
        guard let charge = account.charge(id) else {
            throw .noSuch("charge", id, parameter: "id")
        }
        return renderer.json(charge, expanding: expansion)
    }

    /// Looks among the candidates, numbers with the oldest first; `nil` stands for all.
    private func list<Object: NumberedObject>(
        _ table: ObjectTable<Object>,
        among candidates: [Int]? = nil,
        _ query: ListQuery,
        _ kind: String,
        where matches: (Object) -> Bool,
        showing json: (ObjectRenderer, Object) -> JSONValue
    ) throws(StripeError) -> JSONValue {
        let objects = table.objects
        let cursor = try number(of: query.cursor, kind) { table[$0]?.number }
        let page =
            if let candidates {
                Page(
                    query,
                    candidates: candidates,
                    cursorNumber: cursor,
                    created: { objects[$0].created },
                    matches: { matches(objects[$0]) }
                )
            } else {
                Page(
                    query,
                    candidates: objects.indices,
                    cursorNumber: cursor,
                    created: { objects[$0].created },
                    matches: { matches(objects[$0]) }
                )
            }
        let renderer = renderer
        let data = page.numbers.map { json(renderer, objects[$0]) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/\(kind)s")
    }

    func number(
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
