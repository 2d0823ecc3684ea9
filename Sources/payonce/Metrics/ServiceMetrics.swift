import API
import Audit
import Postgres
import Telemetry

/// What the process has counted since it began. One for all its loops: a number that several of
/// them add to is the sum, without a lock, since each is atomic.
struct ServiceMetrics: Sendable {
    let requests = RequestMetrics()
    let stripe = StripeMetrics()
    let payments = PaymentMetrics()
    let database = DatabaseMetrics()
    let seals = Counter(
        "payonce_seals_total",
        help: "Windows of events that this process sealed."
    )

    let repairs = RepairMetrics()

    var all: [any Metric] {
        requests.all + stripe.all + payments.all + database.all + [seals] + repairs.all
    }
}

/// What the reconciler put right.
struct RepairMetrics: Sendable {
    private let repairs = LabeledCounter(
        "payonce_reconciler_repairs_total",
        help: "Differences from Stripe that were put right without a person.",
        label: "repair",
        values: ["taken_in", "canceled"]
    )

    func count(_ repair: Repair) {
        switch repair {
        case .takeIn: repairs["taken_in"].increment()
        case .cancel: repairs["canceled"].increment()
        }
    }

    var all: [any Metric] { [repairs] }
}

/// The requests of customers and of the shop.
struct RequestMetrics: Sendable {
    /// Of one route. Every series is made at the start, so that none begins with its first event.
    private struct OfRoute: Sendable {
        let outcomes: [RequestOutcome: Counter]
        let seconds: Histogram

        init(_ route: String) {
            outcomes = Dictionary(
                uniqueKeysWithValues: RequestOutcome.allCases.map { outcome in
                    let counter = Counter(
                        "payonce_requests_total",
                        help: "Requests by route and outcome.",
                        labels: ["route": route, "outcome": outcome.rawValue]
                    )
                    return (outcome, counter)
                }
            )
            seconds = Histogram(
                "payonce_request_seconds",
                help: "From a request to its answer, by route.",
                labels: ["route": route]
            )
        }
    }

    private let routes: [String: OfRoute]
    private let replays = Counter(
        "payonce_replayed_answers_total",
        help: "Repeats that were answered with what stood already (Idempotent-Replayed)."
    )

    init() {
        routes = Dictionary(
            uniqueKeysWithValues: RequestRecord.routes.map { ($0, OfRoute($0)) }
        )
    }

    func count(_ record: RequestRecord) {
        if record.isReplay { replays.increment() }
        guard let route = routes[record.route] else { return }
        route.outcomes[record.outcome]?.increment()
        route.seconds.record(record.duration)
    }

    var all: [any Metric] {
        let sorted = routes.sorted { $0.key < $1.key }.map(\.value)
        let counters = sorted.flatMap { route in
            RequestOutcome.allCases.compactMap { route.outcomes[$0] }
        }
        return counters + sorted.map(\.seconds) + [replays]
    }
}

/// The connections to the database.
struct DatabaseMetrics: DatabaseMeter {
    private let wait = Histogram(
        "payonce_database_wait_seconds",
        help: "How long a group of statements waited for a connection.",
        bounds: [
            .microseconds(100), .microseconds(500), .milliseconds(1), .milliseconds(2),
            .milliseconds(5), .milliseconds(10), .milliseconds(50), .milliseconds(250), .seconds(1),
            .seconds(5),
        ]
    )
    private let batches = SizeHistogram(
        "payonce_database_batch_items",
        help: "Claims, changes or reads that went to the database as one group.",
        bounds: [1, 2, 4, 8, 16, 32, 64, 128]
    )

    func waited(_ duration: Duration) { wait.record(duration) }
    func grouped(_ items: Int) { batches.record(items) }

    var all: [any Metric] { [wait, batches] }
}
