import Foundation

extension PayOnceService {
    /// Asks what may be asked again and again, and reads the answer.
    func ask<Answer: Decodable>(
        _ call: HTTPCall,
        for type: Answer.Type
    ) async throws(ServiceError) -> Answer {
        let reply = try await persist(call)
        guard let answer = JSON.read(type, reply.body) else { throw .unreadable }
        return answer
    }

    /// Repeats a request until it has an answer with 200.
    private func persist(_ call: HTTPCall) async throws(ServiceError) -> HTTPReply {
        let start = timepiece.elapsed()
        var tries = 0
        var isFreshlySignedIn = false
        while true {
            var problem = ServiceError.unreachable
            do throws(TransportFailure) {
                let reply = try await exchange(call)
                if reply.status == 200 { return reply }
                if let refusal = Refusal(reply) { problem = .refused(refusal) }
            } catch {
                // Lost or not sent: asked again either way.
            }
            if case .refused(let refusal) = problem {
                if refusal.status == 401, !isFreshlySignedIn, await renewToken() {
                    isFreshlySignedIn = true
                    continue
                }
                guard refusal.isPassing else { throw problem }
            }
            tries += 1
            try await pause(after: tries, since: start, problem)
        }
    }

    private func pause(
        after tries: Int,
        since start: Duration,
        _ problem: ServiceError
    ) async throws(ServiceError) {
        let pause = patience.pause(
            after: tries,
            dice: timepiece.dice(),
            retryAfterSeconds: problem.retryAfterSeconds
        )
        guard timepiece.elapsed() - start + pause <= patience.total else { throw problem }
        await timepiece.sleep(for: pause)
        guard !Task.isCancelled else { throw .unreachable }
    }
}

extension ServiceError {
    fileprivate var retryAfterSeconds: Int? {
        switch self {
        case .refused(let refusal): refusal.retryAfterSeconds
        case .unreachable, .unreadable, .notKept: nil
        }
    }
}
