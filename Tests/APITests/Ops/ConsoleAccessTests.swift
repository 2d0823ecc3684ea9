import HTTPServer
import JSON
import Payments
import Testing

@testable import API

/// Every route of the console with everybody who may ask.
@Suite struct ConsoleAccessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let path: String
        var body: String?
        let status: Int
        var testDescription: String { "\(method.rawValue) \(path)" }
    }

    private static let payment = "/ops/api/payments/\(ScriptedConsole.id)"
    private static let finding =
        "/ops/api/findings/\(ScriptedConsole.id).suspected_duplicate"

    static let rows = [
        Row(method: .get, path: "/ops/api/session", status: 200),
        Row(method: .get, path: "/ops/api/overview", status: 200),
        Row(method: .get, path: "/ops/api/payments", status: 200),
        Row(method: .get, path: payment, status: 200),
        Row(
            method: .post,
            path: payment + "/resolve",
            body: #"{"action":"refund","reason":"twice"}"#,
            status: 404
        ),
        Row(
            method: .post,
            path: "/ops/api/idempotency-keys/lookup",
            body: #"{"key":"k"}"#,
            status: 200
        ),
        Row(method: .get, path: "/ops/api/duplicates", status: 200),
        Row(method: .get, path: "/ops/api/findings", status: 200),
        Row(
            method: .post,
            path: finding,
            body: #"{"state":"explained","reason":"meant"}"#,
            status: 200
        ),
        Row(method: .get, path: "/ops/api/audits", status: 200),
        Row(method: .post, path: "/ops/api/audits", body: "{}", status: 202),
        Row(method: .get, path: "/ops/api/audits/audit_1", status: 404),
        Row(method: .delete, path: "/ops/api/session", status: 200),
    ]

    @Test(arguments: rows)
    func `Without a proof nothing is shown or done`(_ row: Row) async throws {
        let bench = try ConsoleBench()
        let ops = await bench.keys.make(.ops)
        let merchant = await bench.keys.make(.merchant)
        let revoked = await bench.keys.make(.ops)
        await bench.keys.revoke(revoked.id)
        let cut = String(ops.text.dropLast(4)) + "0000"
        let proofs: [[String: String]] =
            [
                [:], ConsoleBench.own, ["Cookie": "payonce_ops=a.b.c"],
                ["Cookie": "payonce_ops=\(ops.id).99999.00.00"], ["Authorization": "Basic YTpi"],
            ] + [merchant.text, revoked.text, cut, ""].map { ["Authorization": "Bearer \($0)"] }
        for proof in proofs {
            let answer = await bench.ask(row.method, row.path, body: row.body, proof)
            #expect(answer.status == 401, "\(proof): \(answer.text)")
            #expect(answer.headers["www-authenticate"] == "Bearer")
            #expect(!answer.text.contains("pay_"))
        }
        #expect(await bench.book.writes == 0)
    }

    @Test(arguments: rows)
    func `An ops key is let in, and a session with its token`(_ row: Row) async throws {
        for isBrowser in [false, true] {
            let bench = try ConsoleBench()
            let ops = await bench.keys.make(.ops)
            let proof =
                isBrowser
                ? try await bench.signIn(ops.text) : ["Authorization": "Bearer \(ops.text)"]
            let answer = await bench.ask(row.method, row.path, body: row.body, proof)
            #expect(answer.status == row.status, "\(answer.text)")
            #expect(answer.headers["cache-control"] == "no-store")
        }
    }

    @Test(arguments: rows)
    func `What another page has a browser ask is refused`(_ row: Row) async throws {
        let bench = try ConsoleBench()
        let ops = await bench.keys.make(.ops)
        let session = try await bench.signIn(ops.text)
        let forged: [[String: String]] = [
            ["Origin": "https://evil.example"], ["Origin": "null"],
            ["Origin": "http://127.0.0.1:4242"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"],
        ]
        for part in forged {
            for proof in [session, ["Authorization": "Bearer \(ops.text)"]] {
                let headers = proof.merging(part) { $1 }
                let answer = await bench.ask(row.method, row.path, body: row.body, headers)
                #expect(answer.status == 403, "\(part): \(answer.text)")
                #expect(try answer.code() == "origin_refused")
            }
        }
        #expect(await bench.book.writes == 0)
    }

    @Test(arguments: rows.filter { $0.method != .get })
    func `A write needs the token, and a word of where it comes from`(_ row: Row) async throws {
        let bench = try ConsoleBench()
        let ops = await bench.keys.make(.ops)
        let session = try await bench.signIn(ops.text)
        let other = try await bench.signIn(ops.text)
        var without = session
        without["Ops-Token"] = nil
        var blind = session
        blind["Origin"] = nil
        blind["Sec-Fetch-Site"] = nil
        var mixed = session
        mixed["Ops-Token"] = other["Ops-Token"]
        for headers in [without, blind, mixed] {
            let answer = await bench.ask(row.method, row.path, body: row.body, headers)
            #expect(answer.status == 403, "\(answer.text)")
        }
        #expect(await bench.book.writes == 0)
    }

    @Test func `A session ends with its hour, with its key, and with a second cookie`() async throws
    {
        let bench = try ConsoleBench()
        let ops = await bench.keys.make(.ops)
        let path = "/ops/api/overview"
        let session = try await bench.signIn(ops.text)
        #expect(await bench.ask(.get, path, session).status == 200)
        let cookie = try #require(session["Cookie"])
        let twice = await bench.ask(.get, path, ["Cookie": "\(cookie); \(cookie)"])
        #expect(try twice.code() == "session_ended")
        bench.clock.advance(by: .seconds(OpsSessions.lifeSeconds - 1))
        #expect(await bench.ask(.get, path, session).status == 200)
        bench.clock.advance(by: .seconds(1))
        let late = await bench.ask(.get, path, session)
        #expect(late.status == 401)
        #expect(try late.code() == "session_ended")

        let again = try await bench.signIn(ops.text)
        await bench.keys.revoke(ops.id)
        bench.clock.advance(by: KeyRing.freshness)
        #expect(try await bench.ask(.get, path, again).code() == "session_ended")
    }

    @Test func `A session of another process is none`() async throws {
        let (first, second) = (try ConsoleBench(), try ConsoleBench())
        let ops = await first.keys.make(.ops)
        let session = try await first.signIn(ops.text)
        #expect(await second.ask(.get, "/ops/api/overview", session).status == 401)
    }

    @Test(arguments: [(false, false), (false, true), (true, false)])
    func `The cookie is for this place alone`(isSecure: Bool, overTLS: Bool) async throws {
        let bench = try ConsoleBench(isSecure: isSecure)
        let ops = await bench.keys.make(.ops)
        var headers = ["Origin": "https://\(ConsoleBench.host)"]
        if overTLS { headers["X-Forwarded-Proto"] = "https" }
        let body = #"{"key":"\#(ops.text)"}"#
        let answer = await bench.ask(.post, "/ops/api/session", body: body, headers)
        let cookie = try #require(answer.headers["set-cookie"])
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/ops", "Max-Age=3600"] {
            #expect(cookie.contains("; \(attribute)"))
        }
        #expect(cookie.contains("; Secure") == (isSecure || overTLS))
        #expect(!cookie.contains(ops.text))
    }

    @Test func `Nobody signs in with what is no ops key, or from another page`() async throws {
        let bench = try ConsoleBench()
        let ops = await bench.keys.make(.ops)
        let merchant = await bench.keys.make(.merchant)
        let path = "/ops/api/session"
        for key in [merchant.text, "", "payonce", String(ops.text.dropLast())] {
            let body = #"{"key":"\#(key)"}"#
            let answer = await bench.ask(.post, path, body: body, ConsoleBench.own)
            #expect(answer.status == 401)
            #expect(answer.headers["set-cookie"] == nil)
        }
        let body = #"{"key":"\#(ops.text)"}"#
        let foreign = ["Sec-Fetch-Site": "cross-site"]
        #expect(await bench.ask(.post, path, body: body, foreign).status == 403)
        let form = ["Content-Type": "text/plain"]
        #expect(await bench.ask(.post, path, body: body, form).status == 415)
        await bench.keys.goAway()
        let other = await bench.keys.make(.ops)
        let late = #"{"key":"\#(other.text)"}"#
        #expect(await bench.ask(.post, path, body: late, ConsoleBench.own).status == 503)
    }
}
