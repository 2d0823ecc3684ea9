import Payments

/// A request to pay: its key, its method, and the guards that follow from them.
struct Request {
    let key: UInt8
    let method: UInt8
    /// Places in the world's guards, the one that stands for the purchase first.
    private(set) var places = InlineArray<3, Int>(repeating: 0)
    private(set) var count = 0

    init(_ key: UInt8, _ method: UInt8, _ shape: RequestShape, without: Mutation?) {
        self.key = key
        self.method = method
        if shape != .cardAlone { add(World.GuardPlace.key + Int(key)) }
        if shape == .keysAndOrder, without != .orderGuard { add(World.GuardPlace.order) }
        if without != .methodGuard { add(World.GuardPlace.method + Int(method)) }
        if shape == .cardAlone, without != .cardGuard { add(World.GuardPlace.card) }
    }

    private mutating func add(_ place: Int) {
        places[count] = place
        count += 1
    }

    func primary(_ samples: Samples) -> Guard { samples.guarding(places[0]) }

    /// All that the admission looks at, as a number.
    func question(_ world: World) -> UInt32 {
        var question = UInt32(key) << 1 | UInt32(method)
        for index in 0..<count {
            question = question << 2 | UInt32(world.guards[places[index]])
        }
        for index in 0..<2 {
            let row = world.rows[index]
            question = question << 4 | UInt32(row.state.rawValue)
            question = question << 3 | UInt32(row.closing.rawValue)
            question = question << 2 | UInt32(row.method) << 1 | (row.isWindowOver ? 1 : 0)
        }
        return question
    }
}

/// What production decided about a request.
struct AdmissionDecision {
    enum Kind { case start, follow, replace, refuse }

    let kind: Kind
    /// Which attempt it is about.
    private(set) var payment = 0
    /// The holders that the guards are to be taken from, in the order of the request's guards.
    private(set) var previous = InlineArray<3, Bool>(repeating: false)

    init(_ admission: Admission, _ request: Request, _ samples: Samples, _ world: World) {
        switch admission {
        case .start(let takingOver):
            kind = .start
            for index in 0..<request.count {
                previous[index] = takingOver[samples.guarding(request.places[index])] != nil
            }
        case .follow(let found), .followBlindly(let found):
            kind = .follow
            payment = AdmissionDecision.number(of: found, samples, world)
        case .replace(let found):
            kind = .replace
            payment = AdmissionDecision.number(of: found, samples, world)
        case .refuse: kind = .refuse
        }
    }

    private static func number(of payment: Payment, _ samples: Samples, _ world: World) -> Int {
        payment.id == samples.identity(world.rows[0]) ? 0 : 1
    }
}
