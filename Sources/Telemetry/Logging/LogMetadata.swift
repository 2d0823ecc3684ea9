/// The data of a log record, in their order. Where a key is there twice, the last value is written.
public struct LogMetadata: Hashable, Sendable {
    private(set) var entries: [Entry] = []

    struct Entry: Hashable, Sendable {
        let key: String
        let value: LogValue
    }

    public init() {}

    public func adding(_ others: LogMetadata) -> LogMetadata {
        var sum = self
        sum.entries += others.entries
        return sum
    }
}

extension LogMetadata: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, LogValue)...) {
        entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }
}
