/// A client's request, for as long as it is owed an answer. Lives on the service.
final class Errand {
    private(set) var answer: PaymentAnswer?
    /// What is true if nothing better is known in time.
    var meanwhile = PaymentAnswer.refused(.unavailable)
    /// The work whose end is the answer, and whose state is the answer at the deadline.
    var drive: Drive?
    /// Who waits for the answer.
    var waiter: Waiter?

    func end(with answer: PaymentAnswer) {
        self.answer = answer
        waiter?.resume()
    }
}

extension PaymentService {
    /// Does the work of a request, and answers in time whatever hangs: a database that does not
    /// answer holds the work, but not the client.
    ///
    /// - Parameters:
    ///   - deadline: when the answer is due.
    ///   - work: `nil` where a drive will bring the answer. Gets a deadline that is a little
    ///     earlier, so that its own answer is the better one.
    /// - Returns: what the work came to, or what is true meanwhile.
    func inTime(
        _ deadline: Duration,
        _ work:
            @escaping @Sendable (isolated PaymentService, Int, Duration) async throws(StoreFailure)
            -> PaymentAnswer?
    ) async -> PaymentAnswer {
        errandCount += 1
        let number = errandCount
        let errand = Errand()
        errands[number] = errand
        defer { errands[number] = nil }
        inBackground { service in
            let answer: PaymentAnswer?
            do throws(StoreFailure) {
                answer = try await work(service, number, deadline - DeadlineQueue.tick * 2)
            } catch {
                answer = service.errands[number]?.meanwhile ?? .refused(.unavailable)
            }
            if let answer { service.errands[number]?.end(with: answer) }
        }
        await wait(for: errand, until: deadline - DeadlineQueue.tick)
        return errand.answer ?? errand.drive.map { answer(of: $0.payment, isReplay: false) }
            ?? errand.meanwhile
    }

    /// From here on the drive answers, and the task of the request ends: thousands wait for a slow
    /// Stripe, and a task keeps the memory of all the steps that it ever took.
    func leave(_ errand: Int, to drive: Drive) {
        drive.errand = errand
        errands[errand]?.drive = drive
        // It may have come to its end already.
        if drive.isOver { answerErrand(of: drive) }
    }

    func answerErrand(of drive: Drive) {
        guard let number = drive.errand else { return }
        errands[number]?.end(with: answer(of: drive.payment, isReplay: false))
    }

    /// The request met this attempt: from here on "not known yet" is the least that is true of it.
    func met(_ payment: Payment, by errand: Int) {
        errands[errand]?.meanwhile = .standing(
            view(of: payment, isReplay: true).standing(as: .unknown)
        )
    }

    private func wait(for errand: Errand, until deadline: Duration) async {
        guard errand.answer == nil else { return }
        await withCheckedContinuation { continuation in
            let waiter = Waiter(deadline: deadline, round: nil, continuation)
            errand.waiter = waiter
            watch(waiter)
        }
    }
}
