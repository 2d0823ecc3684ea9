/// Codes of the fields of an error or notice. In libpq's header they are character macros, which
/// Swift does not import (https://www.postgresql.org/docs/15/protocol-error-fields.html).
enum Diagnostics {
    static let severity = Int32(UInt8(ascii: "V"))
    static let sqlState = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
}
