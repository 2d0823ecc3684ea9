import HTTPServer

/// What the server refuses by itself, in the form of every other answer.
enum ServerRefusal {
    static func reply(to refusal: Refusal) -> Reply {
        var reply = Reply(
            status: refusal.status,
            code: code(for: refusal.status),
            sentence: refusal.reason
        )
        if refusal.status == 503 { reply.addHeader("Retry-After", "1") }
        return reply
    }

    private static func code(for status: Int) -> AnswerCode {
        switch status {
        case 408: .requestTimeout
        case 413: .bodyTooLarge
        case 503: .overloaded
        case _: .invalidRequest
        }
    }
}
