import Money
import Payments
import Postgres

/// What a payment is read from: its row, its newest step, its owner's lease, and what the
/// shop said of it.
enum PaymentColumns {
    /// The columns, in the order in which `payment(from:)` reads them. Ages are computed where the
    /// clock is; a reader's transaction may have begun before the writer's, so none is negative.
    static let list: SQL = """
        p.id, p.state, p.fence,
        p.owner, coalesce(i.ended_at IS NULL AND i.lease_until > now(), false),
        p.customer, p.order_id, p.cart, p.currency, p.flow,
        p.fingerprint, p.amount, p.method, p.uses_stripe_sdk, p.return_url,
        p.stripe_customer, coalesce(p.saves_card, false), p.consent, p.cvc_policy, p.origin,
        p.intent, p.client_secret,
        p.closing_code, p.closing_decline_code, p.closing_message, p.cvc_check,
        o.name, o.number, o.path, o.body, o.api_version,
        greatest(0, extract(EPOCH FROM now() - p.operation_at) * 1000000)::bigint,
        o.stripe_seconds,
        greatest(0, extract(EPOCH FROM now() - p.claimed_at) * 1000000)::bigint,
        greatest(0, extract(EPOCH FROM now() - p.asked_at) * 1000000)::bigint,
        greatest(0, extract(EPOCH FROM now() - p.changed_at) * 1000000)::bigint,
        p.claim_stripe_seconds, p.action_stripe_seconds, p.is_grace_given, f.answer,
        p.refunded, p.charged, p.charged_currency
        """

    /// Where `list` comes from.
    static let source: SQL = "payments p \(beside)"

    /// What `list` takes from other tables, for a statement that has the payments as `p`.
    ///
    /// `OFFSET 0` keeps each of them one look into an index. The planner has no other order to
    /// think about, which takes it a third of the time, and a plan that is kept (`FixedPlan`) does
    /// not turn into a scan of what was small when it was made.
    static let beside: SQL = """
        CROSS JOIN LATERAL (
            SELECT * FROM operations o
            WHERE o.payment_id = p.id AND o.name = p.operation_name
                AND o.number = p.operation_number
            OFFSET 0
        ) AS o
        LEFT JOIN LATERAL (SELECT * FROM instances i WHERE i.id = p.owner OFFSET 0) AS i ON true
        LEFT JOIN LATERAL (
            SELECT * FROM fulfillments f WHERE f.id = 'ful_' || substr(p.id, 5) || '_succeeded'
            OFFSET 0
        ) AS f ON true
        """

    /// A statement for the payments that meet `condition`.
    static func select(where condition: SQL) -> SQL {
        "SELECT \(list) FROM \(source) WHERE \(condition)"
    }

    static func payment(from row: Row) throws(DatabaseError) -> Payment {
        var columns = ColumnReader(row)
        return try payment(from: &columns)
    }

    static func payment(from columns: inout ColumnReader) throws(DatabaseError) -> Payment {
        // In the order of the columns: arguments are evaluated from left to right.
        let id = try columns.name(PaymentID.init)
        let state = PaymentState(word: try columns.string())
        let fence = try columns.int64()
        let owner = try ownership(&columns)
        let purchase = try purchase(&columns)
        return Payment(
            id: id,
            state: state,
            fence: fence,
            owner: owner,
            purchase: purchase,
            fingerprint: Fingerprint(stored: try columns.string()),
            amount: Amount(minorUnits: try columns.int64(), currency: purchase.currency),
            method: try columns.optionalName(PaymentMethodID.init),
            presentation: Presentation(
                usesStripeSDK: try columns.bool(),
                returnURL: try columns.optionalString()
            ),
            card: try card(&columns),
            origin: try columns.string(),
            intent: try columns.optionalName(PaymentIntentID.init),
            clientSecret: try columns.optionalName { ClientSecret($0) },
            closing: try closing(&columns),
            cvcVerdict: try columns.optionalString().map(CVCVerdict.init),
            operation: try operation(&columns),
            times: try times(&columns),
            fulfillment: try columns.optionalString(),
            refunded: try columns.int64(),
            charged: try charged(&columns)
        )
    }

    private static func charged(_ columns: inout ColumnReader) throws(DatabaseError) -> Amount? {
        let minorUnits = try columns.optionalInt64()
        let currency = try columns.optionalName { Currency($0) }
        guard let minorUnits, let currency else { return nil }
        return Amount(minorUnits: minorUnits, currency: currency)
    }

    private static func ownership(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> Ownership {
        let owner = try columns.optionalString()
        let isLive = try columns.bool()
        return owner.map { .instance(InstanceID($0), isLive: isLive) } ?? .nobody
    }

    static func purchase(_ columns: inout ColumnReader) throws(DatabaseError) -> Purchase {
        Purchase(
            caller: try columns.optionalName(CustomerReference.init).map { .customer($0) }
                ?? .guest,
            order: try columns.optionalName(OrderID.init),
            cart: try columns.name(CartText.cart),
            currency: try columns.name { Currency($0) },
            flow: try columns.name { Flow(rawValue: $0) }
        )
    }

    private static func card(_ columns: inout ColumnReader) throws(DatabaseError) -> CardUse {
        let customer = try columns.optionalName(StripeCustomerID.init)
        let isSaved = try columns.bool()
        let consent = try columns.optionalName(Consent.init)
        return CardUse(
            customer: customer,
            saving: isSaved ? Saving(consent: consent) : nil,
            cvcPolicy: try columns.optionalName { CVCMismatchPolicy(rawValue: $0) }
        )
    }

    private static func closing(_ columns: inout ColumnReader) throws(DatabaseError) -> Closing? {
        let code = try columns.optionalString()
        let declineCode = try columns.optionalString()
        let message = try columns.optionalString()
        return code.map { Closing(code: $0, declineCode: declineCode, message: message) }
    }

    private static func operation(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> Operation {
        Operation(
            name: try columns.name { Operation.Name(rawValue: $0) },
            number: Int(try columns.int64()),
            request: FrozenRequest(
                path: try columns.string(),
                body: try columns.bytes(),
                apiVersion: try columns.string()
            ),
            age: try columns.age(),
            stripeTimeSeconds: try columns.optionalInt64()
        )
    }

    private static func times(_ columns: inout ColumnReader) throws(DatabaseError) -> Times {
        Times(
            sinceClaim: try columns.age(),
            sinceAsked: try columns.age(),
            sinceChange: try columns.age(),
            claimStripeSeconds: try columns.optionalInt64(),
            actionStripeSeconds: try columns.optionalInt64(),
            isGraceGiven: try columns.bool()
        )
    }
}
