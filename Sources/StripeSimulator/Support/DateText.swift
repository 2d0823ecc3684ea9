/// The latest time that was written out: a second has many answers.
struct DateText {
    private var second = Int64.min
    private var text = ""

    mutating func text(at now: Int64) -> String {
        if now != second {
            second = now
            text = HTTPDate.text(secondsSince1970: now)
        }
        return text
    }
}
