/// The last month in which a card is good.
struct CardExpiry: Hashable {
    let month: Int64
    let year: Int64

    /// Stripe refuses years that no card is made for.
    static let yearsAhead: Int64 = 50

    /// The year has four digits, or the last two.
    ///
    /// - Throws: a refusal of what is over, or of no calendar.
    init(month: Int64, year: Int64, now: Int64) throws(StripeError) {
        guard (1...12).contains(month) else { throw .invalidMonth }
        let today = HTTPDate.yearAndMonth(secondsSince1970: now)
        let full = (0..<100).contains(year) ? 2000 + year : year
        guard (today.year...today.year + CardExpiry.yearsAhead).contains(full) else {
            throw .invalidYear
        }
        guard full > today.year || month >= today.month else { throw .invalidMonth }
        self.month = month
        self.year = full
    }

    /// That of the cards behind `pm_card_…`.
    init(nextYearAfter now: Int64) {
        let today = HTTPDate.yearAndMonth(secondsSince1970: now)
        month = today.month
        year = today.year + 1
    }
}
