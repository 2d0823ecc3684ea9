#if canImport(UIKit)
    import PayOnceClient
    import StripeCore
    import UIKit

    @main
    final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            Task { @MainActor in
                do {
                    StripeAPI.defaultPublishableKey = try await Shop.service.publishableKey()
                } catch {
                    print("The shop does not answer: \(error)")
                }
            }
            return true
        }
    }

    /// A bank's page or app sends the customer back by the app's own scheme.
    final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
            guard let url = contexts.first?.url else { return }
            if !StripeAPI.handleURLCallback(with: url) {
                print("A link of the app's own: \(url)")
            }
        }
    }
#endif
