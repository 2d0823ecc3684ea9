import API
import Payments

/// Refunds that come to what they are told to, and remember what they were asked.
actor ScriptedRefunds: RefundUseCases {
    private let answer: RefundAnswer
    private(set) var requests: [RefundRequest] = []

    init(answering answer: RefundAnswer = .refused(.notFound)) { self.answer = answer }

    func refund(_ request: RefundRequest, until deadline: Duration) async -> RefundAnswer {
        requests.append(request)
        return answer
    }
}
