import PaymentStore
import TestKit
import Testing

@Suite struct SchemaTests {
    /// `sql/schema.sql` is what the migrations lead to, read from the catalogue of two databases.
    @Test func schemaIsTheResultOfTheMigrations() async throws {
        let plain = try Store.server.get().createDatabase()
        _ = try PostgresServer.sql(SQLFolder.schema(), url: plain)
        try await withStore { store in
            let migrated = try store.sql(Self.catalogue)
            #expect(migrated.contains("payments.amount|bigint"))
            #expect(try PostgresServer.sql(Self.catalogue, url: plain) == migrated)
        }
    }

    /// One unique key per table, nothing that reaches across tables, and nothing of a session.
    @Test func everyTableHasItsPrimaryKeyAndNoOtherUniqueKey() async throws {
        try await withStore { store in
            for query in Self.exceptions {
                let found = try store.sql(query)
                #expect(found.isEmpty, "\(query): \(found)")
            }
        }
    }

    private static let exceptions = [
        """
        SELECT c.relname FROM pg_class c
        LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
        GROUP BY c.relname HAVING count(i) <> 1 OR NOT bool_and(i.indisprimary)
        """,
        "SELECT conname FROM pg_constraint WHERE contype = 'f'",
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
        "SELECT relname FROM pg_class WHERE relkind = 'S'",
    ]

    /// Columns, constraints, indexes and functions; the migrator's own table is in none of them.
    private static let catalogue = """
        SELECT c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
            a.attnum::text, pg_get_expr(d.adbin, d.adrelid), co.collname, c.reloptions::text
        FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        LEFT JOIN pg_collation co ON co.oid = a.attcollation
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
            AND c.relname <> 'schema_migrations'
        UNION ALL
        SELECT conrelid::regclass::text, conname, NULL, pg_get_constraintdef(oid), NULL, NULL, NULL
        FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
            AND conrelid::regclass::text <> 'schema_migrations'
        UNION ALL
        SELECT indexname, indexdef, NULL, NULL, NULL, NULL, NULL FROM pg_indexes
        WHERE schemaname = 'public' AND tablename <> 'schema_migrations'
        UNION ALL
        SELECT proname, pg_get_functiondef(oid), NULL, NULL, NULL, NULL, NULL FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
        ORDER BY 1, 2
        """
}
