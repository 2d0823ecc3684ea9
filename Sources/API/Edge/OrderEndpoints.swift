import HTTPServer
import Payments

/// The endpoints with which the shop's own server fixes orders.
struct OrderEndpoints: Sendable {
    let useCases: any OrderUseCases
    let authenticator: Authenticator

    /// `POST /orders`. Who asks is settled first: to anybody else not even the body matters.
    func fix(_ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            let key = try await authenticator.credentials(of: request).key()
            let order = try BodyFields(request).order(fixedBy: key)
            return OrderTable.reply(to: await useCases.fix(order))
        } catch {
            return error.reply
        }
    }

    /// `GET /orders/{orderId}`.
    func show(_ id: String, _ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            _ = try await authenticator.credentials(of: request).key()
            guard let id = OrderID(id) else { return OrderTable.reply(to: .refused(.notFound)) }
            return OrderTable.reply(to: await useCases.show(id))
        } catch {
            return error.reply
        }
    }
}
