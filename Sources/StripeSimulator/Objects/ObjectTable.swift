/// The objects of one kind in the order of their making, found by their id.
struct ObjectTable<Object: NumberedObject> {
    private(set) var objects: [Object] = []
    private var places: [String: Int] = [:]

    var nextNumber: Int { objects.count }

    subscript(id: String) -> Object? { places[id].map { objects[$0] } }

    /// Adds the object, or replaces the one that it is.
    mutating func store(_ object: Object) {
        guard object.number == objects.count else {
            objects[object.number] = object
            return
        }
        places[object.id] = object.number
        objects.append(object)
    }
}
