import PaymentStore

/// The migrations of this release, taken into the program when it was built, so that no file has to
/// travel beside it. A test holds this list to the folder `sql/migrations`.
enum Landed {
    static let migrations: [Migration] = [
        migration("0001_payments", PackageResources._001_payments_sql),
        migration("0002_api_keys_and_orders", PackageResources._002_api_keys_and_orders_sql),
        migration(
            "0003_customers_and_saved_cards",
            PackageResources._003_customers_and_saved_cards_sql
        ),
        migration("0004_holds", PackageResources._004_holds_sql),
        migration(
            "0005_refunds_and_fulfillments",
            PackageResources._005_refunds_and_fulfillments_sql
        ),
        migration("0006_flows", PackageResources._006_flows_sql),
        migration("0007_stripe_events", PackageResources._007_stripe_events_sql),
        migration(
            "0008_abuse_and_gone_customers",
            PackageResources._008_abuse_and_gone_customers_sql
        ),
        migration("0009_audit", PackageResources._009_audit_sql),
        migration("0010_resolve", PackageResources._010_resolve_sql),
    ]

    private static func migration(_ name: String, _ bytes: [UInt8]) -> Migration {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let migration = Migration(name: name, text: text) else {
            preconditionFailure("\(name) is not the name of a migration")
        }
        return migration
    }
}
