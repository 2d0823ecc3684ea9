#if canImport(UIKit)
    import PayOnceClient
    import UIKit

    /// What the screens have in common.
    @MainActor
    enum Shop {
        /// The scheme stands in the app's Info.plist, under `CFBundleURLTypes`.
        static let returnURL = "your-app://stripe-redirect"

        /// In an iOS simulator that is the developer's own machine; a shipped app has `https`.
        static let service = PayOnceService(
            url: address("http://127.0.0.1:4242"),
            customerTokens: ShopAccount(url: address("https://shop.example/payonce-token")),
            log: { line in print(line) }
        )

        /// The checkout that an earlier run of the app has left unpaid, or a new one: its key is
        /// made here, once, when the screen opens, and not when Pay is tapped. Each way of paying
        /// has a file of its own, since a checkout that was begun in one way goes on in it. Another
        /// cart is another purchase, but not while the one before may have charged.
        static func checkout(
            _ way: String,
            for purchase: Purchase = purchase,
            over screen: UIViewController
        ) throws -> Checkout {
            let file = CheckoutFile(
                URL.applicationSupportDirectory.appending(path: "checkout-\(way).json")
            )
            let kept = try file.read().flatMap { record in
                let isOpen = record.mayHaveCharged || record.purchase == purchase
                return isOpen && !record.isPaid ? record : nil
            }
            return Checkout(
                kept ?? CheckoutRecord(purchase),
                at: service,
                store: file,
                challenges: StripeChallenge(over: screen)
            )
        }

        static let purchase = Purchase(
            items: [.init(id: "photo_subscription")],
            currency: "usd",
            returnURL: returnURL
        )

        private static func address(_ text: String) -> URL {
            guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
            return url
        }
    }

    /// Asks the shop's own server who the customer is. It signs the token for `payonce`.
    struct ShopAccount: CustomerTokens {
        let url: URL

        func token() async throws -> Secret? {
            let (data, response) = try await URLSession.shared.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { return nil }
            return Secret(String(decoding: data, as: UTF8.self))
        }
    }
#endif
