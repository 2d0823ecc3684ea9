import Audit
import HTTPServer
import JSON
import Money
import Payments
import Testing

@testable import API

/// What the console is told, and what it does.
@Suite struct ConsoleAnswerTests {
    private func proof(_ bench: ConsoleBench) async -> [String: String] {
        ["Authorization": "Bearer \(await bench.keys.make(.ops, named: "Bob").text)"]
    }

    @Test func `The page may load nothing but its own files`() async throws {
        let bench = try ConsoleBench()
        let page = await bench.ask(.get, "/ops/")
        #expect(page.status == 200)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!page.text.contains("style=") && !page.text.contains("<script>"))
        for file in page.text.matches(of: /\/ops\/[a-z]+\.(js|css)/) {
            #expect(await bench.ask(.get, String(file.output.0)).status == 200)
        }
        #expect(await bench.ask(.get, "/ops").headers["location"] == "/ops/")
        for path in ["/ops/..", "/ops/console.html", "/ops/api", "/ops/api/", "/ops/x/y"] {
            #expect(await bench.ask(.get, path).status == 404, "\(path)")
        }
        let script = await bench.ask(.get, "/ops/console.js").text
        for module in script.matches(of: /from "\.\/([a-z]+\.js)"/) {
            #expect(await bench.ask(.get, "/ops/\(module.output.1)").status == 200)
        }
    }

    @Test func `No script of the console writes markup`() async throws {
        let bench = try ConsoleBench()
        let words = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
        for name in [
            "console", "server", "elements", "overview", "payments", "payment", "timeline",
            "duplicates", "findings", "audit",
        ] {
            let text = await bench.ask(.get, "/ops/\(name).js").text
            #expect(text.count > 500)
            for word in words { #expect(!text.contains(word), "\(word) in \(name).js") }
        }
    }

    @Test func `Texts from outside stay what they are`() async throws {
        let bench = try ConsoleBench()
        let path = "/ops/api/payments/\(ScriptedConsole.id)"
        let answer = await bench.ask(.get, path, await proof(bench))
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        let payment = try #require(try answer.object()["payment"]?.object)
        #expect(payment["message"]?.string == ScriptedConsole.markup)
        #expect(payment["items"]?.array?.first?["id"]?.string == "<b>item</b>")
        let event = try #require(try answer.object()["events"]?.array?.first)
        #expect(event["detail"]?.string == ScriptedConsole.markup)
        #expect(event["replayed"]?.bool == true)
    }

    @Test func `The overview tells of Stripe and of what is open`() async throws {
        let bench = try ConsoleBench()
        let told = try await bench.ask(.get, "/ops/api/overview", await proof(bench)).object()
        #expect(told["unresolved"]?["count"]?.int64 == 1)
        #expect(told["today"]?.array?.first?["amount"]?.int64 == 2800)
        #expect(told["stripe"]?["breakerOpen"]?.bool == true)
        #expect(told["stripe"]?["tokens"]?.int64 == 7)
        #expect(told["seals"]?["oldestUnsealedSeconds"]?.int64 == 3)
    }

    @Test func `A search is read by its fields`() async throws {
        let bench = try ConsoleBench()
        let ops = await proof(bench)
        let path = "/ops/api/payments"
        let query = "q=4242&status=declined&from=2026-03-01&to=2026-03-02T09:05:00Z&limit=7"
        #expect(await bench.ask(.get, path, query: query, ops).status == 200)
        let search = try #require(await bench.book.searches.first)
        #expect(search.text == .words("4242", mayBeLastFour: true))
        #expect(search.state == .declined)
        #expect(search.from == 1_772_323_200_000_000)
        #expect(search.until == 1_772_442_300_000_000)
        for wrong in [
            "limit=0", "limit=101", "from=yesterday", "from=2026-13-01", "after=pay_1", "q=%FF",
            "q=%00", "order=a%20b", "to=2026-03-01T9:05:00Z",
        ] {
            #expect(await bench.ask(.get, path, query: wrong, ops).status == 400, "\(wrong)")
        }
        #expect(await bench.book.searches.count == 1)
    }

    @Test func `A table has no formula in it`() async throws {
        let bench = try ConsoleBench()
        let headers = await proof(bench).merging(["Accept": "text/csv"]) { $1 }
        let payments = await bench.ask(.get, "/ops/api/payments", headers)
        #expect(payments.headers["content-type"] == "text/csv; charset=utf-8")
        #expect(payments.text.contains(",'=1+1,"))
        #expect(payments.text.components("\r\n") == 3)
        let findings = await bench.ask(.get, "/ops/api/findings", headers)
        #expect(findings.text.hasPrefix("kind,subject,state"))
        let cells = ["=a", "+a", "-a", "@a", "\ta", "\na", "＝a", " =a"]
        for cell in cells {
            let line = CSVText.line([cell])
            #expect(line.hasPrefix("'") || line.hasPrefix("\"'"), "\(cell)")
        }
        #expect(CSVText.line(["a\"b", "c,d", "plain"]) == "\"a\"\"b\",\"c,d\",plain")
    }

    @Test func `A person's word carries their name and their reason`() async throws {
        let view = try ResolveView.sample()
        let bench = try ConsoleBench(answering: .resolved(view, wasSo: false))
        let path = "/ops/api/payments/\(ScriptedConsole.id)/resolve"
        let ops = await proof(bench)
        let finding = "\(ScriptedConsole.id).suspected_duplicate"
        let body = #"{"action":"refund","reason":" Ann tapped twice ","finding":"\#(finding)"}"#
        let answer = await bench.ask(.post, path, body: body, ops)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try answer.object()["amountRefunded"]?.int64 == 1400)
        let request = try #require(await bench.book.resolved.first)
        #expect(request.action == .refund)
        #expect(request.who.description == "Bob")
        #expect(request.reason.description == "Ann tapped twice")
        let decision = try #require(await bench.book.decisions.first)
        #expect(decision.1 == .closed)
        #expect(decision.2.by == "Bob")
        for wrong in [
            "{}", #"{"action":"refund"}"#, #"{"action":"refund","reason":" "}"#,
            #"{"action":"steal","reason":"x"}"#, #"{"action":1,"reason":"x"}"#, "[]", "{",
            #"{"action":"refund","reason":"x","paymentIntentId":"x"}"#,
        ] {
            #expect(await bench.ask(.post, path, body: wrong, ops).status == 400, "\(wrong)")
        }
        #expect(await bench.book.resolved.count == 1)
    }

    @Test func `What is refused closes no finding`() async throws {
        let view = try ResolveView.sample()
        let answers: [(ResolveAnswer, Int)] = [
            (.underWay(view), 202), (.refused(.inProgress, view), 409),
            (.refused(.refund(.alreadyRefunded), view), 409), (.refused(.unavailable, nil), 503),
            (.refused(.notFound, nil), 404),
        ]
        for (answer, status) in answers {
            let bench = try ConsoleBench(answering: answer)
            let path = "/ops/api/payments/\(ScriptedConsole.id)/resolve"
            let finding = "\(ScriptedConsole.id).suspected_duplicate"
            let body = #"{"action":"refund","reason":"x","finding":"\#(finding)"}"#
            #expect(await bench.ask(.post, path, body: body, await proof(bench)).status == status)
            #expect(await bench.book.decisions.isEmpty)
        }
    }

    @Test func `A finding is decided on once it is there`() async throws {
        let bench = try ConsoleBench()
        let ops = await proof(bench)
        let path = "/ops/api/findings/\(ScriptedConsole.id)"
        let body = #"{"state":"explained","reason":"meant","evidence":"a letter"}"#
        #expect(
            await bench.ask(.post, path + ".suspected_duplicate", body: body, ops).status == 200
        )
        #expect(await bench.book.decisions.first?.2.evidence == "a letter")
        #expect(await bench.ask(.post, path + ".unsealed", body: body, ops).status == 404)
        #expect(await bench.ask(.post, path, body: body, ops).status == 404)
        let wrong = #"{"state":"gone","reason":"meant"}"#
        let other = path + ".suspected_duplicate"
        #expect(await bench.ask(.post, other, body: wrong, ops).status == 400)
    }

    @Test func `One audit runs at a time, and tells how far it is`() async throws {
        let bench = try ConsoleBench()
        let ops = await proof(bench)
        let path = "/ops/api/audits"
        #expect(await bench.ask(.post, path, body: #"{"hours":0}"#, ops).status == 400)
        #expect(await bench.ask(.post, path, body: #"{"hours":2401}"#, ops).status == 400)
        #expect(await bench.ask(.post, path, body: #"{"hours":2}"#, ops).status == 202)
        let again = await bench.ask(.post, path, body: "{}", ops)
        #expect(again.status == 409)
        #expect(try again.code() == "audit_running")
        #expect(await bench.book.audits == [AuditRequest(.last(.seconds(7200)), isLocal: false)])
        let run = try await bench.ask(.get, path + "/audit_1", ops).object()
        #expect(run["progress"]?.int64 == 25)
        #expect(run["phase"]?.string == "running")
    }

    @Test func `A key is looked up in both of its forms, and stands in no address`() async throws {
        let bench = try ConsoleBench()
        let path = "/ops/api/idempotency-keys/lookup"
        let body = #"{"key":"k-1","customerRef":"ann"}"#
        #expect(await bench.ask(.post, path, body: body, await proof(bench)).status == 200)
        #expect(await bench.book.keys.count == 2)
        #expect(await bench.ask(.get, path, await proof(bench)).status == 405)
    }

    @Test func `Without the database it says so`() async throws {
        let bench = try ConsoleBench(isAway: true)
        let ops = await proof(bench)
        for path in ["overview", "payments", "duplicates", "findings"] {
            let answer = await bench.ask(.get, "/ops/api/\(path)", ops)
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] == "5")
        }
    }
}

extension ResolveView {
    /// A payment whose money goes back.
    fileprivate static func sample() throws -> ResolveView {
        let purchase = Purchase(
            caller: .guest,
            order: nil,
            cart: try Samples.cart(("book", 1)),
            currency: .usd
        )
        let zero = Duration.zero
        let payment = Payment(
            id: try #require(PaymentID(ScriptedConsole.id)),
            state: .succeeded,
            fence: 1,
            owner: .nobody,
            purchase: purchase,
            fingerprint: Fingerprint(stored: "1"),
            amount: Amount(minorUnits: 1400, currency: .usd),
            method: nil,
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            origin: "",
            operation: Payments.Operation(
                name: .create,
                number: 1,
                request: FrozenRequest(path: "/v1/payment_intents", body: [], apiVersion: "1"),
                age: zero,
                stripeTimeSeconds: nil
            ),
            times: Times(
                sinceClaim: zero,
                sinceAsked: zero,
                sinceChange: zero,
                claimStripeSeconds: nil,
                actionStripeSeconds: nil
            ),
            refunded: 1400
        )
        return ResolveView(of: payment)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> Int {
        self.split(separator: separator, omittingEmptySubsequences: false).count
    }
}
