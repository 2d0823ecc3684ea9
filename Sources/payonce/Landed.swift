import PaymentStore

/// The migrations of this release, taken into the program when it was built, so that no file has to
/// travel beside it. A test holds this list to the folder `sql/migrations`.
enum Landed {
    static let migrations: [Migration] = [
        ("0001_payments.sql", PackageResources._001_payments_sql)
    ].compactMap { name, bytes in
        Migration(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
}
