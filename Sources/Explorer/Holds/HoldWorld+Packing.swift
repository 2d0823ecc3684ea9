// A world in bits and back. Both directions name the fields in the same order.

extension HoldRow {
    func write(to bits: inout BitWriter) {
        bits.write(state.rawValue, bits: 4)
        bits.write(closing.rawValue, bits: 3)
        bits.write(verdict.rawValue, bits: 2)
        bits.write(owner, bits: 3)
        bits.write(knowsIntent)
        step.write(to: &bits)
        bits.write(isAskedLately)
        bits.write(isExpected)
        bits.write(isOld)
        bits.write(takeovers, bits: 2)
    }

    init(from bits: inout BitReader) {
        state = known(bits.read(bits: 4))
        closing = known(bits.read(bits: 3))
        verdict = known(bits.read(bits: 2))
        owner = bits.read(bits: 3)
        knowsIntent = bits.readBool()
        step = Step(from: &bits)
        isAskedLately = bits.readBool()
        isExpected = bits.readBool()
        isOld = bits.readBool()
        takeovers = bits.read(bits: 2)
    }
}

extension HoldIntent {
    func write(to bits: inout BitWriter) {
        bits.write(status.rawValue, bits: 2)
        bits.write(verdict.rawValue, bits: 2)
        bits.write(mayLapse)
        for index in 0..<12 { bits.write(answers[index].rawValue, bits: 2) }
    }

    init(from bits: inout BitReader) {
        status = known(bits.read(bits: 2))
        verdict = known(bits.read(bits: 2))
        mayLapse = bits.readBool()
        for index in 0..<12 { answers[index] = known(bits.read(bits: 2)) }
    }
}

extension HoldWorker {
    func write(to bits: inout BitWriter) {
        bits.write(phase.rawValue, bits: 4)
        bits.write(isLeaseLive)
        bits.write(status.rawValue, bits: 2)
        bits.write(verdict.rawValue, bits: 2)
        bits.write(isCurrent)
        bits.write(isFenceCurrent)
        bits.write(seenState.rawValue, bits: 4)
        seenStep.write(to: &bits)
        bits.write(openSend, bits: 2)
        bits.write(isAsked)
        bits.write(hasEmptyList)
        bits.write(readsWhileOpen)
        bits.write(captures, bits: 2)
        bits.write(wantsEnd)
    }

    init(from bits: inout BitReader) {
        phase = known(bits.read(bits: 4))
        isLeaseLive = bits.readBool()
        status = known(bits.read(bits: 2))
        verdict = known(bits.read(bits: 2))
        isCurrent = bits.readBool()
        isFenceCurrent = bits.readBool()
        seenState = known(bits.read(bits: 4))
        seenStep = Step(from: &bits)
        openSend = bits.read(bits: 2)
        isAsked = bits.readBool()
        hasEmptyList = bits.readBool()
        readsWhileOpen = bits.readBool()
        captures = bits.read(bits: 2)
        wantsEnd = bits.readBool()
    }
}
