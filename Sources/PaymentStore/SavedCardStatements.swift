import Payments
import Postgres

/// Statements about saved cards. Each may be repeated.
enum SavedCardStatements {
    static func select(where condition: SQL) -> SQL {
        """
        SELECT customer, removed_at IS NOT NULL, method, stripe_customer, fingerprint, brand,
            last4, expiry_month, expiry_year
        FROM saved_cards
        WHERE \(condition)
        ORDER BY learnt_at DESC, method
        """
    }

    static func card(from row: Row) throws(DatabaseError) -> SavedCard {
        var columns = ColumnReader(row)
        let owner = try columns.name(CustomerReference.init)
        let isRemoved = try columns.bool()
        let facts = CardFacts(
            method: try columns.name(PaymentMethodID.init),
            customer: try columns.optionalName(StripeCustomerID.init),
            fingerprint: try columns.optionalString(),
            brand: try columns.string(),
            last4: try columns.string(),
            expiryMonth: Int(try columns.int64()),
            expiryYear: Int(try columns.int64())
        )
        return SavedCard(owner: owner, facts: facts, isRemoved: isRemoved)
    }

    /// The payment that saved a card is the one that the caller knows, else the one that holds the
    /// guard of its payment method: that is how an unsaved card is charged. A row never changes its
    /// owner, and one that was removed stays removed.
    static func learn(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        savedBy payment: PaymentID?
    ) -> SQL {
        """
        INSERT INTO saved_cards AS s (
            method, customer, stripe_customer, fingerprint, brand, last4, expiry_month,
            expiry_year, payment_id, consent, consented_at
        )
        SELECT c.method, \(reference.description), c.stripe_customer, c.fingerprint, c.brand,
            c.last4, c.expiry_month, c.expiry_year, p.id, p.consent, p.claimed_at
        FROM unnest(
            \(cards.map(\.method.description)), \(cards.map(\.customer?.description)),
            \(cards.map(\.fingerprint)), \(cards.map(\.brand)), \(cards.map(\.last4)),
            \(cards.map(\.expiryMonth)), \(cards.map(\.expiryYear))
        ) AS c (
            method, stripe_customer, fingerprint, brand, last4, expiry_month, expiry_year
        )
        LEFT JOIN payments p ON p.id = coalesce(
            \(payment?.description),
            (SELECT g.payment_id FROM guards g WHERE g.kind = 'method' AND g.key = c.method)
        ) AND p.customer = \(reference.description) AND p.saves_card AND p.state = 'succeeded'
        ORDER BY c.method
        ON CONFLICT (method) DO UPDATE SET
            brand = excluded.brand,
            last4 = excluded.last4,
            fingerprint = excluded.fingerprint,
            expiry_month = excluded.expiry_month,
            expiry_year = excluded.expiry_year,
            payment_id = coalesce(s.payment_id, excluded.payment_id),
            consent = coalesce(s.consent, excluded.consent),
            consented_at = coalesce(s.consented_at, excluded.consented_at)
        WHERE s.customer = excluded.customer
        """
    }

    static func remove(_ method: PaymentMethodID) -> SQL {
        """
        UPDATE saved_cards SET removed_at = now()
        WHERE method = \(method.description) AND removed_at IS NULL
        """
    }
}
