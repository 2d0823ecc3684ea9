/// The members of an object, in their order, each key once.
///
/// Keys are the same when their code points are: Swift's own `==` would take `é` in one code point
/// for `é` in two. A look-up walks the members; the objects of this service have some dozens.
public struct JSONObject: Hashable, Sendable {
    private(set) var members: [Member] = []

    struct Member: Hashable, Sendable {
        let key: String
        var value: JSONValue
    }

    public init() {}

    init(distinct elements: [(String, JSONValue)]) {
        for (key, value) in elements {
            precondition(place(of: key) == nil, "the key \(key) is written twice")
            append(key, value)
        }
    }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var keys: [String] { members.map(\.key) }

    /// Setting keeps the place of a key that is there and appends one that is not; `nil` removes.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    mutating func reserveCapacity(_ members: Int) { self.members.reserveCapacity(members) }

    /// For the parser, which knows that the key is new.
    mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key: key, value: value))
    }

    /// For the parser, which knows the place.
    mutating func replaceValue(at place: Int, with value: JSONValue) {
        members[place].value = value
    }

    private func place(of key: String) -> Int? {
        members.firstIndex { $0.key.isExactly(key) }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Keeps the order; traps on a key that is written twice.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(distinct: elements)
    }
}

extension JSONObject: Sequence {
    public struct Iterator: IteratorProtocol {
        fileprivate var members: IndexingIterator<[Member]>

        public mutating func next() -> (key: String, value: JSONValue)? {
            members.next().map { ($0.key, $0.value) }
        }
    }

    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }
    public var underestimatedCount: Int { count }
}
