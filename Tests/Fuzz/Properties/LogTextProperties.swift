import Telemetry

/// No text makes a secret key visible that stands in it as a word.
enum LogTextProperties {
    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let secret = "sk_test_51FuzzFuzzFuzzFuzz"
        for marked in ["\(text) \(secret)", "\(secret) \(text)", "\(text) \(secret) \(text)"] {
            let redacted = Redaction.redacted(marked)
            precondition(!redacted.contains(secret) || text.contains(secret), "a key is shown")
        }
        _ = Redaction.isSecret(key: text)
    }
}
