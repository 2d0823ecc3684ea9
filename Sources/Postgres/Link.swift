import CPostgres

/// Owner of a `PGconn`: libpq's calls, and nothing decided.
///
/// Safe to hand over: one thread uses it at a time, first the connecting one, then the loop.
@safe final class Link: @unchecked Sendable {
    private let connection: OpaquePointer
    private let notices = Notices()

    /// Takes over the connection and closes it in the end.
    init(taking connection: OpaquePointer) {
        unsafe self.connection = connection
        // Not retained: `notices` lives until `deinit` has closed the connection.
        unsafe PQsetNoticeReceiver(
            connection,
            { argument, result in
                guard let argument = unsafe argument, let result = unsafe result else { return }
                unsafe Unmanaged<Notices>.fromOpaque(argument).takeUnretainedValue().add(result)
            },
            Unmanaged.passUnretained(notices).toOpaque()
        )
    }

    deinit { unsafe PQfinish(connection) }

    var isBroken: Bool { unsafe PQstatus(connection) != CONNECTION_OK }

    var socket: Int32 { unsafe PQsocket(connection) }

    /// What went wrong last, on one line.
    var errorMessage: String {
        guard let text = unsafe PQerrorMessage(connection) else { return "" }
        let lines = unsafe String(cString: text).split(whereSeparator: \.isNewline)
        return lines.map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
    }

    /// Warnings that the server sent since they were taken last.
    func takeWarnings() -> [String] { notices.takeWarnings() }

    // MARK: Without blocking

    /// From here on the connection is the loop's: no call waits, and groups go as pipelines.
    func enterPipelineMode() -> Bool {
        unsafe PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1
    }

    /// Queues a statement, unnamed and unprepared, with its rows wanted in binary.
    func send(_ sql: SQL) -> Bool {
        unsafe withArguments(sql.parameters) { count, pointers, lengths, formats in
            unsafe PQsendQueryParams(
                connection,
                sql.command,
                count,
                sql.parameters.types,
                pointers,
                lengths,
                formats,
                1
            )
        }
    }

    /// Queues the preparation of a statement: a result of its own, without rows.
    func prepare(_ command: String, _ types: [UInt32], as name: String) -> Bool {
        unsafe PQsendPrepare(connection, name, command, Int32(types.count), types) == 1
    }

    /// Queues a statement that was prepared under this name.
    func send(_ name: String, _ parameters: ParameterList) -> Bool {
        unsafe withArguments(parameters) { count, pointers, lengths, formats in
            unsafe PQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1)
        }
    }

    /// Hands a list over as libpq wants it, all of it in binary.
    private func withArguments(
        _ parameters: ParameterList,
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32
    ) -> Bool {
        let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        return unsafe parameters.withPointers { pointers in
            unsafe body(Int32(parameters.count), pointers, lengths, formats) == 1
        }
    }

    /// Ends the group: the server commits when it comes to this.
    func sendSync() -> Bool { unsafe PQpipelineSync(connection) == 1 }

    /// Writes what the socket takes; `nil` is an error.
    func flush() -> Flushed? {
        switch unsafe PQflush(connection) {
        case 0: .everything
        case 1: .some
        default: nil
        }
    }

    enum Flushed { case everything, some }

    /// Reads what the socket has; `false` is a lost connection.
    func readInput() -> Bool { unsafe PQconsumeInput(connection) == 1 }

    /// Whether the next call of `nextResult` would have to wait.
    var isBusy: Bool { unsafe PQisBusy(connection) != 0 }

    /// `nil` between the statements of a pipeline and behind its last result.
    func nextResult() -> ServerResult? {
        unsafe PQgetResult(connection).map { unsafe ServerResult(taking: $0) }
    }

    // MARK: Blocking, for transactions on a thread of their own

    /// Runs statements without parameters.
    func execute(_ script: String) -> ServerResult? {
        unsafe PQexec(connection, script).map { unsafe ServerResult(taking: $0) }
    }

    /// Runs one statement with parameters.
    func execute(_ sql: SQL) -> ServerResult? {
        send(sql) ? lastResult() : nil
    }

    /// Whether a transaction is open and not failed.
    var isInTransaction: Bool { unsafe PQtransactionStatus(connection) == PQTRANS_INTRANS }

    private func lastResult() -> ServerResult? {
        var last: ServerResult?
        while let result = nextResult() { last = result }
        return last
    }
}

/// What the server says beside its results. Filled by libpq while it reads.
@safe private final class Notices {
    private var warnings: [String] = []

    func add(_ result: OpaquePointer) {
        // The result stays libpq's, so it is read here and not kept.
        guard let severity = unsafe PQresultErrorField(result, Diagnostics.severity),
            unsafe String(cString: severity) == "WARNING"
        else { return }
        let message = unsafe PQresultErrorField(result, Diagnostics.message)
        unsafe warnings.append(message.map { unsafe String(cString: $0) } ?? "no message")
    }

    func takeWarnings() -> [String] {
        defer { warnings = [] }
        return warnings
    }
}

extension ParameterList {
    /// Pointers to the values as libpq wants them; NULL is a null pointer.
    fileprivate func withPointers<T>(_ body: ([UnsafePointer<CChar>?]) -> T) -> T {
        // An empty list has no address, but an empty value needs one.
        unsafe (bytes.isEmpty ? [0] : bytes).withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe body(
                ranges.map { range in
                    guard let range else { return nil }
                    return unsafe start?.advanced(by: range.lowerBound)
                }
            )
        }
    }
}
