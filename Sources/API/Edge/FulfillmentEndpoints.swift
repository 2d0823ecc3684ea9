import HTTPServer
import Payments

/// The endpoints with which the shop's own server looks for what it has to hand over.
struct FulfillmentEndpoints: Sendable {
    let store: any FulfillmentStore
    let authenticator: Authenticator

    /// `GET /fulfillments`: what is not acknowledged, a page at a time.
    func list(_ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            _ = try await authenticator.credentials(of: request).key()
            let page = try FulfillmentPage(request.query)
            return await list(page)
        } catch {
            return error.reply
        }
    }

    /// `POST /fulfillments/{id}/ack`. Its body, if there is one, is not looked at.
    func acknowledge(_ id: String, _ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            _ = try await authenticator.credentials(of: request).key()
            guard let id = FulfillmentID(id) else { throw .fulfillmentNotFound }
            return await acknowledge(id)
        } catch {
            return error.reply
        }
    }

    private func list(_ page: FulfillmentPage) async -> Reply {
        do throws(StoreFailure) {
            // One more than is shown tells whether there are more.
            let found = try await store.open(after: page.after, atMost: page.limit + 1)
            return FulfillmentTable.reply(
                to: Array(found.prefix(page.limit)),
                hasMore: found.count > page.limit
            )
        } catch {
            return RefusalTable.reply(to: .unavailable)
        }
    }

    private func acknowledge(_ id: FulfillmentID) async -> Reply {
        do throws(StoreFailure) {
            switch try await store.acknowledge(id, answer: nil) {
            case .kept: return FulfillmentTable.reply(toAcknowledging: id)
            case .unknown: return RequestFault.fulfillmentNotFound.reply
            }
        } catch {
            return RefusalTable.reply(to: .unavailable)
        }
    }
}

/// What of the list is asked for.
struct FulfillmentPage: Hashable {
    let after: FulfillmentID?
    let limit: Int

    static let mostRows = 100

    /// Unknown names are ignored, as everywhere.
    init(_ query: String?) throws(RequestFault) {
        var values: [String: String] = [:]
        for part in (query ?? "").split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            values[String(name)] = String(part[name.endIndex...].dropFirst())
        }
        limit = try FulfillmentPage.limit(values["limit"])
        after = try FulfillmentPage.after(values["after"])
    }

    private static func limit(_ text: String?) throws(RequestFault) -> Int {
        guard let text else { return mostRows }
        guard let limit = Int(text), (1...mostRows).contains(limit) else {
            throw .malformed("limit must be a whole number from 1 to \(mostRows).")
        }
        return limit
    }

    private static func after(_ text: String?) throws(RequestFault) -> FulfillmentID? {
        guard let text else { return nil }
        guard let id = FulfillmentID(text) else {
            throw .malformed("after must be the id of a fulfillment.")
        }
        return id
    }
}
