import Glibc
import JSON
import Testing

@testable import StripeSimulator

/// `docs/simulator.md` names what there is.
@Suite struct PageTests {
    private let page: String

    init() throws {
        let parts = #filePath.split(separator: "/").dropLast(4)
        let path = "/" + parts.joined(separator: "/") + "/docs/simulator.md"
        let file = try #require(fopen(path, "r"), "\(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        page = String(decoding: bytes, as: UTF8.self)
    }

    @Test func everySwitchIsThere() {
        for (name, value) in Switches().json.object ?? JSONObject() {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }
            let shown = value.string ?? String(decoding: value.encoded(), as: UTF8.self)
            #expect(row?.contains(shown) == true, "\(name) and its first value \(shown)")
        }
    }

    @Test func everyFaultIsThere() {
        let faults: [FaultKind] = [
            .dropBefore, .dropAfter, .slow(seconds: 1),
            .status(code: 500, body: nil, isExecuted: true), .html502(isExecuted: true),
            .truncate(bytes: 1), .resetReused, .rateLimit(reason: ""), .lockTimeout, .inUse,
            .hang(isExecuted: true), .oddFields,
        ]
        for fault in faults {
            #expect(page.contains("`\(fault.name)`"), "\(fault.name)")
        }
    }

    @Test(arguments: [
        "payment_intents", "payment_methods", "customers", "charges", "refunds", "events",
        "tokens", "customer_sessions", "ephemeral_keys",
    ])
    func everyResourceIsThere(name: String) {
        #expect(page.contains("`\(name)`"))
        let asked = Bench().send("GET", "/v1/\(name)")
        let isListed = asked.status == 200 || asked.parameter == "customer"
        #expect(isListed == !["tokens", "customer_sessions", "ephemeral_keys"].contains(name))
    }
}
