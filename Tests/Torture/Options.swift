/// What the command line asks for.
struct Options: Sendable {
    var payments = 20_000
    var seed = UInt64.random(in: 0...UInt64.max)
    /// Ends the coming of new customers, however many there were.
    var minutes: Int?
    /// How many customers pay at a time.
    var customers = 320
    /// Nobody is killed, and what must not grow is measured.
    var isSoak = false
    /// The evidence is kept although nothing was found.
    var isKept = false

    static let usage = """
        torture [--payments N] [--seed S] [--minutes M] [--customers C] [--soak [M]] [--keep]
          --payments N   purchases, each sent 1 to 8 times (20000; with --minutes no bound)
          --seed S       of what the customers do, and of what is done to them
          --minutes M    no new customers after so long
          --customers C  how many at a time (320)
          --soak [M]     nobody is killed for so many minutes (20); the memory of the services and
                         the payments under way are measured, and the straight line through each,
                         by least squares, may rise by 10 % of its mean at most (always by 8 MB and
                         20 payments)
          --keep         keep logs and database although nothing was found
        PAYONCE_… settings in the environment go to the services.
        """

    init(_ words: ArraySlice<String>) throws {
        var words = words
        var given: Int?
        while let word = words.popFirst() {
            switch word {
            case "--payments": given = try Options.number(after: word, &words)
            case "--seed": seed = try Options.number(after: word, &words)
            case "--minutes": minutes = try Options.number(after: word, &words)
            case "--customers": customers = try Options.number(after: word, &words)
            case "--soak":
                isSoak = true
                if let word = words.first, let given = Int(word) {
                    minutes = given
                    words.removeFirst()
                }
            case "--keep": isKept = true
            default: throw UsageError(message: "\(word) is not an option here.")
            }
        }
        if isSoak, minutes == nil { minutes = Options.soakMinutes }
        payments = given ?? (minutes == nil ? payments : Purchase.mostNumbers)
        guard (1...Purchase.mostNumbers).contains(payments), (1...10_000).contains(customers) else {
            throw UsageError(message: "So many cannot be.")
        }
    }

    private static let soakMinutes = 20

    private static func number<Number: FixedWidthInteger>(
        after word: String,
        _ words: inout ArraySlice<String>
    ) throws -> Number {
        guard let text = words.popFirst(), let number = Number(text) else {
            throw UsageError(message: "\(word) needs a number.")
        }
        return number
    }
}

struct UsageError: Error {
    let message: String
}
