import HTTPServer
import PaymentStore
import Payments
import Postgres
import Stripe
import Telemetry

/// The page of metrics as it is now: what was counted, and what stands at this moment on the loops,
/// at Stripe and in the book.
struct Scrape: Sendable {
    let services: [Service]
    let metrics: ServiceMetrics
    let standing: StandingReader

    func page() async -> String {
        var gauges = Scrape.gauges(of: await standing.read())
        gauges += await loopGauges()
        gauges += await stripeGauges()
        let all = metrics.all + gauges
        // More than a thousand lines: written on another thread, so that no payment waits for it.
        return await Task.detached { MetricsPage(all).text() }.value
    }

    // MARK: On the loops

    private func loopGauges() async -> [any Metric] {
        var requests = 0
        var connections = 0
        var work = 0
        var waiting = 0
        var connected = 0
        for service in services {
            requests += await service.server.inFlight
            connections += await service.server.openConnections
            work += await service.payments.workInProgress
            waiting += await service.foundation.database.waitingRequests
            connected += await service.foundation.database.isConnected ? 1 : 0
        }
        return [
            gauge("payonce_requests_in_flight", "Requests that are being answered.", requests),
            gauge("payonce_connections_open", "Connections of clients.", connections),
            gauge("payonce_payments_in_work", "Payments that are being worked on.", work),
            gauge(
                "payonce_database_waiting",
                "Groups of statements that wait for a connection.",
                waiting
            ),
            gauge("payonce_loops", "Loops that serve.", services.count),
            gauge(
                "payonce_loops_connected",
                "Loops that have a connection to the database.",
                connected
            ),
        ]
    }

    // MARK: At Stripe

    private func stripeGauges() async -> [any Metric] {
        var loads: [StripeLoad] = []
        for service in services { loads.append(await service.foundation.processor.load()) }
        func sum(_ part: (StripeLoad) -> Int) -> Int { loads.map(part).reduce(0, +) }
        var gauges = [
            gauge("payonce_stripe_in_flight", "Calls without an answer.", sum(\.inFlight)),
            gauge("payonce_stripe_waiting", "Calls that wait for a token.", sum(\.waiting)),
            gauge(
                "payonce_stripe_breaker_open",
                "Loops that take Stripe for unable to work.",
                sum { $0.isBreakerOpen ? 1 : 0 }
            ),
            gauge(
                "payonce_stripe_slowdown",
                "1 at full speed; 2, 4 or 8 after Stripe asked for fewer calls.",
                loads.map(\.slowdownFactor).max() ?? 1
            ),
        ]
        // Without a limit there are no tokens.
        let tokens = [
            ("any", loads.compactMap(\.tokens)), ("new", loads.compactMap(\.newPaymentTokens)),
        ]
        for (payments, counts) in tokens where !counts.isEmpty {
            gauges.append(
                gauge(
                    "payonce_stripe_tokens",
                    "Calls that may go at once: for any payment, and of these for new ones.",
                    counts.reduce(0, +),
                    ["payments": payments]
                )
            )
        }
        return gauges
    }

    // MARK: In the book

    /// Where the database does not answer there is nothing to say, and an old number would be
    /// taken for a new one.
    static func gauges(of numbers: StandingNumbers?) -> [any Metric] {
        let answers = gauge(
            "payonce_book_readable",
            "1 where the numbers from the database are there.",
            numbers == nil ? 0 : 1
        )
        guard let numbers else { return [answers] }
        let unresolved = numbers.payments.filter { state, _ in
            !PaymentState(word: state).isOutcomeKnown
        }
        .values
        return [
            answers,
            gauge(
                "payonce_unresolved_payments",
                "Payments whose outcome is not known yet.",
                Int(unresolved.map(\.count).reduce(0, +))
            ),
            gauge(
                "payonce_unresolved_oldest_seconds",
                "How long the oldest of them has been so.",
                seconds(unresolved.map(\.oldest).max())
            ),
            gauge(
                "payonce_unsealed_oldest_seconds",
                "How old the oldest event is that no seal holds.",
                seconds(numbers.oldestUnsealed)
            ),
            gauge(
                "payonce_reconciler_lag_seconds",
                "How old the oldest change is that was not compared with Stripe.",
                seconds(numbers.oldestUncompared)
            ),
        ] + openPayments(numbers) + findings(numbers)
    }

    private static func openPayments(_ numbers: StandingNumbers) -> [any Metric] {
        PaymentState.underWay.map { state in
            gauge(
                "payonce_open_payments",
                "Payments under way, by state.",
                Int(numbers.payments[state.word]?.count ?? 0),
                ["state": state.word]
            )
        }
    }

    private static func findings(_ numbers: StandingNumbers) -> [any Metric] {
        let known = FindingWords.all.map { ($0, numbers.findings[$0]) }
        let other = numbers.findings.filter { !FindingWords.all.contains($0.key) }.values
        let otherCount = other.map(\.count).reduce(0, +)
        let counts = known.map { ($0.0, $0.1?.count ?? 0) } + [("other", otherCount)]
        return counts.map { kind, count in
            gauge(
                "payonce_findings_open",
                "Findings that wait for a person, by kind.",
                Int(count),
                ["kind": kind]
            )
        }
    }

    private static func seconds(_ duration: Duration?) -> Int {
        Int(duration?.components.seconds ?? 0)
    }
}

/// A number as it is at this moment.
private func gauge(
    _ name: String,
    _ help: String,
    _ value: Int,
    _ labels: MetricLabels = [:]
) -> any Metric {
    let gauge = Gauge(name, help: help, labels: labels)
    gauge.set(Int64(value))
    return gauge
}

extension PaymentState {
    /// The states in which somebody has something left to do, in the order of a payment.
    static let underWay: [PaymentState] = [
        .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling, .processing,
        .open, .requiresCustomer, .unresolved,
    ]
}
