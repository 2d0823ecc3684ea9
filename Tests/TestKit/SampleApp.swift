import JSON

/// How the public sample apps read an answer of `/pay`: the rules of each as a small parser of our
/// own. What one of them misreads, somebody pays twice.
public enum SampleApp: String, Sendable, CaseIterable {
    case iOSSwift, iOSObjectiveC, androidKotlin, androidJava, web, webSavingCards, webGuide
    case reactNative, reactNativeSecurityCode, flutter

    /// What its user sees.
    public enum Shown: Hashable, Sendable {
        case paid
        case challenge
        /// "Payment failed", with this text under it.
        case failed(String)
        /// The spinner turns for ever.
        case nothing
        case crash
    }

    /// What it shows of an answer with this status and body.
    public func shows(_ status: Int, _ body: JSONObject) -> Shown {
        switch self {
        case .iOSSwift: status == 200 ? iOS(body) : .failed("")
        case .iOSObjectiveC: status == 200 ? objectiveC(body) : .failed("")
        case .androidKotlin: (200..<300).contains(status) ? kotlin(body) : .failed("")
        case .androidJava: (200..<300).contains(status) ? java(body) : .failed("")
        case .web: web(body)
        case .webSavingCards: body["requiresAction"].isTruthy ? .challenge : web(body)
        case .webGuide: guide(body)
        case .reactNative: reactNative(body)
        case .reactNativeSecurityCode: securityCode(body)
        case .flutter: flutter(body)
        }
    }

    // MARK: Phones

    /// `json["error"] as? String` and so on: another type is as good as none, but 1 is true.
    private func iOS(_ body: JSONObject) -> Shown {
        let action = body["requiresAction"].flatMap { $0.bool ?? ($0.int64.map { $0 != 0 }) }
        if let error = body["error"]?.string { return .failed(error) }
        guard body["clientSecret"]?.string != nil else { return .nothing }
        return action == true ? .challenge : .paid
    }

    /// `NSNull` is not `nil`, and no text for an alert.
    private func objectiveC(_ body: JSONObject) -> Shown {
        guard let error = body["error"] else { return iOS(body) }
        return error.string.map(Shown.failed) ?? .crash
    }

    /// `optString` makes a text of anything, also of null.
    private func kotlin(_ body: JSONObject) -> Shown {
        let error = body["error"].text
        let action = body["requiresAction"].map { $0.bool ?? ($0.string == "true") } ?? false
        if !error.isEmpty { return .failed(error) }
        guard !body["clientSecret"].text.isEmpty else { return .nothing }
        return action ? .challenge : .paid
    }

    /// A `Map<String, String>`: anything nested throws.
    private func java(_ body: JSONObject) -> Shown {
        guard body.allSatisfy({ $0.value.array == nil && $0.value.object == nil }) else {
            return .crash
        }
        func text(_ name: String) -> String? {
            body[name].flatMap { $0 == .null ? nil : Optional($0).text }
        }
        if let error = text("error") { return .failed(error) }
        guard text("clientSecret") != nil else { return .nothing }
        return text("requiresAction") == "true" ? .challenge : .paid
    }

    // MARK: Scripts

    private func web(_ body: JSONObject) -> Shown {
        if body["error"].isTruthy { return .failed(body["error"].text) }
        if body["requiresAction"].isTruthy { return .challenge }
        return body["clientSecret"]?.string != nil ? .paid : .nothing
    }

    /// The older guide, with underscores.
    private func guide(_ body: JSONObject) -> Shown {
        if body["error"].isTruthy { return .failed(body["error"].text) }
        return body["requires_action"].isTruthy ? .challenge : .paid
    }

    /// An alert whose text is no string brings the app down.
    private func reactNative(_ body: JSONObject) -> Shown {
        if body["error"].isTruthy { return body["error"]?.string.map(Shown.failed) ?? .crash }
        guard body["clientSecret"].isTruthy else { return .nothing }
        return body["requiresAction"].isTruthy ? .challenge : .paid
    }

    private func securityCode(_ body: JSONObject) -> Shown {
        if body["error"].isTruthy { return body["error"]?.string.map(Shown.failed) ?? .crash }
        return body["status"] == "succeeded" ? .paid : .nothing
    }

    /// `false` is neither of the two that it looks for.
    private func flutter(_ body: JSONObject) -> Shown {
        if let error = body["error"], error != .null { return .failed(Optional(error).text) }
        guard let secret = body["clientSecret"], secret != .null else { return .nothing }
        guard let action = body["requiresAction"], action != .null else { return .paid }
        return action == .bool(true) ? .challenge : .nothing
    }
}

// MARK: Right or wrong

extension SampleApp {
    /// Who of them would mislead their user about an answer, and how. Answers that are no
    /// payment's say nothing to them.
    public static func misreadings(_ status: Int, _ bytes: [UInt8]) throws -> [String] {
        guard !bytes.isEmpty, let body = try JSONValue.parse(bytes, limits: .answer).object else {
            return []
        }
        return allCases.filter { $0.isMisled(status, body) }.map {
            "\($0) shows \($0.shows(status, body)) of \(status) \(String(decoding: bytes, as: UTF8.self))"
        }
    }

    private func isMisled(_ status: Int, _ body: JSONObject) -> Bool {
        let shown = shows(status, body)
        if let error = body["error"]?.string {
            let isReader = status == 200 || readsEveryStatus
            return error.isEmpty || shown != .failed(isReader ? error : "")
        }
        if body["error"] != nil { return true }
        switch body["status"]?.string {
        case "requires_action":
            // That screen knows no challenge, and waits; the other guide wants its own words.
            if self == .reactNativeSecurityCode { return shown != .nothing }
            if self == .webGuide, body["requires_action"] == nil { return false }
            return shown != .challenge
        case "succeeded":
            // To a stranger it is neither a success nor a failure.
            let isStranger = body["clientSecret"] == nil
            return shown != .paid && !(isStranger && shown == .nothing)
        case _: return false
        }
    }

    private var readsEveryStatus: Bool {
        switch self {
        case .iOSSwift, .iOSObjectiveC, .androidKotlin, .androidJava: false
        case .web, .webSavingCards, .webGuide, .reactNative, .reactNativeSecurityCode, .flutter:
            true
        }
    }
}

extension Optional where Wrapped == JSONValue {
    /// As JavaScript has it.
    fileprivate var isTruthy: Bool {
        guard let value = self, value != .null else { return false }
        if let flag = value.bool { return flag }
        if let text = value.string { return !text.isEmpty }
        return value.int64 != 0
    }

    /// As a text that somebody has made of whatever it is.
    fileprivate var text: String {
        guard let value = self else { return "" }
        return value.string ?? String(decoding: value.encoded(), as: UTF8.self)
    }
}
