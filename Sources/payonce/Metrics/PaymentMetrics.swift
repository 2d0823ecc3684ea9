import Payments
import Telemetry

/// What the payments ask of the database.
struct PaymentMetrics: Sendable {
    enum ClaimEnd: String, CaseIterable {
        case claimed
        /// Somebody else had one of the guards.
        case held
        /// The database did not do it.
        case failed
    }

    /// By which evidence an unknown outcome became known.
    enum Means: String, CaseIterable {
        /// The same bytes under the same key were answered.
        case replay
        /// The intent was read by its name.
        case retrieve
        /// Stripe's lists had it, or proved that there is none.
        case list
    }

    private let claims = LabeledCounter(
        "payonce_claims_total",
        help: "New attempts by how their claim ended.",
        label: "result",
        values: ClaimEnd.allCases.map(\.rawValue)
    )
    private let recovered = LabeledCounter(
        "payonce_recovered_total",
        help: "Lost or inherited outcomes that became known, by means.",
        label: "means",
        values: Means.allCases.map(\.rawValue)
    )
    private let fenceLosses = Counter(
        "payonce_fence_losses_total",
        help: "Changes that were not written because somebody else was further."
    )
    private let takeovers = Counter(
        "payonce_takeovers_total",
        help: "Payments that were taken over from nobody or from an instance that is gone."
    )

    func claimEnded(_ end: ClaimEnd) { claims[end.rawValue].increment() }
    func recovered(by means: Means) { recovered[means.rawValue].increment() }
    func lostFence() { fenceLosses.increment() }
    func tookOver(_ count: Int) { takeovers.increment(by: Int64(count)) }

    var all: [any Metric] { [claims, recovered, fenceLosses, takeovers] }
}
