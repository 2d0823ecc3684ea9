import HTTPClient
import Stripe
import Telemetry

/// The calls to Stripe.
struct StripeMetrics: Sendable {
    /// Of one operation.
    private struct OfOperation: Sendable {
        let results: [StripeResult: Counter]
        let seconds: Histogram

        init(_ operation: StripeOperation) {
            results = Dictionary(
                uniqueKeysWithValues: StripeResult.allCases.map { result in
                    let counter = Counter(
                        "payonce_stripe_calls_total",
                        help: "Calls to Stripe by operation and result.",
                        labels: ["operation": operation.rawValue, "result": result.rawValue]
                    )
                    return (result, counter)
                }
            )
            seconds = Histogram(
                "payonce_stripe_call_seconds",
                help: "How long calls to Stripe took, by operation.",
                labels: ["operation": operation.rawValue]
            )
        }
    }

    private let operations: [StripeOperation: OfOperation]
    private let replays = Counter(
        "payonce_stripe_replays_total",
        help: "Answers that Stripe gave from its memory of an idempotency key."
    )

    private let resends = Counter(
        "payonce_stripe_resends_total",
        help: "Requests that left once more on a new connection, with the same bytes and key."
    )

    init() {
        operations = Dictionary(
            uniqueKeysWithValues: StripeOperation.allCases.map { ($0, OfOperation($0)) }
        )
    }

    @Sendable func count(_ call: EndedCall) {
        let operation = operations[StripeOperation(call.method, path: call.path)]
        operation?.seconds.record(call.duration)
        switch call.result {
        case .failure(let failure): operation?.results[StripeResult(failure)]?.increment()
        case .success(let answer):
            operation?.results[StripeResult(status: answer.status)]?.increment()
            if answer.isReplay { replays.increment() }
            resends.increment(by: Int64(max(answer.sends - 1, 0)))
        }
    }

    var all: [any Metric] {
        let sorted = StripeOperation.allCases.compactMap { operations[$0] }
        let counters = sorted.flatMap { operation in
            StripeResult.allCases.compactMap { operation.results[$0] }
        }
        return counters + sorted.map(\.seconds) + [replays, resends]
    }
}
