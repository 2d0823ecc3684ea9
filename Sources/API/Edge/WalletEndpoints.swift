import HTTPServer
import Payments

/// The endpoints with which a signed-in customer sees and removes saved cards.
struct WalletEndpoints: Sendable {
    let useCases: any WalletUseCases
    let authenticator: Authenticator
    let isCVCRequired: Bool

    /// `GET /payment-methods`.
    func list(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let customer = try await authenticator.credentials(of: request).customer()
            let answer = await useCases.cards(of: customer, at: now)
            return WalletTable.reply(to: answer, requiresCVC: isCVCRequired)
        } catch {
            return error.reply
        }
    }

    /// `DELETE /payment-methods/{id}`.
    func remove(_ id: String, _ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let customer = try await authenticator.credentials(of: request).customer()
            guard let method = PaymentMethodID(id) else { return WalletTable.notFound }
            let answer = await useCases.remove(method, of: customer, at: now)
            return WalletTable.reply(to: answer, about: method)
        } catch {
            return error.reply
        }
    }
}
