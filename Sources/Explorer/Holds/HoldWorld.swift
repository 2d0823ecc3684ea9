/// The world of one hold: its row, the intent, the instances, and what may still go wrong.
struct HoldWorld {
    var row = HoldRow()
    var intent = HoldIntent()
    var flight = Flight()
    /// Two that serve clients, and one that recovers.
    var workers = InlineArray<3, HoldWorker>(repeating: HoldWorker())
    var faults = Faults()

    static let recoverer = 2

    // MARK: Packing

    var packed: PackedState {
        var bits = BitWriter()
        row.write(to: &bits)
        intent.write(to: &bits)
        bits.write(flight.isUnderWay)
        flight.step.write(to: &bits)
        for index in 0..<3 { workers[index].write(to: &bits) }
        faults.write(to: &bits)
        return bits.state
    }

    init() {}

    init(_ state: PackedState) {
        var bits = BitReader(state)
        row = HoldRow(from: &bits)
        intent = HoldIntent(from: &bits)
        flight.isUnderWay = bits.readBool()
        flight.step = Step(from: &bits)
        for index in 0..<3 { workers[index] = HoldWorker(from: &bits) }
        faults = Faults(from: &bits)
    }

    // MARK: What differs only in what nobody looks at

    var normal: HoldWorld {
        var world = self
        world.row = world.row.normal
        for index in 0..<3 { world.workers[index] = world.workers[index].normal }
        world.forgetAnswers()
        if world.intent.status != .held { world.intent.mayLapse = false }
        if world.workers[0].order > world.workers[1].order { world.swapWorkers() }
        return world
    }

    /// What Stripe keeps under a key matters for as long as somebody may send it again.
    private mutating func forgetAnswers() {
        let all = intent.answers
        var kept = InlineArray<12, StoredAnswer>(repeating: .none)
        if row.needsWork { kept[row.step.slot] = all[row.step.slot] }
        for index in 0..<3 where workers[index].isAtWork {
            let step = workers[index].isCurrent ? row.step : workers[index].seenStep
            kept[step.slot] = all[step.slot]
        }
        if flight.isUnderWay { kept[flight.step.slot] = all[flight.step.slot] }
        intent.answers = kept
    }

    /// The two that serve clients are alike.
    private mutating func swapWorkers() {
        let first = workers[0]
        workers[0] = workers[1]
        workers[1] = first
        if row.owner < 2 { row.owner ^= 1 }
    }
}

extension HoldRow {
    /// Nothing but its end is looked at once it has ended.
    fileprivate var normal: HoldRow {
        guard !needsWork else { return self }
        var row = HoldRow()
        row.state = state
        row.closing = closing
        row.verdict = verdict
        row.owner = RowOwner.nobody
        row.isAskedLately = false
        row.isExpected = false
        return row
    }
}

extension HoldWorker {
    fileprivate var normal: HoldWorker {
        guard isAtWork else { return HoldWorker() }
        var worker = self
        switch phase {
        case .answered, .replayed, .read: break
        case .idle, .claiming, .sending, .resending, .reading, .refused, .keptFailure:
            worker.status = .none
            worker.verdict = .untold
        }
        if phase != .read { worker.readsWhileOpen = false }
        if isCurrent {
            worker.seenState = .creating
            worker.seenStep = Step()
            worker.isFenceCurrent = true
        }
        return worker
    }

    /// Its bits as a number.
    fileprivate var order: UInt64 {
        var bits = BitWriter()
        write(to: &bits)
        return bits.state.words[0]
    }
}
