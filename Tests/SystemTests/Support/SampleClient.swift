import JSON
import TestKit

/// The if/else of the guide's iOS app, in its order: what its user sees of an answer.
/// https://docs.stripe.com/payments/accept-a-payment-synchronously
enum SampleClient {
    enum Shown: Hashable {
        case succeeded
        case challenge
        /// "Payment failed" with this text under it.
        case failed(String)
        /// The spinner turns for ever.
        case nothing
    }

    static func shows(_ answer: HttpAnswer) throws -> Shown {
        guard answer.status == 200 else { return .failed("") }
        let json = try answer.json()
        let error = json["error"]?.string
        let clientSecret = json["clientSecret"]?.string
        let requiresAction = json["requiresAction"]?.bool
        if let error { return .failed(error) }
        if clientSecret != nil, requiresAction == nil || requiresAction == false {
            return .succeeded
        }
        if clientSecret != nil, requiresAction == true { return .challenge }
        return .nothing
    }
}
