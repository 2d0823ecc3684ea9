import API
import Money
import Payments

/// Use cases that answer what they are told to, and remember what they were asked.
actor ScriptedUseCases: PaymentUseCases, OrderUseCases {
    enum Call: Hashable {
        case pay(PayRequest, until: Duration)
        case charge(OffSessionRequest, until: Duration)
        case confirm(SecondCall, until: Duration)
        case show(PaymentQuery)
        case cancel(PaymentQuery, until: Duration)
        case quote(Cart, Currency)
        case fix(OrderRequest)
        case showOrder(OrderID)
    }

    private let answer: PaymentAnswer
    private let orderAnswer: OrderAnswer
    private(set) var calls: [Call] = []
    private var holdsBack: Bool
    private var held: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []

    init(
        answering answer: PaymentAnswer,
        orders orderAnswer: OrderAnswer = .refused(.notFound),
        holdingBack: Bool = false
    ) {
        self.answer = answer
        self.orderAnswer = orderAnswer
        holdsBack = holdingBack
    }

    func pay(_ request: PayRequest, until deadline: Duration) async -> PaymentAnswer {
        await answer(.pay(request, until: deadline))
    }

    func charge(_ request: OffSessionRequest, until deadline: Duration) async -> PaymentAnswer {
        await answer(.charge(request, until: deadline))
    }

    func confirm(_ call: SecondCall, until deadline: Duration) async -> PaymentAnswer {
        await answer(.confirm(call, until: deadline))
    }

    func show(_ query: PaymentQuery) async -> PaymentAnswer {
        await answer(.show(query))
    }

    func cancel(_ query: PaymentQuery, until deadline: Duration) async -> PaymentAnswer {
        await answer(.cancel(query, until: deadline))
    }

    func quote(_ cart: Cart, in currency: Currency) async -> QuoteAnswer {
        calls.append(.quote(cart, currency))
        switch answer {
        case .refused(.pricing(let why)): return .refused(why)
        case .standing, .refused:
            return .priced(Amount(minorUnits: 1400, currency: currency))
        }
    }

    func fix(_ request: OrderRequest) async -> OrderAnswer {
        calls.append(.fix(request))
        return orderAnswer
    }

    func show(_ order: OrderID) async -> OrderAnswer {
        calls.append(.showOrder(order))
        return orderAnswer
    }

    /// Returns once so many calls have come in.
    func arrived(_ count: Int) async {
        guard calls.count < count else { return }
        await withCheckedContinuation { arrivals.append((count, $0)) }
    }

    /// Answers whoever waits, and everybody after them at once.
    func release() {
        holdsBack = false
        for waiting in held { waiting.resume() }
        held = []
    }

    private func answer(_ call: Call) async -> PaymentAnswer {
        calls.append(call)
        for arrival in arrivals where arrival.count <= calls.count { arrival.1.resume() }
        arrivals.removeAll { $0.count <= calls.count }
        if holdsBack { await withCheckedContinuation { held.append($0) } }
        return answer
    }
}
