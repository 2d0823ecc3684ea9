import JSON

/// One line of the log: `{"time":…,"level":…,"message":…,…}` and a line feed.
struct LogRecord {
    let time: UTCTime
    let level: LogLevel
    let message: StaticString
    let metadata: LogMetadata

    /// A string is cut after this many characters: a line stays below 4,096 bytes in nearly all
    /// cases, which pipes take as a whole.
    static let longestString = 512

    /// What is longer than this many bytes is a body, and does not belong into a log at all.
    static let longestExamined = 16_384

    private static let ownKeys = ["time", "level", "message"]

    var line: [UInt8] {
        var object: JSONObject = [
            "time": .string(time.description),
            "level": .string(level.rawValue),
            "message": .string(message.description),
        ]
        for entry in metadata.entries {
            let (key, value) = LogRecord.member(entry)
            object[LogRecord.ownKeys.contains(key) ? "metadata.\(key)" : key] = value
        }
        return JSONValue.object(object).encoded() + [UInt8(ascii: "\n")]
    }

    private static func member(_ entry: LogMetadata.Entry) -> (String, JSONValue) {
        guard !Redaction.isSecret(key: entry.key) else {
            return (entry.key, .string(Redaction.mark))
        }
        switch entry.value {
        case .string(let text): return (entry.key, .string(shortened(text)))
        case .int(let value): return (entry.key, integer(value))
        case .bool(let value): return (entry.key, .bool(value))
        case .duration(let duration):
            return ("\(entry.key)Microseconds", .number(JSONNumber(duration.wholeMicroseconds)))
        }
    }

    /// Redacted first: a secret that was cut would not be recognised.
    private static func shortened(_ text: String) -> String {
        let length = text.utf8.count
        guard length <= longestExamined else { return "(\(length) bytes)" }
        let redacted = Redaction.redacted(text)
        guard redacted.count > longestString else { return redacted }
        return redacted.prefix(longestString) + "…"
    }

    /// A card number is one in an integer too.
    private static func integer(_ value: Int64) -> JSONValue {
        let text = String(value)
        let redacted = Redaction.redacted(text)
        return redacted == text ? .number(JSONNumber(value)) : .string(redacted)
    }
}
