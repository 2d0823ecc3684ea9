import HTTPClient
public import Payments

extension StripeProcessor {
    /// Callers that ask at the same time share one answer, which was asked for after each of them
    /// came; see `SharedRead`.
    public func retrieve(
        _ intent: PaymentIntentID,
        deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        if let shared = reads[intent], shared.canBeJoined(by: deadline) {
            let reply = await shared.task.value
            // Only a read whose time was too short says nothing to those who have more.
            let hasMoreTime = shared.deadline <= clock.now && clock.now < deadline
            guard reply == .unavailable, hasMoreTime else { return reply }
        }
        return await lead(intent, deadline)
    }

    private func lead(
        _ intent: PaymentIntentID,
        _ deadline: Duration
    ) async -> ReadReply<IntentSnapshot> {
        let departure = Departure()
        let task = Task(executorPreference: clock.executor) {
            await self.read(
                IntentRequests.path(of: intent),
                .read,
                deadline,
                departure,
                ReadTable.intent
            )
        }
        let shared = SharedRead(deadline: deadline, departure: departure, task: task)
        reads[intent] = shared
        let reply = await task.value
        if reads[intent] === shared { reads[intent] = nil }
        return reply
    }

    public func intents(
        createdSince seconds: Int64,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage> {
        let path = IntentRequests.listPath(
            createdSince: seconds,
            after: last,
            limit: StripeProcessor.pageSize
        )
        return await read(path, .read, deadline, Departure(), ReadTable.page)
    }

    /// Stripe's largest page.
    static let pageSize = 100

    public func cardFingerprint(
        of method: PaymentMethodID,
        deadline: Duration
    ) async -> ReadReply<String> {
        let path = IntentRequests.path(of: method)
        return await read(path, .newcomer, deadline, Departure(), ReadTable.fingerprint)
    }

    /// A cheap first call: whether the key works, in which mode, and what time it is at Stripe. It
    /// lists one intent, because restricted keys of ours may do that and need not read the account.
    public func checkAccount(deadline: Duration) async -> AccountCheck {
        do throws(TransportFailure) {
            let path = IntentRequests.listPath(createdSince: 0, after: nil, limit: 1)
            let answer = try await call(.get(path), deadline, permit: { true })
            return AccountCheck(answer, key: configuration.secretKey)
        } catch {
            return .unavailable
        }
    }

    func read<Value>(
        _ path: String,
        _ line: CallLine,
        _ deadline: Duration,
        _ departure: Departure,
        _ table: (StripeAnswer) -> ReadReply<Value>
    ) async -> ReadReply<Value> {
        guard await hasTurn(in: line, deadline: deadline) else { return .unavailable }
        do throws(TransportFailure) {
            return table(try await call(.get(path), deadline, permit: departure.leave))
        } catch {
            return .unavailable
        }
    }
}
