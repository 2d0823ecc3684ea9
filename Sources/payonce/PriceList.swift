import Money
import PaymentStore
import Payments

/// Prices as a text: `item_id,currency,unit_amount[,name]` a line, amounts in minor units. A first
/// line that begins with `item_id` is a heading; empty lines and lines with `#` are passed over.
enum PriceList {
    /// - Throws: `Failure` with the number of the first line that is not a price.
    static func parse(_ text: String) throws(Failure) -> [ListedPrice] {
        var prices: [ListedPrice] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (number, line) in lines.enumerated() {
            if line.isEmpty || line.hasPrefix("#") || number == 0 && line.hasPrefix("item_id") {
                continue
            }
            prices.append(try price(line, number: number + 1))
        }
        return prices
    }

    private static func price(
        _ line: Substring,
        number: Int
    ) throws(Failure) -> ListedPrice {
        let fields = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
            .map { String($0) }
        guard fields.count >= 3, let item = ItemID(fields[0]) else {
            throw Failure("Line \(number): expected item_id,currency,unit_amount[,name].")
        }
        guard let currency = Currency(fields[1]) else {
            throw Failure("Line \(number): Stripe does not take the currency \(fields[1]).")
        }
        guard let units = Int64(fields[2]), units > 0 else {
            throw Failure(
                "Line \(number): \(fields[2]) is not a whole number of minor units above 0."
            )
        }
        guard units % currency.smallestStep == 0 else {
            throw Failure(
                "Line \(number): an amount in \(currency.code) has to be a multiple of "
                    + "\(currency.smallestStep)."
            )
        }
        let name = fields.count > 3 && !fields[3].isEmpty ? fields[3] : nil
        return ListedPrice(item: item, currency: currency, minorUnits: units, name: name)
    }

    /// What `payonce dev` sells.
    static let sample = """
        photo_subscription,usd,1400,Photo subscription
        photo_subscription,eur,1300,Photo subscription
        photo_subscription,gbp,1100,Photo subscription
        photo_subscription,jpy,1400,Photo subscription
        photo_subscription,kwd,4300,Photo subscription
        id-1,usd,1400,Photo calendar
        id-2,usd,2000,Photo book
        id-3,usd,3000
        id-4,usd,4000
        id-5,usd,5000
        """
}
