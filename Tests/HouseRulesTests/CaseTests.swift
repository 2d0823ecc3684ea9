import Foundation
import Testing

/// `docs/cases.md` says where each case from the field is played, and those tests say so too.
@Suite struct CaseTests {
    /// Where a case stands, by the path of its file below Tests, without `.swift`.
    private typealias Places = [String: Set<String>]

    private static let group = "(?:DC|ST|WS|AM|RC|SC|ID|CO|NF|DB|CL|SE|OP|EN)"
    private static let id = "\(group)[0-9]{2}"

    /// The one way to name a case: at the head of a doc comment.
    private static let head = "^ */// ((?:\(id), )*\(id))(?:\\.$|: )"

    private func matches(_ pattern: String, in text: String) throws -> [[String]] {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).map { match in
            (0..<match.numberOfRanges).map { place in
                Range(match.range(at: place), in: text).map { String(text[$0]) } ?? ""
            }
        }
    }

    private func ids(in text: String) throws -> [String] {
        try matches("\\b\(Self.id)\\b", in: text).map { $0[0] }
    }

    private func listed() throws -> Places {
        let rows = try matches(
            #"^\| ("# + Self.id + #") \| ([^|]+) \| ([^|]+) \|$"#,
            in: Repository.text(of: "docs/cases.md")
        )
        let cells = try rows.map { row in
            (row[1], Set(try matches("`([^`]+)`", in: row[3]).map { $0[1] }))
        }
        #expect(Set(cells.map(\.0)).count == cells.count, "a case stands twice")
        return Dictionary(cells) { $0.union($1) }
    }

    /// What the tests themselves say.
    private func named() throws -> Places {
        var places: Places = [:]
        for file in try Repository.swiftFiles(in: "Tests") {
            let name = file.path.dropFirst("Tests/".count).dropLast(".swift".count)
            for head in try matches(Self.head, in: file.text) {
                for id in try ids(in: head[1]) { places[id, default: []].insert(String(name)) }
            }
        }
        return places
    }

    @Test func `Every case is played where the list says, and nowhere else`() throws {
        let listed = try listed()
        let named = try named()
        #expect(listed.count == 107)
        for (id, places) in listed {
            #expect(!places.isEmpty, "\(id) has no test")
            #expect(named[id] == places, "\(id)")
        }
        #expect(Set(named.keys).subtracting(listed.keys) == [])
    }

    @Test func `A case is named in one way`() throws {
        for file in try Repository.swiftFiles(in: "Tests") where !file.path.contains("HouseRules") {
            let comments = try matches("^ *//.*$", in: file.text).map { $0[0] }
            for comment in comments where try !ids(in: comment).isEmpty {
                let heads = try matches(Self.head, in: comment).map { $0[1] }
                let inHead = try heads.flatMap(ids)
                #expect(try ids(in: comment) == inHead, "\(file.path): \(comment)")
            }
        }
    }

    /// DB06: what a session keeps is lost behind a pooler in transaction mode, or is somebody
    /// else's.
    @Test func `No statement keeps anything in its session`() throws {
        let words = "pg_(try_)?advisory_(un)?lock\\(|\\bLISTEN |\\bCREATE TEMP|\\bSET SESSION\\b"
        for folder in ["Sources/Postgres", "Sources/PaymentStore", "Sources/payonce"] {
            for file in try Repository.swiftFiles(in: folder) {
                #expect(try matches(words, in: file.text).isEmpty, "\(file.path)")
            }
        }
        let unlocked = try matches(words, in: "SELECT pg_advisory_lock(1); LISTEN news")
        #expect(unlocked.count == 2)
    }
}
