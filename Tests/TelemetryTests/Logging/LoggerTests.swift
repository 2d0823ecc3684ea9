import JSON
import Telemetry
import Testing

struct LoggerTests {
    private let lines = Lines()

    private func logger(_ minimum: LogLevel = .debug) -> Logger {
        let time = UTCTime(since1970: .milliseconds(1_772_355_900_042))
        return Logger(minimum: minimum, clock: { time }, sink: lines.sink)
    }

    @Test func `A record is one line of JSON`() {
        logger().with(requestID: "req_1").notice(
            "payment declined",
            [
                "code": "insufficient_funds", "attempt": 2, "final": true,
                "took": .duration(.milliseconds(12)),
            ]
        )
        let expected =
            #"{"time":"2026-03-01T09:05:00.042Z","level":"notice","message":"payment declined","#
            + #""requestID":"req_1","code":"insufficient_funds","attempt":2,"final":true,"#
            + #""tookMicroseconds":12000}"# + "\n"
        #expect(lines.texts == [expected])
    }

    @Test func `Line feeds and quotes stay inside their string`() throws {
        logger().info("m", ["text": "a\nb\"c\\\u{2028}\u{0}"])
        let text = try #require(lines.texts.first)
        #expect(text.filter(\.isNewline).count == 1)
        #expect(text.contains(#""text":"a\nb\"c\\\u2028\u0000""#))
    }

    @Test(arguments: LogLevel.allCases)
    func `Records below the minimum are dropped`(minimum: LogLevel) {
        let logger = logger(minimum)
        logger.debug("m")
        logger.info("m")
        logger.notice("m")
        logger.warning("m")
        logger.error("m")
        let levels = LogLevel.allCases.filter { $0 >= minimum }
        #expect(lines.texts.count == levels.count)
        for (line, level) in zip(lines.texts, levels) {
            #expect(line.contains(#""level":"\#(level.rawValue)""#))
        }
    }

    @Test func `What is dropped is not computed`() {
        func expensive() -> LogMetadata {
            Issue.record("computed")
            return [:]
        }
        logger(.info).debug("m", expensive())
        #expect(lines.texts.isEmpty)
    }

    @Test func `Context goes with a copy only, and the last value wins`() throws {
        let base = logger()
        base.with(["a": 1]).with(["b": 2]).info("m", ["a": 3])
        let record = try lines.last()
        #expect(record?["a"] == 3)
        #expect(record?["b"] == 2)
        base.info("m")
        #expect(try lines.last()?["a"] == nil)
    }

    @Test func `Metadata cannot pose as time, level or message`() throws {
        logger().info("true", ["message": "false", "level": "error", "time": 0])
        let record = try lines.last()
        #expect(record?["message"] == "true")
        #expect(record?["level"] == "info")
        #expect(record?["metadata.message"] == "false")
        #expect(record?["metadata.time"] == 0)
    }

    @Test func `Long strings are cut, very long ones left out`() throws {
        logger().info("m", ["text": .string(String(repeating: "x", count: 10_000))])
        let text = try #require(try lines.last()?["text"]?.string)
        #expect(text == String(repeating: "x", count: 512) + "…")
        logger().info("m", ["text": .string(String(repeating: "x", count: 20_000))])
        #expect(try lines.last()?["text"] == "(20000 bytes)")
    }

    @Test func `A secret at the cut is hidden before it is cut`() throws {
        let text = String(repeating: "x ", count: 252) + "card 4242424242424242"
        logger().info("m", ["text": .string(text)])
        let written = try #require(try lines.last()?["text"]?.string)
        #expect(written.hasSuffix("x card ***"))
    }

    @Test func `A value is described by itself`() throws {
        logger().info(
            "m",
            ["level": .describing(UTCTime(since1970: .zero)), "count": .int(Int(7))]
        )
        #expect(try lines.last()?["metadata.level"] == "1970-01-01T00:00:00.000Z")
        #expect(try lines.last()?["count"] == 7)
    }

    @Test func `Standard error gets the whole line`() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            Logger(minimum: .info, sink: .standardError).error("the end", ["n": 1])
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("{\"time\"") })
        let record = try JSONValue.parse(Array(line.utf8), limits: .request)
        #expect(record["message"] == "the end")
        #expect(record["n"] == 1)
    }
}
