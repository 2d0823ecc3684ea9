// What must hold in every state, with Stripe's book as the oracle.

extension PaymentModel {
    public func violation(in state: PackedState) -> String? {
        let world = World(state)
        for index in 0..<2 {
            if let broken = violation(of: index, world) { return broken }
        }
        for index in 0..<6 where world.guards[index] == Holder.ghost {
            return "a guard is held by an attempt that does not exist"
        }
        return violationOfOrder(world)
    }

    private func violation(of index: Int, _ world: World) -> String? {
        let row = world.rows[index]
        let intent = world.intents[index]
        if intent.status == .succeeded, !row.exists { return "I3: a charge belongs to no attempt" }
        if row.state == .succeeded {
            guard intent.status == .succeeded else {
                return "I4: an attempt is told as paid, and Stripe has no charge"
            }
            if intent.isOdd {
                return "I3: an attempt is told as paid, and Stripe's amount is another"
            }
        }
        guard row.state.isClosedUnpaid else { return nil }
        if intent.status == .succeeded {
            return "I5: an attempt is told as ended unpaid, and Stripe has the charge"
        }
        // Whoever still holds its secret could finish it.
        return intent.status.isOpen
            ? "I5: an attempt is told as ended unpaid, and Stripe would still charge it" : nil
    }

    private func violationOfOrder(_ world: World) -> String? {
        let first = world.intents[0].status
        let second = world.intents[1].status
        if first == .succeeded, second == .succeeded {
            // The same card may buy the same cart again once the window for duplicates is over.
            let isBoughtAgain = configuration.shape == .cardAlone && world.rows[0].isWindowOver
            return isBoughtAgain ? nil : "I1: one purchase is charged twice"
        }
        let areBothAlive =
            (first.isOpen || first == .succeeded)
            && (second.isOpen || second == .succeeded)
        let isLater = configuration.shape == .cardAlone && world.rows[0].isWindowOver
        return areBothAlive && !isLater
            ? "I1: two attempts of one purchase are open at Stripe" : nil
    }
}
