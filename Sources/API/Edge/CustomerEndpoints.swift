import HTTPServer
import Payments

/// What the shop's own server asks about a customer.
struct CustomerEndpoints: Sendable {
    let useCases: any WalletUseCases
    let authenticator: Authenticator
    let isCVCRequired: Bool

    /// `GET /customers/{customerRef}/payment-methods`. Who is not known has no cards.
    func cards(of text: String, _ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            _ = try await authenticator.credentials(of: request).key()
            guard let reference = PercentText.decoded(text).flatMap(CustomerReference.init) else {
                throw .malformed("the customerRef in the path must be 1 to 255 characters.")
            }
            let answer = await useCases.cards(of: reference, at: now)
            return WalletTable.reply(to: answer, requiresCVC: isCVCRequired)
        } catch {
            return error.reply
        }
    }
}
