#if canImport(UIKit)
    import PayOnceClient
    import StripePayments
    import UIKit

    /// Shows 3-D Secure with Stripe's SDK.
    @MainActor
    final class StripeChallenge: NSObject, ChallengeHandler, STPAuthenticationContext {
        private let screen: UIViewController
        init(over screen: UIViewController) { self.screen = screen }
        func authenticationPresentingViewController() -> UIViewController { screen }

        func complete(_ challenge: Challenge) async -> ChallengeResult {
            await withCheckedContinuation { continuation in
                STPPaymentHandler.shared().handleNextAction(
                    forPayment: challenge.clientSecret.reveal(),
                    with: self,
                    returnURL: Shop.returnURL
                ) { status, _, _ in
                    switch status {
                    case .succeeded: continuation.resume(returning: .passed)
                    case .canceled: continuation.resume(returning: .canceled)
                    case .failed: continuation.resume(returning: .failed)
                    @unknown default: continuation.resume(returning: .failed)
                    }
                }
            }
        }
    }
#endif
