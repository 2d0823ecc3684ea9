import CPostgres

/// One `keyword=value` of libpq
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
struct ConnectionSetting: Sendable, Hashable {
    let keyword: String
    let value: String

    /// What the URL says; `nil` where libpq cannot read it.
    static func parse(_ url: DatabaseURL) -> [ConnectionSetting]? {
        var error: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(url.text, &error)
        unsafe PQfreemem(error)
        guard let options = unsafe options else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var settings: [ConnectionSetting] = []
        var next = unsafe options
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                let setting = unsafe ConnectionSetting(
                    keyword: String(cString: keyword),
                    value: String(cString: value)
                )
                settings.append(setting)
            }
            unsafe next += 1
        }
        return settings
    }

    /// The URL's settings, between what it may overrule and what it may not. Of two settings with
    /// the same keyword libpq takes the later.
    static func all(
        url: [ConnectionSetting],
        configuration: DatabaseConfiguration,
        statementTimeout: Duration
    ) -> [ConnectionSetting] {
        var forced: [(String, String)] = [
            // A standby, or a primary that became one, is no use to anybody who pays.
            ("target_session_attrs", "read-write"),
            ("client_encoding", "UTF8"),
        ]
        if configuration.sessionSettings == .atStartup {
            let given = url.first { $0.keyword == "options" }.map { $0.value + " " } ?? ""
            forced.append(("options", given + options(configuration, statementTimeout)))
        }
        return make(defaults(configuration)) + url + make(forced)
    }

    private static func defaults(_ configuration: DatabaseConfiguration) -> [(String, String)] {
        [
            ("application_name", configuration.applicationName),
            ("connect_timeout", "\(configuration.connectTimeout.components.seconds)"),
            // A peer that vanished is noticed within 25 s when idle; with data under way the
            // answer timeout is sooner.
            ("keepalives_idle", "10"),
            ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
        ]
    }

    private static func options(
        _ configuration: DatabaseConfiguration,
        _ statementTimeout: Duration
    ) -> String {
        [
            // A table that was never analyzed would get a bad generic plan for a group.
            "plan_cache_mode=force_custom_plan",
            "synchronous_commit=on",
            "default_transaction_isolation=read\\ committed",
            "statement_timeout=\(statementTimeout.wholeMilliseconds)",
            "idle_in_transaction_session_timeout="
                + "\(configuration.idleInTransactionTimeout.wholeMilliseconds)",
            // A statement whose client is gone ends within this instead of holding its locks.
            "client_connection_check_interval=1000",
        ]
        .map { "-c \($0)" }
        .joined(separator: " ")
    }

    private static func make(_ pairs: [(String, String)]) -> [ConnectionSetting] {
        pairs.map { ConnectionSetting(keyword: $0.0, value: $0.1) }
    }

    /// The two null-terminated lists that libpq takes; valid during the call.
    static func withPointers<T>(
        to settings: [ConnectionSetting],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> T
    ) -> T {
        // One text with all strings, each ended by a NUL, so that one pointer reaches them all.
        var text: [CChar] = []
        var starts: [Int] = []
        for part in settings.flatMap({ [$0.keyword, $0.value] }) {
            starts.append(text.count)
            text += part.utf8.map { CChar(bitPattern: $0) } + [0]
        }
        return unsafe text.withUnsafeBufferPointer { buffer in
            let pointers = unsafe starts.map { unsafe buffer.baseAddress?.advanced(by: $0) }
            let keywords = unsafe stride(from: 0, to: pointers.count, by: 2).map {
                unsafe pointers[$0]
            }
            let values = unsafe stride(from: 1, to: pointers.count, by: 2).map {
                unsafe pointers[$0]
            }
            return unsafe body(keywords + [nil], values + [nil])
        }
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
