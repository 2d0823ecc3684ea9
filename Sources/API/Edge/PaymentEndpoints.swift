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
    private let gate: InFlightGate

    init(
        useCases: any PaymentUseCases,
        authenticator: Authenticator,
        settings: RouterSettings
    ) {
        self.useCases = useCases
        self.authenticator = authenticator
        self.settings = settings
        gate = InFlightGate(most: settings.mostInFlight)
    }

    /// `POST /pay`.
    @inline(never)
    func pay(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            return await answer(try await call(in: request), at: now)
        } catch {
            return error.reply
        }
    }

    @inline(never)
    private func call(
        in request: HTTPRequest
    ) async throws(RequestFault) -> PaymentCall {
        try PaymentCall(
            request,
            await authenticator.credentials(of: request),
            defaults: settings.defaults,
            origin: ClientOrigin(request, trusting: settings.trustedProxies).digest
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
            return await answer(call, at: now)
        } catch {
            return error.reply
        }
    }

    /// `POST /off-session-payments`. Who asks is settled first: to anybody else not even the body
    /// matters. The shop's own server is not limited by its address.
    @inline(never)
    func charge(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let credentials = await authenticator.credentials(of: request)
            let origin = ClientOrigin(request, trusting: settings.trustedProxies)
            let charge = try PaymentEndpoints.charge(request, credentials, from: origin)
            return await throughGate {
                await useCases.charge(charge, until: now + settings.answerTimeout)
            }
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
    private func answer(_ call: PaymentCall, at now: Duration) async -> Reply {
        let deadline = now + settings.answerTimeout
        switch call.asked {
        case .first(let request): return await begin(request, in: call.dialect, until: deadline)
        case .second(let second): return await finish(second, in: call.dialect, until: deadline)
        }
    }

    @inline(never)
    private func begin(
        _ request: PayRequest,
        in dialect: Dialect,
        until deadline: Duration
    ) async -> Reply {
        await throughGate(dialect) { await useCases.pay(request, until: deadline) }
    }

    @inline(never)
    private func finish(
        _ call: SecondCall,
        in dialect: Dialect,
        until deadline: Duration
    ) async -> Reply {
        await throughGate(dialect) { await useCases.confirm(call, until: deadline) }
    }

    /// Hands on a first call whose answer another table writes.
    func begin(_ request: PayRequest, at now: Duration) async -> PaymentAnswer {
        guard await gate.enter() else { return .refused(.overloaded) }
        let answer = await useCases.pay(request, until: now + settings.answerTimeout)
        await gate.leave()
        return answer
    }

    /// The gate knows nothing of payments, so it may turn away one that exists. It is a last
    /// defence of the memory, and far above what the use cases' own limit lets in.
    private func throughGate(
        _ dialect: Dialect = .camelCase,
        _ ask: () async -> PaymentAnswer
    ) async -> Reply {
        guard await gate.enter() else { return RefusalTable.overloaded }
        let answer = await ask()
        await gate.leave()
        return OutcomeTable.reply(to: answer, in: dialect)
    }

    @inline(never)  // See above.
    private static func charge(
        _ request: HTTPRequest,
        _ credentials: Credentials,
        from origin: ClientOrigin
    ) throws(RequestFault) -> OffSessionRequest {
        let apiKey = try credentials.key()
        let fields = try BodyFields(request)
        guard let customer = try fields.customer() else {
            throw .malformed("customerRef is missing.")
        }
        let order = try fields.order(of: customer, chargedBy: apiKey)
        let method = try fields.paymentMethod()
        guard let key = try credentials.idempotencyKey() else { throw .keyRequired }
        return OffSessionRequest(
            customer: customer,
            order: order,
            key: key,
            method: method,
            origin: origin.digest
        )
    }

    private static func query(
        _ id: String,
        _ credentials: Credentials
    ) throws(RequestFault) -> PaymentQuery {
        let identity = try credentials.identity()
        // What is malformed is told to everybody, needed or not.
        let secret = try credentials.clientSecret()
        let key = try credentials.idempotencyKey()
        if case .key = identity { return .fromShop(try payment(id)) }
        let caller = try credentials.caller()
        return PaymentQuery(id: try payment(id), caller: caller, secret: secret, key: key)
    }

    /// What cannot be an id of ours is one that does not exist.
    private static func payment(_ id: String) throws(RequestFault) -> PaymentID {
        guard let id = PaymentID(id) else { throw .paymentNotFound }
        return id
    }
}
