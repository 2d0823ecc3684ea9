import CPostgres

/// Owner of a `PGresult`.
///
/// Safe to share: nothing changes it once libpq has handed it out.
@safe final class ServerResult: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes over the result and clears it in the end.
    init(taking result: OpaquePointer) { unsafe self.result = result }

    deinit { unsafe PQclear(result) }

    var status: ExecStatusType { unsafe PQresultStatus(result) }

    var rowCount: Int { Int(unsafe PQntuples(result)) }

    var columnCount: Int { Int(unsafe PQnfields(result)) }

    var affectedRows: Int {
        // The server's own number, or an empty text for statements that touch no rows.
        guard let text = unsafe PQcmdTuples(result) else { return 0 }
        return unsafe Int(String(cString: text)) ?? 0
    }

    /// What the server says it did, such as `COMMIT`, or `ROLLBACK` in answer to a COMMIT.
    var commandTag: String {
        guard let text = unsafe PQcmdStatus(result) else { return "" }
        return unsafe String(cString: text)
    }

    // MARK: Errors and notices

    var sqlState: SQLState {
        field(Diagnostics.sqlState).map { SQLState(rawValue: $0) } ?? .missing
    }

    /// The primary message alone: DETAIL quotes values of rows, which have no place in a log.
    var message: String {
        field(Diagnostics.message) ?? "no message"
    }

    /// `ERROR`, `FATAL`, `WARNING` …, in English whatever the server speaks.
    var severity: String {
        field(Diagnostics.severity) ?? ""
    }

    private func field(_ code: Int32) -> String? {
        guard let text = unsafe PQresultErrorField(result, code) else { return nil }
        return unsafe String(cString: text)
    }

    // MARK: Values, whose row and column the caller has checked

    func type(ofColumn column: Int) -> UInt32 { unsafe PQftype(result, Int32(column)) }

    func name(ofColumn column: Int) -> String {
        guard let name = unsafe PQfname(result, Int32(column)) else { return "" }
        return unsafe String(cString: name)
    }

    func isNull(row: Int, column: Int) -> Bool {
        unsafe PQgetisnull(result, Int32(row), Int32(column)) != 0
    }

    /// Up to 8 bytes in network order, with their sign.
    func integer(row: Int, column: Int) -> Int64? {
        unsafe withValue(row, column) { value in
            guard let first = unsafe value.first, value.count <= 8 else { return nil }
            let sign: Int64 = first & 0x80 == 0 ? 0 : -1
            return unsafe value.reduce(sign) { $0 << 8 | Int64($1) }
        }
    }

    func text(row: Int, column: Int, skipping count: Int = 0) -> String {
        unsafe withValue(row, column) { value in
            unsafe String(decoding: value.dropFirst(count), as: UTF8.self)
        }
    }

    func bytes(row: Int, column: Int) -> [UInt8] {
        unsafe withValue(row, column) { unsafe Array($0) }
    }

    private func withValue<T>(
        _ row: Int,
        _ column: Int,
        _ body: (UnsafeRawBufferPointer) -> T
    ) -> T {
        let start = unsafe PQgetvalue(result, Int32(row), Int32(column))
        let count = Int(unsafe PQgetlength(result, Int32(row), Int32(column)))
        return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
