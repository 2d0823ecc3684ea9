import JSON

extension SimulatorEngine {
    /// Notes what happened to an object, as it is now.
    func emit(_ type: EventType, _ subject: Event.Subject, previous: Event.Subject? = nil) {
        let seed: UInt64
        let created: Int64
        if let due {
            created = max(due, account.events.latest)
            seed = IdentifierSource.eventSeed(type, of: subject.id, at: due)
        } else {
            created = now
            seed = identifiers.eventSeed()
        }
        account.events.append(
            Event(
                seed: seed,
                type: type,
                created: created,
                subject: subject,
                previous: previous,
                cause: cause
            )
        )
    }

    func retrieveEvent(_ id: String) throws(StripeError) -> JSONValue {
        forgetOldEvents()
        guard let number = account.events.number(of: id) else {
            throw .noSuch("event", id, parameter: "id")
        }
        return renderer.json(account.events[number])
    }

    func listEvents(_ list: EventList) throws(StripeError) -> JSONValue {
        forgetOldEvents()
        let cursor = try number(of: list.query.cursor, "event") { account.events.number(of: $0) }
        let events = account.events
        let page = Page(
            list.query,
            candidates: events.range,
            cursorNumber: cursor,
            created: { events[$0].created },
            matches: { list.includes(events[$0].type) }
        )
        let renderer = renderer
        let data = page.numbers.map { renderer.json(events[$0]) }
        return renderer.list(data, hasMore: page.hasMore, url: "/v1/events")
    }

    private func forgetOldEvents() {
        account.events.forget(through: now - EventLog.retentionSeconds - 1)
    }
}

extension Event.Subject {
    /// The id of the object.
    fileprivate var id: String {
        switch self {
        case .paymentIntent(let intent): intent.id
        case .charge(let charge): charge.id
        case .refund(let refund): refund.id
        case .dispute(let dispute): dispute.id
        case .paymentMethod(let method): method.id
        case .customer(let customer): customer.id
        }
    }
}
