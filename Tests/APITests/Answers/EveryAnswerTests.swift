import HTTPServer
import JSON
import Payments
import TestKit
import Testing

@testable import API

/// Properties that every answer has, whatever it says: shipped clients hang, crash or lie where one
/// of them does not hold.
@Suite("Every answer")
struct EveryAnswerTests {
    static func responses() throws -> [HTTPResponse] {
        let faults: [RequestFault] = [
            .malformed("x."), .keyTooShort, .tokenRequired, .tokenInvalid, .apiKeyRequired,
            .paymentNotFound, .bodyTooLarge, .notJSON,
        ]
        let refusals = [400, 408, 413, 414, 417, 431, 501, 503, 505].map {
            ServerRefusal.reply(to: Refusal(status: $0, reason: "No."))
        }
        let outcomes = try Samples.answers().flatMap { answer in
            Dialect.allCases.map { OutcomeTable.reply(to: answer, in: $0) }
        }
        let replies =
            outcomes + faults.map(\.reply) + refusals + [RefusalTable.overloaded]
        return replies.map(\.response)
    }

    @Test("is a flat object of strings, integers and booleans")
    func flat() throws {
        for response in try Self.responses() {
            #expect(response.headers["content-type"] == "application/json")
            for (key, value) in try response.object() {
                switch value {
                case .string(let text): #expect(!text.isEmpty, "\(key)")
                case .number: #expect(value.int64 != nil, "\(key)")
                case .bool(let flag): #expect(flag, "\(key) is true or absent")
                case .null, .array, .object: Issue.record("\(key) of \(response.text)")
                }
            }
        }
    }

    @Test("has either an error or a client secret, or is a success without one")
    func errorOrSecret() throws {
        for response in try Self.responses() {
            let body = try response.object()
            let hasSecret =
                body["clientSecret"] != nil || body["payment_intent_client_secret"] != nil
            #expect(!(hasSecret && body["error"] != nil), "\(response.text)")
            #expect(
                hasSecret || body["error"] != nil || body["status"]?.string == "succeeded",
                "\(response.text)"
            )
            #expect((body["error"] == nil) == (body["code"] == nil), "\(response.text)")
        }
    }

    @Test("is 200 exactly where the payment has a state")
    func status() throws {
        for answer in try Samples.answers() {
            let response = OutcomeTable.reply(to: answer, in: .camelCase).response
            switch answer {
            case .standing:
                #expect(response.status == 200)
                #expect(try response.object()["status"] != nil)
            case .refused:
                #expect((400...599).contains(response.status))
            }
        }
    }

    @Test("never says of a request that nothing was charged")
    func noReassurance() throws {
        for response in try Self.responses() where response.status != 200 {
            let sentence = try response.sentence().lowercased()
            for word in ["not charged", "no charge", "not been charged", "failed"] {
                #expect(!sentence.contains(word), "\(sentence)")
            }
        }
    }

    @Test("with 429 or 503 says when to come back, no other does")
    func retryAfter() throws {
        for response in try Self.responses() {
            let seconds = response.headers["retry-after"].flatMap { Int($0) }
            #expect((seconds ?? 0 > 0) == [429, 503].contains(response.status), "\(response.text)")
        }
    }

    @Test("with 401 names the way to sign in")
    func challenge() {
        #expect(RequestFault.tokenRequired.reply.headers["WWW-Authenticate"] == "Bearer")
        #expect(
            RequestFault.tokenInvalid.reply.headers["WWW-Authenticate"]
                == "Bearer error=\"invalid_token\""
        )
        #expect(RequestFault.notJSON.reply.headers["WWW-Authenticate"] == nil)
    }

    @Test("is shown rightly by the sample app")
    func sampleClient() throws {
        for answer in try Samples.answers() {
            for dialect in Dialect.allCases {
                let response = OutcomeTable.reply(to: answer, in: dialect).response
                let shown = try SampleClient.shows(response)
                #expect(Self.isRight(shown, for: answer), "\(shown) for \(answer)")
            }
        }
    }

    @Test("is misread by no public sample app")
    func sampleApps() throws {
        for response in try Self.responses() {
            let misread = try SampleApp.misreadings(response.status, response.body)
            #expect(misread.isEmpty, "\(misread)")
        }
    }

    /// What the rules above are for: answers of other servers that these apps did misread.
    @Test(arguments: [
        (200, #"{"error":{"message":"No."},"clientSecret":"s"}"#, SampleApp.iOSSwift),
        (200, #"{"error":null,"clientSecret":"s","status":"succeeded"}"#, .iOSObjectiveC),
        (200, #"{"error":null,"clientSecret":"s","status":"succeeded"}"#, .androidKotlin),
        (200, #"{"clientSecret":"s","status":"succeeded","card":{"last4":"4242"}}"#, .androidJava),
        (200, #"{"clientSecret":"s","status":"succeeded","requiresAction":false}"#, .flutter),
        (
            200, #"{"clientSecret":"s","status":"requires_action","requiresAction":"true"}"#,
            .iOSSwift
        ),
        (200, #"{"clientSecret":"s","status":"requires_action"}"#, .web),
        (200, #"{"error":"No.","clientSecret":"s","requiresAction":true}"#, .webSavingCards),
        (402, #"{"error":""}"#, .reactNative),
        (200, #"{"error":"No.","status":"succeeded","list":[]}"#, .androidJava),
    ])
    func `An answer that a sample app misreads is seen`(
        status: Int,
        body: String,
        app: SampleApp
    ) throws {
        let misread = try SampleApp.misreadings(status, Array(body.utf8))
        #expect(misread.contains { $0.hasPrefix("\(app) ") }, "\(misread)")
    }

    /// Never blank, but for two things: what is not about a payment, which the app shows as an
    /// empty failure by its own rule, and a success whose secret this caller may not have. That one
    /// may neither be called a failure nor be given the secret.
    private static func isRight(_ shown: SampleClient.Shown, for answer: PaymentAnswer) -> Bool {
        guard case .standing(let view) = answer else { return shown == .failed("") }
        switch (view.standing, shown) {
        case (.succeeded(.some), .succeeded), (.succeeded(nil), .nothing): return true
        case (.requiresAction, .challenge): return true
        case (.succeeded, _), (.requiresAction, _): return false
        case (_, .failed(let message)): return !message.isEmpty
        case (_, _): return false
        }
    }

    @Test("carries a code from the list, or Stripe's own")
    func codes() throws {
        let stripes = ["expired_card", "x"]
        for response in try Self.responses() {
            guard let code = try response.code() else { continue }
            #expect(AnswerCode(rawValue: code) != nil || stripes.contains(code), "\(code)")
        }
        for code in AnswerCode.allCases {
            #expect(code.meaning.hasSuffix("."))
            #expect(code.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
        }
    }
}
