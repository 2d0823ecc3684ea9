import Payments

// The commits, each as the statements of the store write it.

extension HoldModel {
    /// What a change writes beside the state.
    struct Change {
        var state: HoldState
        var closing: HoldClosing
        var verdict: HoldVerdict
        var learnsIntent = false
        var hasReceipt = false
        var step: UInt8?
        var isKept = true

        init(_ row: HoldRow, in state: HoldState) {
            self.state = state
            closing = row.closing
            verdict = row.verdict
        }

        func isNew(to row: HoldRow) -> Bool {
            state != row.state || closing != row.closing || verdict != row.verdict
                || learnsIntent && !row.knowsIntent || hasReceipt
        }
    }

    func take(by worker: Int, customerIsHere: Bool, _ world: inout HoldWorld) {
        let row = world.row
        markStale(except: worker, fenceGrows: true, &world)
        if row.owner != RowOwner.nobody {
            world.row.takeovers = min(row.takeovers + 1, HoldModel.mostTakeovers)
        }
        world.row.owner = UInt8(worker)
        if customerIsHere {
            world.row.isAskedLately = true
            world.row.isExpected = true
        }
        world.workers[worker] = HoldWorker()
        world.workers[worker].isAsked = customerIsHere
        world.workers[worker].openSend = 1
        world.workers[worker].phase =
            DrivingRules.heirReads(row.state.word) ? .reading : .resending
    }

    /// Writes by compare-and-set; `false` where somebody else was further.
    func record(_ change: Change, _ worker: Int, _ world: inout HoldWorld) -> Bool {
        var row = world.row
        let isFenceRight = world.workers[worker].isCurrent || world.workers[worker].isFenceCurrent
        let isOwnerRight = row.owner == RowOwner.nobody || row.owner == UInt8(worker)
        guard row.state == seenState(worker, world),
            isFenceRight && isOwnerRight || isWithout(.fencing)
        else { return false }
        let grows = row.owner == RowOwner.nobody && change.isKept
        markStale(except: worker, fenceGrows: grows, &world)
        row.owner = change.isKept ? UInt8(worker) : RowOwner.nobody
        if change.state != row.state || change.hasReceipt { row.takeovers = 0 }
        row.state = change.state
        row.closing = change.closing
        if row.verdict == .untold { row.verdict = change.verdict }
        row.knowsIntent = row.knowsIntent || change.learnsIntent
        if let name = change.step {
            row.step = next(name, by: worker, world)
            world.intent.answers[row.step.slot] = .none
            row.isOld = false
            if world.workers[worker].isAsked {
                row.isAskedLately = true
                row.isExpected = true
            }
        }
        world.row = row
        world.workers[worker].isCurrent = true
        return true
    }

    /// A step under a key that nobody refers to; three numbers, used in turn, are enough.
    private func next(_ name: UInt8, by writer: Int, _ world: HoldWorld) -> Step {
        let free = (1...Step.mostNumbers).first { number in
            let step = Step(name: name, number: number)
            let isFlying = world.flight.isUnderWay && world.flight.step == step
            return !isFlying && step != world.row.step
                && !(0..<3).contains { index in
                    index != writer && world.workers[index].isAtWork
                        && seenStep(index, world) == step
                }
        }
        guard let free else { preconditionFailure("more steps in use than instances and flights") }
        return Step(name: name, number: free)
    }

    func seenState(_ worker: Int, _ world: HoldWorld) -> HoldState {
        let worker = world.workers[worker]
        return worker.isCurrent ? world.row.state : worker.seenState
    }

    func seenStep(_ worker: Int, _ world: HoldWorld) -> Step {
        let worker = world.workers[worker]
        return worker.isCurrent ? world.row.step : worker.seenStep
    }

    /// Everybody else who works on it now has an old copy.
    private func markStale(except writer: Int, fenceGrows: Bool, _ world: inout HoldWorld) {
        for index in 0..<3 where index != writer && world.workers[index].isAtWork {
            if world.workers[index].isCurrent {
                world.workers[index].seenState = world.row.state
                world.workers[index].seenStep = world.row.step
                world.workers[index].isCurrent = false
                world.workers[index].isFenceCurrent = true
            }
            if fenceGrows { world.workers[index].isFenceCurrent = false }
        }
    }
}
