// A world in 256 bits and back. Both directions name the fields in the same order.

extension World {
    var packed: PackedState {
        var bits = BitWriter()
        for index in 0..<2 { rows[index].write(to: &bits) }
        for index in 0..<6 { bits.write(guards[index], bits: 2) }
        for index in 0..<2 { intents[index].write(to: &bits) }
        bits.write(flight.isUnderWay)
        bits.write(flight.payment, bits: 1)
        flight.step.write(to: &bits)
        for index in 0..<3 { workers[index].write(to: &bits) }
        faults.write(to: &bits)
        return bits.state
    }

    init(_ state: PackedState) {
        var bits = BitReader(state)
        for index in 0..<2 { rows[index] = Row(from: &bits) }
        for index in 0..<6 { guards[index] = bits.read(bits: 2) }
        for index in 0..<2 { intents[index] = Intent(from: &bits) }
        flight.isUnderWay = bits.readBool()
        flight.payment = bits.read(bits: 1)
        flight.step = Step(from: &bits)
        for index in 0..<3 { workers[index] = Worker(from: &bits) }
        faults = Faults(from: &bits)
    }
}

extension Faults {
    func write(to bits: inout BitWriter) {
        bits.write(crashes, bits: 2)
        bits.write(pauses, bits: 2)
        bits.write(lostAnswers, bits: 2)
        bits.write(lateSends, bits: 2)
        bits.write(oddAnswers, bits: 1)
    }

    init(from bits: inout BitReader) {
        crashes = bits.read(bits: 2)
        pauses = bits.read(bits: 2)
        lostAnswers = bits.read(bits: 2)
        lateSends = bits.read(bits: 2)
        oddAnswers = bits.read(bits: 1)
    }
}

/// A number that a field's type does not know would be a bug of the packing.
func known<Value: RawRepresentable>(_ number: UInt8) -> Value
where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: number) else {
        preconditionFailure("\(number) is no \(Value.self)")
    }
    return value
}

extension Step {
    func write(to bits: inout BitWriter) {
        bits.write(name, bits: 2)
        bits.write(number, bits: 2)
    }

    init(from bits: inout BitReader) {
        name = bits.read(bits: 2)
        number = bits.read(bits: 2)
    }
}

extension Row {
    func write(to bits: inout BitWriter) {
        bits.write(state.rawValue, bits: 4)
        bits.write(closing.rawValue, bits: 3)
        bits.write(key, bits: 1)
        bits.write(method, bits: 1)
        bits.write(attempt, bits: 2)
        bits.write(owner, bits: 3)
        bits.write(knowsIntent)
        step.write(to: &bits)
        bits.write(isAskedLately)
        bits.write(isExpected)
        bits.write(age, bits: 2)
        bits.write(isGraceGiven)
        bits.write(isDue)
        bits.write(isWindowOver)
        bits.write(takeovers, bits: 2)
    }

    init(from bits: inout BitReader) {
        state = known(bits.read(bits: 4))
        closing = known(bits.read(bits: 3))
        key = bits.read(bits: 1)
        method = bits.read(bits: 1)
        attempt = bits.read(bits: 2)
        owner = bits.read(bits: 3)
        knowsIntent = bits.readBool()
        step = Step(from: &bits)
        isAskedLately = bits.readBool()
        isExpected = bits.readBool()
        age = bits.read(bits: 2)
        isGraceGiven = bits.readBool()
        isDue = bits.readBool()
        isWindowOver = bits.readBool()
        takeovers = bits.read(bits: 2)
    }
}

extension Intent {
    func write(to bits: inout BitWriter) {
        bits.write(status.rawValue, bits: 3)
        bits.write(isOdd)
        bits.write(isHourOver)
        for index in 0..<9 { bits.write(answers[index].rawValue, bits: 2) }
    }

    init(from bits: inout BitReader) {
        status = known(bits.read(bits: 3))
        isOdd = bits.readBool()
        isHourOver = bits.readBool()
        for index in 0..<9 { answers[index] = known(bits.read(bits: 2)) }
    }
}

extension Worker {
    func write(to bits: inout BitWriter) {
        bits.write(phase.rawValue, bits: 4)
        bits.write(isLeaseLive)
        bits.write(payment, bits: 1)
        bits.write(status.rawValue, bits: 3)
        bits.write(isOdd)
        bits.write(isCurrent)
        bits.write(isFenceCurrent)
        bits.write(seenState.rawValue, bits: 4)
        seenStep.write(to: &bits)
        bits.write(openSend, bits: 2)
        bits.write(isAsked)
        bits.write(isReaping)
        bits.write(hasEmptyList)
        bits.write(key, bits: 1)
        bits.write(method, bits: 1)
        for index in 0..<3 { bits.write(previous[index], bits: 2) }
    }

    init(from bits: inout BitReader) {
        phase = known(bits.read(bits: 4))
        isLeaseLive = bits.readBool()
        payment = bits.read(bits: 1)
        status = known(bits.read(bits: 3))
        isOdd = bits.readBool()
        isCurrent = bits.readBool()
        isFenceCurrent = bits.readBool()
        seenState = known(bits.read(bits: 4))
        seenStep = Step(from: &bits)
        openSend = bits.read(bits: 2)
        isAsked = bits.readBool()
        isReaping = bits.readBool()
        hasEmptyList = bits.readBool()
        key = bits.read(bits: 1)
        method = bits.read(bits: 1)
        for index in 0..<3 { previous[index] = bits.read(bits: 2) }
    }
}
