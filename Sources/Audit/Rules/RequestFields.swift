/// Reads what a stored request asks of Stripe: the bytes are evidence, and say it whatever a row
/// says.
struct RequestFields {
    private(set) var amount: Int64?
    private(set) var currency: String?
    private(set) var customer: String?

    init(_ body: [UInt8]) {
        for pair in body.split(separator: UInt8(ascii: "&")) {
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = pair[pair.index(after: sign)...]
            // None of the three needs an escape.
            switch pair[..<sign] {
            case RequestFields.amountName: amount = Int64(String(decoding: value, as: UTF8.self))
            case RequestFields.currencyName: currency = String(decoding: value, as: UTF8.self)
            case RequestFields.customerName: customer = String(decoding: value, as: UTF8.self)
            case _: continue
            }
        }
    }

    private static let amountName = Array("amount".utf8)[...]
    private static let currencyName = Array("currency".utf8)[...]
    private static let customerName = Array("customer".utf8)[...]
}
