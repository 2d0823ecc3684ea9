import API
import JSON
import Money
import PaymentStore
import Payments
import Telemetry

/// The page of `payonce dev`: a checkout with the sample catalogue, and a customer to be.
enum DevPage {
    static func page(_ settings: Settings) -> Page {
        Page(files: files) { await shop(settings, $0) }
    }

    private static let files: [String: StaticFile] = {
        let parts: [(name: String, bytes: [UInt8])] = [
            ("index.html", PackageResources.index_html),
            ("checkout.css", PackageResources.checkout_css),
            ("checkout.js", PackageResources.checkout_js),
        ]
        var files: [String: StaticFile] = [:]
        for part in parts {
            let type = StaticFolder.contentType(of: part.name)
            files["/" + part.name] = StaticFile(contentType: type, bytes: part.bytes)
        }
        files["/"] = files["/index.html"]
        return files
    }()

    /// What is sold, in the currency of the settings; what has no name is for programs. Prices are
    /// not told here: the page asks for those of its cart.
    private static func shop(_ settings: Settings, _ prices: PriceTable) async -> StaticFile? {
        let listed: [ListedPrice]
        do throws(StoreFailure) {
            listed = try await prices.prices()
        } catch {
            return nil
        }
        let currency = settings.defaultCurrency
        var shop: JSONObject = [
            "currency": .string(currency.code),
            "items": .array(
                listed.filter { $0.currency == currency }.compactMap { price in
                    guard let name = price.name else { return nil }
                    return [
                        "id": .string(price.item.description),
                        "name": .string(name),
                        "quantity": settings.defaultItems.contains(price.item) ? 1 : 0,
                    ]
                }
            ),
        ]
        if !settings.stripe.isStripe {
            shop["stripeJs"] = .string(settings.stripe.apiBase + "/v3/")
        }
        if let token = DevAccess.customerToken(settings) {
            shop["customer"] = ["name": .string(DevAccess.customer), "token": .string(token)]
        }
        return StaticFile(
            contentType: "application/json",
            bytes: JSONValue.object(shop).encoded()
        )
    }
}
