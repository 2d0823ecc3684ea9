/// A paid PaymentIntent as text with holes, so that an answer costs a copy and not an encoding.
///
/// It has every key that a PaymentIntent has in June 2026, in Stripe's order and layout, and its
/// charge is expanded: 3.8 KB, more than what the service asks for, so that reading it is not made
/// to look cheap.
struct IntentTemplate {
    private enum Piece {
        case text([UInt8])
        case hole(Hole)
    }

    private enum Hole: String, CaseIterable {
        case id = "{ID}"
        case second = "{SECOND}"
        case amount = "{AMOUNT}"
        case currency = "{CURRENCY}"
        case method = "{METHOD}"
        case payment = "{PAYMENT}"
    }

    private let pieces = IntentTemplate.cut(IntentTemplate.source[...])

    /// The answer to a form; `nil` where the form lacks what every payment has.
    func succeeded(_ form: [UInt8], id: String, second: Int) -> [UInt8]? {
        let fields = form.split(separator: UInt8(ascii: "&"))
        guard let amount = Self.value(of: "amount", in: fields),
            let currency = Self.value(of: "currency", in: fields),
            let method = Self.value(of: "payment_method", in: fields),
            let payment = Self.value(of: "metadata%5Bpayonce_payment_id%5D", in: fields)
        else { return nil }
        let second = String(second)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.source.utf8.count + 256)
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += text
            case .hole(.id):
                bytes += second.utf8
                bytes += id.utf8
            case .hole(.second): bytes += second.utf8
            case .hole(.amount): bytes += amount
            case .hole(.currency): bytes += currency
            case .hole(.method): bytes += method
            case .hole(.payment): bytes += payment
            }
        }
        return bytes
    }

    /// What stands behind `name=`. The four values consist of characters that no form escapes.
    private static func value(
        of name: StaticString,
        in fields: [ArraySlice<UInt8>]
    ) -> ArraySlice<UInt8>? {
        let length = name.utf8CodeUnitCount
        for field in fields where field.count > length {
            let end = field.startIndex + length
            guard field[end] == UInt8(ascii: "=") else { continue }
            let isIt = name.withUTF8Buffer { field[..<end].elementsEqual($0) }
            if isIt { return field[(end + 1)...] }
        }
        return nil
    }

    private static func cut(_ text: Substring) -> [Piece] {
        let found = Hole.allCases.compactMap { hole in
            text.firstRange(of: hole.rawValue).map { (hole, $0) }
        }
        guard let (hole, range) = found.min(by: { $0.1.lowerBound < $1.1.lowerBound }) else {
            return [.text(Array(text.utf8))]
        }
        return [.text(Array(text[..<range.lowerBound].utf8)), .hole(hole)]
            + cut(text[range.upperBound...])
    }

    private static let source = """
        {
          "id": "pi_3{ID}",
          "object": "payment_intent",
          "allowed_payment_method_types": null,
          "amount": {AMOUNT},
          "amount_capturable": 0,
          "amount_details": {
            "tip": {}
          },
          "amount_received": {AMOUNT},
          "application": null,
          "application_fee_amount": null,
          "automatic_payment_methods": null,
          "canceled_at": null,
          "cancellation_reason": null,
          "capture_method": "automatic_async",
          "client_secret": "pi_3{ID}_secret_Wq8cOX3wPMAtP0Lk9Zt0mGvXa",
          "confirmation_method": "manual",
          "created": {SECOND},
          "currency": "{CURRENCY}",
          "customer": null,
          "customer_account": null,
          "description": null,
          "excluded_payment_method_types": null,
          "last_payment_error": null,
          "latest_charge": {
            "id": "ch_3{ID}",
            "object": "charge",
            "amount": {AMOUNT},
            "amount_captured": {AMOUNT},
            "amount_refunded": 0,
            "application": null,
            "application_fee": null,
            "application_fee_amount": null,
            "balance_transaction": null,
            "billing_details": {
              "address": {
                "city": null,
                "country": null,
                "line1": null,
                "line2": null,
                "postal_code": null,
                "state": null
              },
              "email": null,
              "name": null,
              "phone": null,
              "tax_id": null
            },
            "calculated_statement_descriptor": "PAYONCE",
            "captured": true,
            "created": {SECOND},
            "currency": "{CURRENCY}",
            "customer": null,
            "description": null,
            "disputed": false,
            "failure_code": null,
            "failure_message": null,
            "fraud_details": {},
            "livemode": false,
            "outcome": {
              "advice_code": null,
              "network_advice_code": null,
              "network_decline_code": null,
              "network_status": "approved_by_network",
              "reason": null,
              "risk_level": "normal",
              "risk_score": 22,
              "seller_message": "Payment complete.",
              "type": "authorized"
            },
            "paid": true,
            "payment_intent": "pi_3{ID}",
            "payment_method": "{METHOD}",
            "payment_method_details": {
              "card": {
                "brand": "visa",
                "checks": {
                  "cvc_check": "pass"
                },
                "country": "US",
                "exp_month": 12,
                "exp_year": 2034,
                "fingerprint": "Xt5EWLLDS7FJjR1c",
                "funding": "credit",
                "last4": "4242",
                "network": "visa",
                "three_d_secure": null,
                "wallet": null
              },
              "type": "card"
            },
            "receipt_email": null,
            "refunded": false,
            "status": "succeeded"
          },
          "livemode": false,
          "managed_payments": {
            "enabled": false
          },
          "metadata": {
            "payonce_payment_id": "{PAYMENT}"
          },
          "next_action": null,
          "on_behalf_of": null,
          "payment_method": "{METHOD}",
          "payment_method_configuration_details": null,
          "payment_method_options": {
            "card": {
              "installments": null,
              "mandate_options": null,
              "network": null,
              "request_three_d_secure": "automatic"
            }
          },
          "payment_method_types": [
            "card"
          ],
          "processing": null,
          "receipt_email": null,
          "review": null,
          "setup_future_usage": null,
          "shared_payment_granted_token": null,
          "shipping": null,
          "source": null,
          "statement_descriptor": null,
          "statement_descriptor_suffix": null,
          "status": "succeeded",
          "transfer_data": null,
          "transfer_group": null
        }
        """
}
