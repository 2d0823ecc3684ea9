// Of steps that commute one order is enough. Where some worker's next step neither disturbs nor is
// disturbed by what anybody else can do meanwhile, only that step (and the end of that worker) is
// followed; what the others do comes before or after it.

extension PaymentModel {
    func workerBeforeOthers(_ world: World) -> Int? {
        guard isReduced else { return nil }
        return (0..<3).first { isAlone($0, world) || isPowerless($0, world) }
    }

    /// It owns the row with a live lease and is about to write what it has already learnt: nobody
    /// else can write the row, and what is at Stripe does not matter to it any more.
    private func isAlone(_ index: Int, _ world: World) -> Bool {
        let worker = world.workers[index]
        guard isFenced, worker.isLeaseLive, worker.isCurrent, hasLearnt(worker.phase) else {
            return false
        }
        return world.rows[Int(worker.payment)].owner == UInt8(index)
    }

    /// All it can still do is to find out that it may not do anything: it has no lease and would
    /// send or read, or another one's fence stands in the row and it would write.
    private func isPowerless(_ index: Int, _ world: World) -> Bool {
        let worker = world.workers[index]
        if !worker.isLeaseLive, !isWithout(.leaseAtTheWire) {
            switch worker.phase {
            case .sending, .resending, .reading: return true
            case .idle, .claiming, .answered, .replayed, .refused, .keptFailure, .read: break
            }
        }
        return isFenced && hasLearnt(worker.phase) && !worker.isCurrent && !worker.isFenceCurrent
    }

    private var isFenced: Bool {
        !isWithout(.fencing) && !isWithout(.fenceNumber) && !isWithout(.ownerCheck)
    }

    private func hasLearnt(_ phase: Phase) -> Bool {
        switch phase {
        case .answered, .replayed, .refused, .keptFailure, .read: true
        case .idle, .claiming, .sending, .resending, .reading: false
        }
    }
}
