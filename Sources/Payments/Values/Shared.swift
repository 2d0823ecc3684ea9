/// A value in memory of its own, shared by its copies until one of them is changed.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    private var box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    static func == (left: Shared, right: Shared) -> Bool {
        left.box === right.box || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }

    // Safe to share: it is written only while a single copy refers to it.
    private final class Box: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }
}
