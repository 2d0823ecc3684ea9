import Payments

// The shop's own server, which gives back what this client paid.

extension Client {
    /// Gives back so much, or all, under one key, and repeats the request as the habit is.
    func refund(_ minorUnits: Int64?, key: String = "the-refund-of-the-shop") async {
        guard last?.isPaid == true, let payment = last?.view?.payment else { return }
        let request = RefundRequest(
            payment: payment,
            key: Shop.known(IdempotencyKey(key)),
            minorUnits: minorUnits,
            reason: .requestedByCustomer
        )
        refundsAsked.append(request)
        var isOpen = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<copies { group.addTask { await self.isOpen(request) } }
            return await group.reduce(false) { $0 || $1 }
        }
        guard habit != .givesUp else { return }
        for _ in 0..<Client.mostTries where isOpen {
            await world.time.sleep(Client.pause)
            isOpen = await self.isOpen(request)
        }
    }

    /// Two people at once, of whom only one can have so much.
    func refundTwice(_ minorUnits: Int64) async {
        await withTaskGroup(of: Void.self) { group in
            for name in ["one", "another"] {
                group.addTask { await self.refund(minorUnits, key: "the-refund-of-\(name)") }
            }
        }
    }

    /// Asks for each refund once more, when all is over.
    ///
    /// - Returns: those of which it is still not known what came of them.
    func askRefundsAgain() async -> [RefundRequest] {
        var open: [RefundRequest] = []
        for request in refundsAsked {
            var isOpen = await self.isOpen(request)
            for _ in 0..<Client.mostTries where isOpen {
                await world.time.sleep(Client.pause)
                isOpen = await self.isOpen(request)
            }
            if isOpen { open.append(request) }
        }
        return open
    }

    /// Asks once; whether it is not known what came of it.
    private func isOpen(_ request: RefundRequest) async -> Bool {
        guard let instance = nextInstance() else { return true }
        switch await world.refund(request, on: instance) {
        case .standing(let view):
            refundsTold.append(view)
            return view.state.isOpen
        case .refused(.unavailable), .refused(.inProgress), nil: return true
        case .refused: return false
        }
    }
}
