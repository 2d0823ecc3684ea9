import HTTPServer
import Payments

/// The endpoints that have to do with money: decode, ask the use case, answer by the table.
///
/// Thousands of requests wait in these functions for a slow Stripe, each with the frames of all of
/// them. What is done before and after the wait is therefore not inlined here: its values would
/// wait too.
final class PaymentEndpoints: Sendable {
    private let useCases: any PaymentUseCases
    private let authenticator: Authenticator
    private let settings: RouterSettings
    private let limiter: NewPaymentLimiter?
    private let gate: InFlightGate

    init(
        useCases: any PaymentUseCases,
        authenticator: Authenticator,
        settings: RouterSettings
    ) {
        self.useCases = useCases
        self.authenticator = authenticator
        self.settings = settings
        limiter = settings.rateLimit.map(NewPaymentLimiter.init)
        gate = InFlightGate(most: settings.mostInFlight)
    }

    /// `POST /pay`.
    @inline(never)
    func pay(_ request: HTTPRequest, at now: Duration) async -> Reply {
        let origin = ClientOrigin(request, trusting: settings.trustedProxies)
        do throws(RequestFault) {
            return await answer(try await call(in: request, from: origin), from: origin, at: now)
        } catch {
            return error.reply
        }
    }

    @inline(never)
    private func call(
        in request: HTTPRequest,
        from origin: ClientOrigin
    ) async throws(RequestFault) -> PaymentCall {
        try PaymentCall(
            request,
            await authenticator.credentials(of: request),
            defaults: settings.defaults,
            origin: origin.digest
        )
    }

    /// `POST /charge-card-off-session`.
    @inline(never)
    func chargeOffSession(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let call = try PaymentCall(
                offSession: request,
                await authenticator.credentials(of: request)
            )
            let origin = ClientOrigin(request, trusting: settings.trustedProxies)
            return await answer(call, from: origin, at: now)
        } catch {
            return error.reply
        }
    }

    /// `GET /payments/{id}`.
    func show(_ id: String, _ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            let query = try PaymentEndpoints.query(
                id,
                await authenticator.credentials(of: request)
            )
            return await throughGate(.inquiry) { await useCases.show(query) }
        } catch {
            return error.reply
        }
    }

    /// `POST /payments/{id}/cancel`. Its body, if there is one, is not looked at.
    func cancel(_ id: String, _ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let query = try PaymentEndpoints.query(
                id,
                await authenticator.credentials(of: request)
            )
            return await throughGate(.inquiry) {
                await useCases.cancel(query, until: now + settings.answerTimeout)
            }
        } catch {
            return error.reply
        }
    }

    @inline(never)
    private func answer(
        _ call: PaymentCall,
        from origin: ClientOrigin,
        at now: Duration
    ) async -> Reply {
        let deadline = now + settings.answerTimeout
        switch call.asked {
        case .first(let request):
            // Only a payment that does not exist yet can be limited, and who knows that is the
            // use case.
            let wait = await limiter?.wait(from: origin, at: now)
            return await begin(
                request.allowedToStart(wait == nil),
                in: call.dialect,
                waitSeconds: wait?.secondsRoundedUp,
                until: deadline
            )
        case .second(let second): return await finish(second, in: call.dialect, until: deadline)
        }
    }

    @inline(never)
    private func begin(
        _ request: PayRequest,
        in dialect: Dialect,
        waitSeconds: Int64?,
        until deadline: Duration
    ) async -> Reply {
        await throughGate(dialect, waitSeconds: waitSeconds) {
            await useCases.pay(request, until: deadline)
        }
    }

    @inline(never)
    private func finish(
        _ call: SecondCall,
        in dialect: Dialect,
        until deadline: Duration
    ) async -> Reply {
        await throughGate(dialect) { await useCases.confirm(call, until: deadline) }
    }

    /// What a first call of an app's sheet came to.
    enum Beginning {
        case answered(PaymentAnswer)
        /// It got no further than the gate or the limit.
        case turnedAway(Reply)
    }

    /// Hands on a first call whose answer another table writes.
    func begin(
        _ request: PayRequest,
        from origin: ClientOrigin,
        at now: Duration
    ) async -> Beginning {
        let wait = await limiter?.wait(from: origin, at: now)
        let asked = request.allowedToStart(wait == nil)
        guard await gate.enter() else { return .turnedAway(RefusalTable.overloaded) }
        let answer = await useCases.pay(asked, until: now + settings.answerTimeout)
        await gate.leave()
        guard answer == .refused(.rateLimited) else { return .answered(answer) }
        return .turnedAway(RefusalTable.rateLimited(waitSeconds: wait?.secondsRoundedUp ?? 1))
    }

    /// The gate knows nothing of payments, so it may turn away one that exists. It is a last
    /// defence of the memory, and far above what the use cases' own limit lets in.
    private func throughGate(
        _ dialect: Dialect = .camelCase,
        waitSeconds: Int64? = nil,
        _ ask: () async -> PaymentAnswer
    ) async -> Reply {
        guard await gate.enter() else { return RefusalTable.overloaded }
        let answer = await ask()
        await gate.leave()
        return reply(to: answer, in: dialect, waitSeconds)
    }

    @inline(never)
    private func reply(
        to answer: PaymentAnswer,
        in dialect: Dialect,
        _ waitSeconds: Int64?
    ) -> Reply {
        if answer == .refused(.rateLimited) {
            return RefusalTable.rateLimited(waitSeconds: waitSeconds ?? 1)
        }
        return OutcomeTable.reply(to: answer, in: dialect)
    }

    private static func query(
        _ id: String,
        _ credentials: Credentials
    ) throws(RequestFault) -> PaymentQuery {
        if case .key = try credentials.identity() {
            return .fromShop(try payment(id))
        }
        let caller = try credentials.caller()
        let secret = try credentials.clientSecret()
        let key = try credentials.idempotencyKey()
        return PaymentQuery(id: try payment(id), caller: caller, secret: secret, key: key)
    }

    /// What cannot be an id of ours is one that does not exist.
    private static func payment(_ id: String) throws(RequestFault) -> PaymentID {
        guard let id = PaymentID(id) else { throw .paymentNotFound }
        return id
    }
}

extension Duration {
    /// For `Retry-After`, which knows whole seconds only; at least one.
    fileprivate var secondsRoundedUp: Int64 {
        max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0))
    }
}
