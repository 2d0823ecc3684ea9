import Postgres
import TestKit
import Testing

/// Values go to the server and come back unchanged, whatever they hold.
@Suite struct ParameterTests {
    @Test func integersSurvive() async throws {
        try await withDatabase { database in
            for value in [Int64.min, -1, 0, 1, 255, 256, 1 << 40, .max] {
                let row = try #require(try await database.query("SELECT \(value)").onlyRow())
                #expect(try row.int64(0) == value)
            }
            for value in [Int32.min, -1, 0, .max] {
                let row = try #require(try await database.query("SELECT \(value)").onlyRow())
                #expect(try row.int64(0) == Int64(value))
            }
            let row = try #require(try await database.query("SELECT \(7 as Int)").onlyRow())
            #expect(try row.int64(0) == 7)
        }
    }

    @Test func theServerReadsTheSameNumbers() async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query(
                    """
                    SELECT (\(Int64.min))::text, (\(Int32.min))::text, (\(1.5))::text,
                        (\(true))::text
                    """
                )
                .onlyRow()
            )
            #expect(try row.string(0) == "-9223372036854775808")
            #expect(try row.string(1) == "-2147483648")
            #expect(try row.string(2) == "1.5")
            #expect(try row.string(3) == "true")
        }
    }

    static let texts = [
        "", "plain", "it's", "\"quoted\"", #"back\slash \\ \n \x00"#, "'; DROP TABLE t; --",
        "$1 $2 $$ $tag$", "%s %00", "line\nbreak\ttab\r", "żółć 日本語 👩‍👩‍👧‍👦 🇵🇱", "{a,b}", "NULL",
        "\u{1}\u{7f}\u{80}\u{ffff}\u{10ffff}", String(repeating: "long ", count: 50_000),
    ]

    @Test(arguments: texts) func textSurvives(text: String) async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query("SELECT \(text), octet_length(\(text))").onlyRow()
            )
            #expect(try row.string(0) == text)
            #expect(try row.int64(1) == Int64(text.utf8.count))
        }
    }

    @Test func bytesSurvive() async throws {
        try await withDatabase { database in
            let all = (0...255).map { UInt8($0) }
            for bytes in [[], [0], all, Array(repeating: 0, count: 200_000)] as [[UInt8]] {
                let row = try #require(
                    try await database.query("SELECT \(bytes), length(\(bytes))").onlyRow()
                )
                #expect(try row.bytes(0) == bytes)
                #expect(try row.int64(1) == Int64(bytes.count))
            }
        }
    }

    @Test func doublesAndBooleansSurvive() async throws {
        try await withDatabase { database in
            for value in [0, -0.0, 1.5, .pi, -.infinity, .leastNonzeroMagnitude] as [Double] {
                let row = try #require(try await database.query("SELECT \(value)").onlyRow())
                #expect(try row.double(0).bitPattern == value.bitPattern)
            }
            let row = try #require(
                try await database.query("SELECT \(true), \(false)").onlyRow()
            )
            #expect(try row.bool(0) && !row.bool(1))
        }
    }

    @Test func nullsSurvive() async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query(
                    """
                    SELECT \(Int64?.none), \(String?.none), \([UInt8]?.none), \(Bool?.none),
                        \(Double?.none), \(Int64?.some(1)), \(String?.some(""))
                    """
                )
                .onlyRow()
            )
            #expect(try row.optionalInt64(0) == nil)
            #expect(try row.optionalString(1) == nil)
            #expect(try row.optionalBytes(2) == nil)
            #expect(try row.optionalBool(3) == nil)
            #expect(try row.optionalDouble(4) == nil)
            #expect(try row.optionalInt64(5) == 1)
            #expect(try row.optionalString(6) == "")
            #expect(try row.isNull(0) && !row.isNull(6))
        }
    }

    @Test func arraysSurvive() async throws {
        try await withDatabase { database in
            let texts: [String?] = ["", nil, "a,b", "{}", "\"", #"\"#, "NULL", "👍"]
            let rows = try await database.query("SELECT * FROM unnest(\(texts)) WITH ORDINALITY")
            #expect(try rows.map { try $0.optionalString(0) } == texts)
            let numbers: [Int64] = [.min, 0, .max]
            let numberRows = try await database.query("SELECT unnest(\(numbers))")
            #expect(try numberRows.map { try $0.int64(0) } == numbers)
            let bytes: [[UInt8]?] = [[], [0, 255], nil]
            let byteRows = try await database.query("SELECT unnest(\(bytes))")
            #expect(try byteRows.map { try $0.optionalBytes(0) } == bytes)
            let flags: [Bool?] = [true, nil, false]
            let flagRows = try await database.query("SELECT unnest(\(flags))")
            #expect(try flagRows.map { try $0.optionalBool(0) } == flags)
            let small: [Int32] = [.min, .max]
            let smallRows = try await database.query("SELECT unnest(\(small))")
            #expect(try smallRows.map { try $0.int64(0) } == small.map(Int64.init))
        }
    }

    @Test func emptyArraysAreEmptyAndNotNull() async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query(
                    """
                    SELECT cardinality(\([String]())), cardinality(\([Int64?]())),
                        1 = ANY(\([Int64]())), cardinality(\([[UInt8]]()))
                    """
                )
                .onlyRow()
            )
            #expect(try row.int64(0) == 0)
            #expect(try row.int64(1) == 0)
            #expect(try row.bool(2) == false)
            #expect(try row.int64(3) == 0)
        }
    }

    /// Values that would do harm as text of the statement change nothing.
    @Test(arguments: ["x'; DROP TABLE t; --", "' OR '1'='1", "1); DELETE FROM t; --", "$1"])
    func injectionStaysAValue(text: String) async throws {
        try await withDatabase { database in
            _ = try await database.run([
                "CREATE TABLE t (name text)", "INSERT INTO t VALUES ('kept')",
            ])
            let found = try await database.query("SELECT name FROM t WHERE name = \(text)")
            #expect(found.isEmpty)
            _ = try await database.query("INSERT INTO t SELECT unnest(\([text, text]))")
            let rows = try await database.query("SELECT name FROM t ORDER BY name = 'kept' DESC")
            #expect(try rows.map { try $0.string(0) } == ["kept", text, text])
        }
    }

    @Test func textWithNULIsRefusedBeforeItIsSent() async throws {
        try await withDatabase { database in
            for sql in ["SELECT \("a\0b")", "SELECT \(["a", "\0"])", "SELECT \(1) + \("\0")"]
                as [SQL]
            {
                await #expect {
                    try await database.query(sql)
                } throws: { error in
                    guard case DatabaseError.unencodable = error else { return false }
                    return true
                }
            }
            let row = try #require(try await database.query("SELECT 1").onlyRow())
            #expect(try row.int64(0) == 1)
        }
    }
}
