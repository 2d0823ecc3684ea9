import EventLoop
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

    func count(
        _ operation: StripeOperation,
        _ result: StripeResult,
        _ answer: StripeAnswer?,
        took duration: Duration
    ) {
        operations[operation]?.results[result]?.increment()
        operations[operation]?.seconds.record(duration)
        guard let answer else { return }
        if answer.isReplay { replays.increment() }
        resends.increment(by: Int64(max(answer.sends - 1, 0)))
    }

    var all: [any Metric] {
        let sorted = StripeOperation.allCases.compactMap { operations[$0] }
        let counters = sorted.flatMap { operation in
            StripeResult.allCases.compactMap { operation.results[$0] }
        }
        return counters + sorted.map(\.seconds) + [replays, resends]
    }
}

/// The way to Stripe, counting what goes over it.
struct MeteredTransport: Transport {
    let inner: any Transport
    /// What stands before the path in every address.
    let base: String
    let metrics: StripeMetrics

    func answer(
        to request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer {
        let began = Loop.now
        do throws(TransportFailure) {
            let answer = try await inner.answer(to: request, deadline: deadline, permit: permit)
            count(request, StripeResult(status: answer.status), answer, since: began)
            return answer
        } catch {
            count(request, StripeResult(error), nil, since: began)
            throw error
        }
    }

    // Not inlined: thousands of calls wait for their answer, and what this needs would be part of
    // the task of each.
    @inline(never)
    private func count(
        _ request: ClientRequest,
        _ result: StripeResult,
        _ answer: StripeAnswer?,
        since began: Duration
    ) {
        metrics.count(
            StripeOperation(request.method, path: request.url.dropFirst(base.count)),
            result,
            answer,
            took: Loop.now - began
        )
    }
}
