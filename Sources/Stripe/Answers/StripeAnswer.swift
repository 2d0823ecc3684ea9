import JSON

/// An HTTP answer, as far as it is looked at.
public struct StripeAnswer: Hashable, Sendable {
    public let status: Int
    /// The body where it is JSON, as Stripe's always is; `nil` for a proxy's page or a cut text.
    let content: JSONValue?
    /// How often the request left before this answer came.
    public internal(set) var sends: Int
    /// Stripe's `Request-Id`. An answer without one may come from something on the way.
    let requestID: String?
    /// `Date`, in seconds since 1970.
    let dateSeconds: Int64?
    /// `Idempotent-Replayed`: Stripe answered from its memory.
    public let isReplay: Bool
    /// `Stripe-Should-Retry`; `nil`: not said.
    let shouldRetry: Bool?
    /// `Stripe-Rate-Limited-Reason`
    let rateLimitedReason: String?

    /// Longer ones than Stripe's (20 characters) are cut: they are only shown.
    private static let longestRequestID = 100

    /// `header` finds the first value of the field of that name, in whatever case that was written.
    public init(status: Int, body: [UInt8], sends: Int = 1, header: (String) -> String?) {
        self.status = status
        self.sends = sends
        content = StripeAnswer.parsed(body)
        requestID = header("Request-Id").map {
            StoredText.cleaned($0, longest: StripeAnswer.longestRequestID)
        }
        dateSeconds = header("Date").flatMap(HTTPDate.seconds)
        isReplay = header("Idempotent-Replayed").map { $0.lowercased() == "true" } ?? false
        shouldRetry = header("Stripe-Should-Retry").flatMap { Bool($0.lowercased()) }
        rateLimitedReason = header("Stripe-Rate-Limited-Reason")
    }

    /// Stripe's error object, where that is what the body holds.
    var failure: StripeFailure? { content?["error"].flatMap(StripeFailure.init) }

    private static func parsed(_ body: [UInt8]) -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue.parse(body, limits: .answer)
        } catch {
            return nil
        }
    }
}
