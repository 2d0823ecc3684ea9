import HTTPServer
import Payments

/// The endpoints of apps that pay with a sheet of Stripe's.
struct SheetEndpoints: Sendable {
    let payments: PaymentEndpoints
    let useCases: any PaymentUseCases
    let sheets: any SheetUseCases
    let authenticator: Authenticator
    let settings: RouterSettings
    /// Never twice the same.
    let newName: @Sendable () -> String

    /// `POST /payment-sheet`.
    func sheet(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let call = try AppCall(sheet: await source(request))
            let answer = await payments.begin(call.request, at: now)
            return await sheet(for: call, answer, at: now)
        } catch {
            return error.reply
        }
    }

    /// `POST /create-intent`.
    func intent(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let call = try AppCall(intent: await source(request))
            let answer = await payments.begin(call.request, at: now)
            return SheetTable.intent(answer)
        } catch {
            return error.reply
        }
    }

    /// `POST /confirm-intent`.
    func confirmation(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let call = try AppCall(confirmation: await source(request))
            let answer = await payments.begin(call.request, at: now)
            return ConfirmationTable.reply(to: answer)
        } catch {
            return error.reply
        }
    }

    /// `POST /customer-session`.
    func session(_ request: HTTPRequest, at now: Duration) async -> Reply {
        do throws(RequestFault) {
            let customer = try await authenticator.credentials(of: request).customer()
            let kind = try BodyFields(request, mayBeEmpty: true).sheetKeyKind()
            let access = await sheets.access(
                of: customer,
                by: kind,
                until: now + settings.answerTimeout
            )
            return access.map { SheetTable.session($0, settings) } ?? SheetTable.unavailable
        } catch {
            return error.reply
        }
    }

    /// `POST /quote`. A price is nobody's secret; a proof that is none is not overlooked even so.
    func quote(_ request: HTTPRequest) async -> Reply {
        do throws(RequestFault) {
            _ = try await authenticator.credentials(of: request).caller()
            let fields = try BodyFields(request, mayBeEmpty: true)
            let answer = await useCases.quote(
                try fields.cart() ?? settings.defaults.cart,
                in: try fields.currency() ?? settings.defaults.currency
            )
            return SheetTable.quote(answer)
        } catch {
            return error.reply
        }
    }

    // MARK: Parts

    private func source(_ request: HTTPRequest) async -> AppCall.Source {
        AppCall.Source(
            request: request,
            credentials: await authenticator.credentials(of: request),
            defaults: settings.defaults,
            origin: ClientOrigin(request, trusting: settings.trustedProxies).digest,
            newName: newName()
        )
    }

    private func sheet(
        for call: AppCall,
        _ answer: PaymentAnswer,
        at now: Duration
    ) async -> Reply {
        guard case .standing(let view) = answer, case .notAttempted(let secret?) = view.standing
        else { return OutcomeTable.reply(to: answer, in: .camelCase) }
        // Opened without one, under this very key, by the other route.
        guard let customer = view.customer else { return RefusalTable.reply(to: .keyReused) }
        let access = await sheets.access(
            to: customer,
            of: call.request.caller,
            by: call.key,
            until: now + settings.answerTimeout
        )
        return access.map { SheetTable.sheet(view, secret, $0, settings) }
            ?? SheetTable.unavailable
    }
}
