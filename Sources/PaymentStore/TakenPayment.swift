import Payments
import Postgres

/// A row that the recovery took. One that cannot be read (a newer program wrote it, or a hand) must
/// not keep the others of its batch from being worked on.
enum TakenPayment: Sendable {
    case readable(Payment)
    case unreadable(OpsFinding)
    /// Not even its id can be read.
    case nameless

    init(_ row: Row) {
        do throws(DatabaseError) {
            self = .readable(try PaymentColumns.payment(from: row))
        } catch {
            self = TakenPayment.finding(on: row, error)
        }
    }

    var payment: Payment? {
        if case .readable(let payment) = self { payment } else { nil }
    }

    private static func finding(on row: Row, _ error: DatabaseError) -> TakenPayment {
        do throws(DatabaseError) {
            guard let id = PaymentID(try row.string(0)) else { return .nameless }
            return .unreadable(OpsFinding(payment: id, kind: "unreadable", detail: "\(error)"))
        } catch {
            return .nameless
        }
    }
}
