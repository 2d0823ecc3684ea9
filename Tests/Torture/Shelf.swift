import Synchronization

/// Things that several tasks put down in the order in which they come.
final class Shelf<Thing: Sendable>: Sendable {
    private let things = Mutex<[Thing]>([])

    func add(_ thing: Thing) { things.withLock { $0.append(thing) } }

    var all: [Thing] { things.withLock { $0 } }
}
