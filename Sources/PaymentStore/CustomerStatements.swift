import Payments
import Postgres

/// Statements about the customers' creations. Each may be repeated.
enum CustomerStatements {
    /// The one whose customer can be used, else the newest.
    static func newest(of reference: CustomerReference) -> SQL {
        """
        SELECT attempt, path, body, api_version,
            greatest(0, extract(EPOCH FROM now() - made_at) * 1000000)::bigint,
            stripe_seconds, stripe_customer, gone_at IS NOT NULL
        FROM customers
        WHERE reference = \(reference.description)
        ORDER BY stripe_customer IS NULL OR gone_at IS NOT NULL, attempt DESC
        LIMIT 1
        """
    }

    static func creation(
        of reference: CustomerReference,
        from row: Row
    ) throws(DatabaseError) -> CustomerCreation {
        var columns = ColumnReader(row)
        return CustomerCreation(
            reference: reference,
            attempt: Int(try columns.int64()),
            request: FrozenRequest(
                path: try columns.string(),
                body: try columns.bytes(),
                apiVersion: try columns.string()
            ),
            age: try columns.age(),
            stripeSeconds: try columns.optionalInt64(),
            customer: try columns.optionalName(StripeCustomerID.init),
            isGone: try columns.bool()
        )
    }

    static func begin(_ creation: CustomerCreation) -> SQL {
        """
        INSERT INTO customers (
            reference, attempt, path, body, api_version, made_at, stripe_seconds
        )
        SELECT \(creation.reference.description), \(creation.attempt), \(creation.request.path),
            \(creation.request.body), \(creation.request.apiVersion), now(),
            \(creation.stripeSeconds)
        WHERE NOT EXISTS (
            SELECT FROM customers
            WHERE reference = \(creation.reference.description)
                AND (
                    stripe_customer IS NOT NULL AND gone_at IS NULL
                    OR attempt >= \(creation.attempt)
                )
        )
        ON CONFLICT (reference, attempt) DO NOTHING
        """
    }

    static func name(_ creation: CustomerCreation, as customer: StripeCustomerID) -> SQL {
        """
        UPDATE customers SET stripe_customer = \(customer.description), named_at = now()
        WHERE reference = \(creation.reference.description) AND attempt = \(creation.attempt)
            AND gone_at IS NULL AND NOT EXISTS (
                SELECT FROM customers
                WHERE reference = \(creation.reference.description)
                    AND stripe_customer IS NOT NULL AND gone_at IS NULL
            )
        """
    }

    /// With its cards, which Stripe has taken off it.
    static func lose(_ customer: StripeCustomerID, of reference: CustomerReference) -> SQL {
        """
        WITH lost AS (
            UPDATE customers SET gone_at = now()
            WHERE reference = \(reference.description)
                AND stripe_customer = \(customer.description) AND gone_at IS NULL
        )
        UPDATE saved_cards SET removed_at = now()
        WHERE customer = \(reference.description)
            AND stripe_customer = \(customer.description) AND removed_at IS NULL
        """
    }
}
