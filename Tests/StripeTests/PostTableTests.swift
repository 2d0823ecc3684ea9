import JSON
import Payments
import Testing

@testable import Stripe

/// Every row of the table that tells what an answer to a POST means.
@Suite struct PostTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isCreate = true
        let answer: StripeAnswer
        let reply: PostReply

        init(_ name: String, isCreate: Bool = true, _ answer: StripeAnswer, _ reply: PostReply) {
            testDescription = name
            self.isCreate = isCreate
            self.answer = answer
            self.reply = reply
        }
    }

    @Test(arguments: intents + refusals + nothingNew + breakdowns + nobodysAnswers)
    func reply(_ row: Row) {
        #expect(PostTable(isCreate: row.isCreate).reply(to: row.answer) == row.reply)
    }

    /// What is refused may have been executed by an earlier send that the transport repeated.
    @Test(arguments: refusals)
    func noRefusalSpeaksForAnEarlierSend(_ row: Row) {
        let repeated = row.answer.repeated
        #expect(PostTable(isCreate: row.isCreate).reply(to: repeated) == .unknown)
    }

    /// What Stripe's intent says holds however often the request left.
    @Test(arguments: intents)
    func anIntentSpeaksForAllSends(_ row: Row) {
        let repeated = row.answer.repeated
        #expect(PostTable(isCreate: row.isCreate).reply(to: repeated) == row.reply)
    }

    // MARK: With the intent

    static let decline = Closing(
        code: "card_declined",
        declineCode: "insufficient_funds",
        message: "Your card has insufficient funds."
    )

    static func snapshot(_ status: String, _ lastError: Closing? = nil) -> IntentSnapshot {
        guard let id = PaymentIntentID(Fixtures.intentID) else {
            preconditionFailure("the fixture's id is one")
        }
        return IntentSnapshot(
            id: id,
            status: status,
            amount: 1099,
            amountReceived: status == "succeeded" ? 1099 : 0,
            currency: "usd",
            customer: nil,
            method: PaymentMethodID("pm_1U09LB2eZvKYlo2CyK0rT5aM"),
            clientSecret: ClientSecret(Fixtures.intentID + "_secret_Wq8cOX3wPMAtP0Lk9Zt0mGvXa"),
            paymentID: Fixtures.paymentID?.description,
            isLive: false,
            lastError: lastError,
            created: 1_796_010_269
        )
    }

    static func unexpectedState(_ intent: JSONValue) -> JSONValue {
        Fixtures.error([
            "code": "payment_intent_unexpected_state",
            "message": "You cannot confirm this PaymentIntent because it has already succeeded.",
            "payment_intent": intent,
            "type": "invalid_request_error",
        ])
    }

    static let intents: [Row] = [
        Row(
            "succeeded",
            Fixtures.answer(200, Fixtures.intent("succeeded")),
            .intent(snapshot("succeeded"), Fixtures.receipt(200))
        ),
        Row(
            "challenge, replayed",
            Fixtures.answer(
                200,
                Fixtures.intent("requires_action"),
                ["idempotent-replayed": "true", "original-request": "req_0"]
            ),
            .intent(snapshot("requires_action"), Fixtures.receipt(200, isReplay: true))
        ),
        Row(
            "a status from the future",
            Fixtures.answer(200, Fixtures.intent("requires_blessing")),
            .intent(snapshot("requires_blessing"), Fixtures.receipt(200))
        ),
        Row(
            "decline with the intent",
            Fixtures.answer(
                402,
                Fixtures.error(
                    Fixtures.insufficientFunds.adding(
                        "payment_intent",
                        Fixtures.intent(
                            "requires_payment_method",
                            [("last_payment_error", .object(Fixtures.insufficientFunds))]
                        )
                    )
                ),
                ["stripe-should-retry": "false"]
            ),
            .intent(snapshot("requires_payment_method", decline), Fixtures.receipt(402))
        ),
        Row(
            "decline whose intent says nothing of it",
            Fixtures.answer(
                402,
                Fixtures.error(
                    Fixtures.insufficientFunds.adding(
                        "payment_intent",
                        Fixtures.intent("requires_payment_method")
                    )
                )
            ),
            .intent(snapshot("requires_payment_method", decline), Fixtures.receipt(402))
        ),
        Row(
            "confirm of a paid intent is a 400 that means success",
            isCreate: false,
            Fixtures.answer(400, unexpectedState(Fixtures.intent("succeeded"))),
            .intent(snapshot("succeeded"), Fixtures.receipt(400))
        ),
        Row(
            "cancel of a canceled intent",
            isCreate: false,
            Fixtures.answer(400, unexpectedState(Fixtures.intent("canceled"))),
            .intent(snapshot("canceled"), Fixtures.receipt(400))
        ),
        Row(
            "confirm after a failed challenge: the intent knows why, the error does not",
            isCreate: false,
            Fixtures.answer(
                400,
                unexpectedState(
                    Fixtures.intent(
                        "requires_payment_method",
                        [("last_payment_error", Fixtures.authenticationFailure)]
                    )
                )
            ),
            .intent(
                snapshot(
                    "requires_payment_method",
                    Closing(code: "payment_intent_authentication_failure")
                ),
                Fixtures.receipt(400)
            )
        ),
        Row(
            "confirm without a method, and nobody says why",
            isCreate: false,
            Fixtures.answer(400, unexpectedState(Fixtures.intent("requires_payment_method"))),
            .intent(snapshot("requires_payment_method"), Fixtures.receipt(400))
        ),
        Row(
            "capture of what is captured",
            isCreate: false,
            Fixtures.answer(400, unexpectedState(Fixtures.intent("succeeded"))),
            .intent(snapshot("succeeded"), Fixtures.receipt(400))
        ),
        Row(
            "capture of a hold that was given back",
            isCreate: false,
            Fixtures.answer(400, unexpectedState(Fixtures.intent("canceled"))),
            .intent(snapshot("canceled"), Fixtures.receipt(400))
        ),
        Row(
            "capture of more than is held",
            isCreate: false,
            Fixtures.answer(
                400,
                Fixtures.error([
                    "code": "amount_too_large",
                    "payment_intent": Fixtures.intent("requires_capture"),
                    "type": "invalid_request_error",
                ])
            ),
            .intent(snapshot("requires_capture"), Fixtures.receipt(400))
        ),
        Row(
            "a 404 with the intent is the intent",
            isCreate: false,
            Fixtures.answer(404, unexpectedState(Fixtures.intent("processing"))),
            .intent(snapshot("processing"), Fixtures.receipt(404))
        ),
    ]

    // MARK: Refused

    static func invalid(_ status: Int, code: JSONValue?, param: JSONValue?) -> StripeAnswer {
        var error: JSONObject = ["message": "No.", "type": "invalid_request_error"]
        error["code"] = code
        error["param"] = param
        return Fixtures.answer(status, Fixtures.error(error))
    }

    static func refused(_ status: Int, _ closing: Closing) -> PostReply {
        .refused(closing, Fixtures.receipt(status))
    }

    static let refusals: [Row] = [
        Row(
            "decline without the intent",
            Fixtures.answer(402, Fixtures.error(Fixtures.insufficientFunds)),
            refused(402, decline)
        ),
        Row(
            "decline without a code",
            Fixtures.answer(402, Fixtures.error(["type": "card_error", "code": .null])),
            refused(402, Closing(code: "card_declined"))
        ),
        Row(
            "402 of another type",
            Fixtures.answer(402, Fixtures.error(["type": "invalid_request_error"])),
            refused(402, .refused)
        ),
        Row(
            "unknown payment method",
            invalid(400, code: "resource_missing", param: "payment_method"),
            refused(400, .unusableMethod)
        ),
        Row(
            "method of another customer",
            invalid(400, code: nil, param: "payment_method"),
            refused(400, .unusableMethod)
        ),
        Row(
            "method of a customer whom we did not name",
            invalid(400, code: "parameter_missing", param: "source"),
            refused(400, .unusableMethod)
        ),
        Row(
            "method used before: neither code nor param",
            invalid(400, code: nil, param: nil),
            refused(400, .unusableMethod)
        ),
        Row(
            "the same for a confirm, which names no method",
            isCreate: false,
            invalid(400, code: nil, param: nil),
            refused(400, .refused)
        ),
        Row(
            "customer who was deleted",
            invalid(400, code: "resource_missing", param: "customer"),
            refused(400, .unknownCustomer)
        ),
        Row(
            "the same with the other status that Stripe has for what it does not know",
            invalid(404, code: "resource_missing", param: "customer"),
            refused(404, .unknownCustomer)
        ),
        Row(
            "another fault of the customer",
            invalid(400, code: nil, param: "customer"),
            refused(400, .refused)
        ),
        Row(
            "amount too small",
            invalid(400, code: "amount_too_small", param: "amount"),
            refused(400, .refused)
        ),
        Row(
            "unknown parameter",
            invalid(400, code: "parameter_unknown", param: "wat"),
            refused(400, .refused)
        ),
        Row("wrong key", invalid(401, code: nil, param: nil), refused(401, .refused)),
        Row("no access", invalid(403, code: "account_invalid", param: nil), refused(403, .refused)),
        Row("wrong address", invalid(404, code: nil, param: nil), refused(404, .refused)),
        Row("too fast", invalid(429, code: "rate_limit", param: nil), refused(429, .refused)),
        Row(
            "older answers have no code at 429",
            invalid(429, code: nil, param: nil),
            refused(429, .refused)
        ),
        Row(
            "a type from the future",
            Fixtures.answer(400, Fixtures.error(["type": "moral_error", "param": "amount"])),
            refused(400, .refused)
        ),
    ]

    // MARK: Nothing new is known

    static func conflict(_ status: Int, _ type: JSONValue, _ code: JSONValue) -> StripeAnswer {
        Fixtures.answer(status, Fixtures.error(["type": type, "code": code, "message": "Busy."]))
    }

    static let nothingNew: [Row] = [
        Row("key in use", conflict(409, "invalid_request_error", "idempotency_key_in_use"), .busy),
        Row("key in use, old", conflict(409, "idempotency_error", "idempotency_key_in_use"), .busy),
        Row("conflict without a code", conflict(409, "idempotency_error", .null), .busy),
        Row("locked", conflict(429, "invalid_request_error", "lock_timeout"), .busy),
        Row("locked, elsewhere", conflict(400, "invalid_request_error", "lock_timeout"), .busy),
        Row(
            "Stripe asks for a repeat",
            Fixtures.answer(
                429,
                Fixtures.error(["type": "invalid_request_error", "code": "rate_limit"]),
                ["stripe-should-retry": "true"]
            ),
            .busy
        ),
        Row(
            "an intent that we know is not missing because Stripe says so once",
            isCreate: false,
            invalid(404, code: "resource_missing", param: "intent"),
            .busy
        ),
        Row(
            "other parameters under the key",
            conflict(400, "idempotency_error", .null),
            .keyTaken(Fixtures.receipt(400))
        ),
    ]

    // MARK: Stripe's failures

    static let apiError = Fixtures.error([
        "message": "Error while communicating with one of our backends.  Sorry about that!",
        "type": "api_error",
    ])

    static let breakdowns: [Row] = [
        Row(
            "first 500",
            Fixtures.answer(500, apiError, ["original-request": "req_AbCdEf01234567"]),
            .unknown
        ),
        Row(
            "replayed 500",
            Fixtures.answer(500, apiError, ["idempotent-replayed": "true"]),
            .keptFailure(Fixtures.receipt(500, isReplay: true))
        ),
        Row(
            "500 that is not to be repeated",
            Fixtures.answer(500, apiError, ["stripe-should-retry": "false"]),
            .keptFailure(Fixtures.receipt(500))
        ),
        Row(
            "500 to be repeated",
            Fixtures.answer(500, apiError, ["stripe-should-retry": "true"]),
            .unknown
        ),
        Row(
            "500 with an intent is no word about it",
            Fixtures.answer(
                500,
                Fixtures.error(["type": "api_error", "payment_intent": Fixtures.intent("canceled")])
            ),
            .unknown
        ),
        Row("502", Fixtures.answer(502, apiError), .unknown),
        Row("503", Fixtures.answer(503, apiError), .unknown),
        Row("504", Fixtures.answer(504, apiError), .unknown),
        Row("424", Fixtures.answer(424, apiError), .unknown),
        Row("408", Fixtures.answer(408, apiError), .unknown),
    ]

    // MARK: Nobody's answers

    static let nobodysAnswers: [Row] = {
        let page = Array("<html><body><h1>Bad Gateway</h1></body></html>".utf8)
        let cut = Array(Fixtures.intent("succeeded").encoded().dropLast(20))
        let pages = [200, 301, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504].map {
            Row("a page with \($0)", Fixtures.answer($0, bytes: page), .unknown)
        }
        return pages + [
            Row("cut", Fixtures.answer(200, bytes: cut), .unknown),
            Row("empty", Fixtures.answer(200, bytes: []), .unknown),
            Row(
                "an object of another kind",
                Fixtures.answer(200, ["id": "ch_3U", "object": "charge"]),
                .unknown
            ),
            Row(
                "another kind with an intent's id",
                Fixtures.answer(200, Fixtures.intent("succeeded", [("object", "charge")])),
                .unknown
            ),
            Row("a list", Fixtures.answer(200, [Fixtures.intent("succeeded")]), .unknown),
            Row(
                "an error without a type",
                Fixtures.answer(400, Fixtures.error(["code": "x"])),
                .unknown
            ),
            Row(
                "an error that is a text",
                Fixtures.answer(400, ["error": "invalid_grant"]),
                .unknown
            ),
            Row(
                "a redirect with an error",
                Fixtures.answer(302, Fixtures.error(["type": "api_error"])),
                .unknown
            ),
        ]
    }()

    /// The words of an error decide nothing: the same rows with other messages give the same
    /// replies.
    @Test func noMessageDecides() {
        for status in [400, 401, 402, 404, 409, 429, 500] {
            let replies = ["You cannot confirm", "lock_timeout", "previously used", ""].map {
                text in
                PostTable(isCreate: true).reply(
                    to: Fixtures.answer(
                        status,
                        Fixtures.error(["type": "invalid_request_error", "message": .string(text)])
                    )
                )
            }
            #expect(Set(replies).count == 1)
        }
    }
}

extension StripeAnswer {
    fileprivate var repeated: StripeAnswer {
        var answer = self
        answer.sends = 2
        return answer
    }
}
