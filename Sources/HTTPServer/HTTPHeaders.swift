/// Header fields in the order of their arrival, names in lower case.
///
/// A small array and not a dictionary: a request has some ten fields, and comparing ten short names
/// is faster than hashing one.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One field line.
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []

    public init() {}

    public init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { add(name, value) }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The number of field lines; a name that came twice counts twice.
    public var count: Int { fields.count }

    /// The first value of `name`, in whatever case it is asked for.
    public subscript(name: String) -> String? {
        let name = Self.lowerCased(name)
        return fields.first { $0.name == name }?.value
    }

    /// Every value of `name`, in the order of arrival.
    public func all(_ name: String) -> [String] {
        let name = Self.lowerCased(name)
        return fields.filter { $0.name == name }.map(\.value)
    }

    /// Adds a field line; one of the same name stays beside it.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.lowerCased(name), value: value))
    }

    /// For the parser, which has lowered the name already.
    mutating func add(lowerCased name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    private static func lowerCased(_ name: String) -> String {
        guard name.utf8.contains(where: { ASCII.isUpper($0) }) else { return name }
        return String(decoding: name.utf8.map { ASCII.lowered($0) }, as: UTF8.self)
    }
}
