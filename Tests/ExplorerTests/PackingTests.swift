import Testing

@testable import Explorer

@Suite("The packing")
struct PackingTests {
    @Test func worldsComeBack() {
        var numbers = Numbers(state: 42)
        for _ in 0..<2_000 {
            let world = numbers.world()
            let packed = world.packed
            #expect(World(packed).packed == packed)
        }
    }

    /// Each field has bits of its own: another value gives another state.
    @Test func everyFieldCounts() {
        let changes: [(inout World) -> Void] = [
            { $0.rows[1].state = .canceled }, { $0.rows[0].closing = .other },
            { $0.rows[0].owner = RowOwner.gone }, { $0.rows[1].knowsIntent = true },
            { $0.rows[1].step = Step(name: Step.cancel, number: 3) }, { $0.rows[0].age = 2 },
            { $0.rows[0].takeovers = 3 }, { $0.guards[5] = Holder.ghost },
            { $0.intents[1].answers[8] = .failure }, { $0.intents[0].status = .succeeded },
            { $0.flight.isUnderWay = true }, { $0.workers[2].phase = .read },
            { $0.workers[0].isLeaseLive = false }, { $0.workers[1].previous[2] = 0 },
            { $0.workers[2].seenStep.number = 3 }, { $0.faults.oddAnswers = 1 },
        ]
        let states = changes.map { change in
            var world = World()
            change(&world)
            return world.packed
        }
        #expect(Set(states + [World().packed]).count == changes.count + 1)
    }

    @Test func normalStatesStayAsTheyAre() {
        var numbers = Numbers(state: 7)
        for _ in 0..<2_000 {
            let normal = numbers.world().normal
            #expect(normal.normal.packed == normal.packed)
        }
    }

    @Test func numbersCrossNoWord() {
        var writer = BitWriter()
        for value in 0..<48 { writer.write(UInt8(value % 32), bits: 5) }
        var reader = BitReader(writer.state)
        #expect((0..<48).allSatisfy { reader.read(bits: 5) == UInt8($0 % 32) })
    }
}

/// The same worlds at each run.
private struct Numbers {
    var state: UInt64

    mutating func next(below count: UInt64) -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8((state >> 33) % count)
    }

    mutating func world() -> World {
        var world = World()
        for index in 0..<2 {
            world.rows[index].state = RowState.allCases[Int(next(below: 11))]
            world.rows[index].closing = RowClosing.allCases[Int(next(below: 5))]
            world.rows[index].key = next(below: 2)
            world.rows[index].method = next(below: 2)
            world.rows[index].owner = next(below: 5)
            world.rows[index].step = Step(name: next(below: 3), number: 1 + next(below: 3))
            world.rows[index].age = next(below: 3)
            world.rows[index].takeovers = next(below: 4)
            world.intents[index].status = IntentStatus.allCases[Int(next(below: 7))]
            for slot in 0..<9 {
                world.intents[index].answers[slot] = StoredAnswer(rawValue: next(below: 4)) ?? .none
            }
        }
        for index in 0..<6 { world.guards[index] = next(below: 4) }
        for index in 0..<3 {
            world.workers[index].phase = Phase(rawValue: next(below: 10)) ?? .idle
            world.workers[index].isLeaseLive = next(below: 2) == 1
            world.workers[index].payment = next(below: 2)
            world.workers[index].isCurrent = next(below: 2) == 1
            world.workers[index].openSend = next(below: 3)
        }
        world.faults.crashes = next(below: 4)
        return world
    }
}
