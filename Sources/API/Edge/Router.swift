public import HTTPServer
public import Payments
import Telemetry

/// The service's outside: from a request to an answer, whatever happens. Each answer is flat JSON
/// (files apart) and carries a `Request-Id`, and each request leaves one line in the log.
public final class Router: Sendable {
    private let payments: PaymentEndpoints
    private let sheets: SheetEndpoints
    private let hasCustomers: Bool
    private let orders: OrderEndpoints
    /// `nil`: there are no customers, and so no cards of theirs.
    private let wallet: WalletEndpoints?
    private let customers: CustomerEndpoints
    private let refunds: RefundEndpoints
    private let fulfillments: FulfillmentEndpoints
    private let service: ServiceEndpoints
    private let surroundings: Surroundings
    private let cors: CORSPolicy
    private let pagePolicy: PagePolicy

    public init(
        useCases: any PaymentUseCases & OrderUseCases,
        wallet: any WalletUseCases,
        sheets: any SheetUseCases,
        refunds: any RefundUseCases,
        fulfillments: any FulfillmentStore,
        settings: RouterSettings,
        surroundings: Surroundings
    ) {
        let authenticator = Authenticator(settings: settings, surroundings: surroundings)
        payments = PaymentEndpoints(
            useCases: useCases,
            authenticator: authenticator,
            settings: settings
        )
        self.sheets = SheetEndpoints(
            payments: payments,
            useCases: useCases,
            sheets: sheets,
            authenticator: authenticator,
            settings: settings,
            newName: surroundings.newRequestID
        )
        hasCustomers = settings.customerTokens != nil
        orders = OrderEndpoints(useCases: useCases, authenticator: authenticator)
        self.wallet = settings.customerTokens.map { _ in
            WalletEndpoints(
                useCases: wallet,
                authenticator: authenticator,
                isCVCRequired: settings.isCVCRequired
            )
        }
        customers = CustomerEndpoints(
            useCases: wallet,
            authenticator: authenticator,
            isCVCRequired: settings.isCVCRequired
        )
        self.refunds = RefundEndpoints(
            useCases: refunds,
            authenticator: authenticator,
            answerTimeout: settings.answerTimeout
        )
        self.fulfillments = FulfillmentEndpoints(
            store: fulfillments,
            authenticator: authenticator
        )
        service = ServiceEndpoints(settings: settings, readinessNow: surroundings.readiness)
        cors = CORSPolicy(origins: settings.corsOrigins)
        pagePolicy = PagePolicy(standIn: settings.stripeStandIn)
        self.surroundings = surroundings
    }

    /// The answer to a request.
    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let began = surroundings.now()
        let route = Route(path: request.path)
        var answered = await answered(to: request, route, began)
        cors.apply(to: &answered.response, answering: request)
        let level = route.isProbe ? LogLevel.debug : .info
        finish(&answered, request.method.rawValue, route.template, level, since: began)
        return answered.response
    }

    /// The answer to what the server refuses by itself.
    public func answer(_ refusal: Refusal) -> HTTPResponse {
        var answered = Answered(ServerRefusal.reply(to: refusal))
        finish(&answered, "unread", RequestRecord.unread, .info, since: surroundings.now())
        return answered.response
    }

    /// A response, and the payment that it is about.
    private struct Answered {
        var response: HTTPResponse
        var payment: PaymentID?
        let outcome: RequestOutcome

        init(_ reply: Reply) {
            response = reply.response
            payment = reply.payment
            outcome = RequestOutcome(status: reply.status, state: reply.body["status"])
        }

        init(_ response: HTTPResponse) {
            self.response = response
            outcome = RequestOutcome(status: response.status, state: nil)
        }
    }

    // Not inlined, here and below: thousands of requests wait in the functions that call these, and
    // what these need would be part of the task of each.

    @inline(never)
    private func answeredAtOnce(_ request: HTTPRequest, _ route: Route) -> Answered? {
        if CardDataScan.finds(in: request.body) {
            let reply = RequestFault.cardDataRefused.reply
            return Answered(route == .confirmIntent ? reply.onlyError : reply)
        }
        guard route.methods.contains(request.method) else {
            let reply = route == .file ? Router.notFound : Router.methodNotAllowed(route)
            return Answered(route == .confirmIntent ? reply.onlyError : reply)
        }
        if request.method == .options { return Answered(options(request, route)) }
        return route == .apiDescription ? Answered(APIDescription.response) : nil
    }

    private func answered(
        to request: HTTPRequest,
        _ route: Route,
        _ now: Duration
    ) async -> Answered {
        if let answered = answeredAtOnce(request, route) { return answered }
        if route == .pay { return Answered(await payments.pay(request, at: now)) }
        return await answeredElsewhere(to: request, route, now)
    }

    @inline(never)
    private func answeredElsewhere(
        to request: HTTPRequest,
        _ route: Route,
        _ now: Duration
    ) async -> Answered {
        if route == .file { return await file(request.path) }
        return Answered(await reply(to: request, route, now))
    }

    @inline(never)
    private func reply(to request: HTTPRequest, _ route: Route, _ now: Duration) async -> Reply {
        switch route {
        case .chargeCardOffSession: await payments.chargeOffSession(request, at: now)
        case .offSessionPayments: await payments.charge(request, at: now)
        case .paymentSheet, .createIntent, .confirmIntent, .customerSession, .quote:
            await replyToApp(request, route, now)
        case .publishableKey, .payment, .cancelPayment, .orders, .order, .paymentMethods,
            .paymentMethod, .cards, .refunds, .fulfillments, .acknowledgement, .health,
            .readiness, .pay, .file, .apiDescription:
            await replyWithoutCharge(to: request, route, now)
        }
    }

    /// The routes of apps that pay with a sheet.
    @inline(never)
    private func replyToApp(
        _ request: HTTPRequest,
        _ route: Route,
        _ now: Duration
    ) async -> Reply {
        switch route {
        case .paymentSheet: await sheets.sheet(request, at: now)
        case .createIntent: await sheets.intent(request, at: now)
        case .confirmIntent: await sheets.confirmation(request, at: now).onlyError
        case .customerSession:
            hasCustomers ? await sheets.session(request, at: now) : Router.notFound
        case .quote: await sheets.quote(request)
        case .pay, .chargeCardOffSession, .offSessionPayments, .publishableKey, .payment,
            .cancelPayment, .orders, .order, .paymentMethods, .paymentMethod, .cards, .refunds,
            .fulfillments, .acknowledgement, .health, .readiness, .file, .apiDescription:
            Router.notFound
        }
    }

    /// The routes at which nobody waits for a charge: what they need would wait with those who do.
    @inline(never)
    private func replyWithoutCharge(
        to request: HTTPRequest,
        _ route: Route,
        _ now: Duration
    ) async -> Reply {
        switch route {
        case .publishableKey: service.publishableKey
        case .payment(let id): await payments.show(id, request)
        case .cancelPayment(let id): await payments.cancel(id, request, at: now)
        case .orders: await orders.fix(request)
        case .order(let id): await orders.show(id, request)
        case .paymentMethods: await wallet?.list(request, at: now) ?? Router.notFound
        case .paymentMethod(let id): await wallet?.remove(id, request, at: now) ?? Router.notFound
        case .cards(let customer): await customers.cards(of: customer, request, at: now)
        case .refunds(let id): await refunds.refund(id, request, at: now)
        case .fulfillments: await fulfillments.list(request)
        case .acknowledgement(let id): await fulfillments.acknowledge(id, request)
        case .health: service.health
        case .readiness: await service.readiness()
        case .pay, .chargeCardOffSession, .offSessionPayments, .paymentSheet, .createIntent,
            .confirmIntent, .customerSession, .quote, .file, .apiDescription:
            Router.notFound
        }
    }

    private func options(_ request: HTTPRequest, _ route: Route) -> HTTPResponse {
        let methods = Router.list(route)
        var response = HTTPResponse(status: 204, headers: ["Allow": methods])
        cors.applyPreflight(to: &response, answering: request, allowing: methods)
        return response
    }

    private func file(_ path: String) async -> Answered {
        guard let file = await surroundings.staticFile(path) else {
            return Answered(Router.notFound)
        }
        var response = HTTPResponse(
            status: 200,
            // Kept, but asked after: a page and its script have to be of one release.
            headers: ["Content-Type": file.contentType, "Cache-Control": "no-cache"],
            body: file.bytes
        )
        if file.contentType.hasPrefix("text/html") {
            response.headers.add("Content-Security-Policy", pagePolicy.text)
        }
        return Answered(response)
    }

    /// Names the answer and writes it down.
    @inline(never)
    private func finish(
        _ answered: inout Answered,
        _ method: String,
        _ route: String,
        _ level: LogLevel,
        since began: Duration
    ) {
        let requestID = surroundings.newRequestID()
        answered.response.headers.add("Request-Id", requestID)
        answered.response.headers.add("X-Content-Type-Options", "nosniff")
        let status = answered.response.status
        surroundings.log(
            RequestRecord(
                requestID: requestID,
                method: method,
                route: route,
                status: status,
                duration: surroundings.now() - began,
                payment: answered.payment,
                outcome: answered.outcome,
                isReplay: answered.response.headers["Idempotent-Replayed"] != nil,
                level: status >= 500 ? .warning : level
            )
        )
    }

    private static let notFound = Reply(
        status: 404,
        code: .notFound,
        sentence: "There is nothing at this address."
    )

    private static func methodNotAllowed(_ route: Route) -> Reply {
        var reply = Reply(
            status: 405,
            code: .methodNotAllowed,
            sentence: "This address is not made for this kind of request."
        )
        reply.addHeader("Allow", list(route))
        return reply
    }

    private static func list(_ route: Route) -> String {
        route.methods.map(\.rawValue).joined(separator: ", ")
    }
}
