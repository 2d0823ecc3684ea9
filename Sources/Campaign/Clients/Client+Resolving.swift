import Payments

// A person ends what the client's purchase got stuck in.

extension Client {
    /// As many people as there are copies say it at once, and then one until it is so: a person
    /// asks again where no answer came, whatever the customer's habit is.
    func resolve(_ action: ResolveAction) async {
        guard let payment = world.payment else { return }
        let request = ResolveRequest(
            payment: payment.id,
            action: action,
            reason: Shop.known(ResolveReason("ticket 7")),
            who: Shop.known(Operator("ann"))
        )
        var isOpen = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<copies { group.addTask { await self.isOpen(request) } }
            return await group.reduce(false) { $0 || $1 }
        }
        for _ in 0..<Client.mostTries * 2 where isOpen {
            await world.time.sleep(Client.pause)
            isOpen = await self.isOpen(request)
        }
    }

    /// Says it once; whether it is not known what came of it.
    private func isOpen(_ request: ResolveRequest) async -> Bool {
        guard let instance = nextInstance() else { return true }
        switch await world.resolve(request, on: instance) {
        case .resolved: return false
        case .underWay, nil: return true
        case .refused(.unavailable, _), .refused(.inProgress, _), .refused(.tooEarly, _),
            .refused(.refund(.inProgress), _), .refused(.refund(.unavailable), _):
            return true
        case .refused: return false
        }
    }
}
