import PaymentStore
import Payments
import Postgres

/// `payonce payments`: what happened to payments, in the terminal.
enum PaymentsCommand {
    private static let fewRows = 50

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(
            words,
            valued: ["--state", "--order", "--limit", "--reason", "--intent"]
        )
        switch (arguments.rest.first, arguments.rest.count) {
        case ("list", 1):
            let filter = try filter(arguments)
            let limit = arguments.value(of: "--limit").flatMap { Int($0) } ?? fewRows
            return try await Work.withDatabase { database throws(Failure) in
                try await list(filter, limit, database)
            }
        case ("show", 2):
            guard let id = PaymentID(arguments.rest[1]) else {
                throw UsageError("\(arguments.rest[1]) is not a payment's id.")
            }
            return try await Work.withDatabase { database throws(Failure) in
                try await show(id, database)
            }
        case ("resolve", 3): return try await ResolveCommand.run(arguments)
        case _: throw UsageError("Say list, show ID, or resolve ID ACTION --reason R.")
        }
    }

    private static func filter(_ arguments: Arguments) throws(UsageError) -> PaymentFilter {
        let order = arguments.value(of: "--order").map { OrderID($0) }
        if let order, order == nil { throw UsageError("--order takes an order id.") }
        return PaymentFilter(
            state: arguments.value(of: "--state").map { PaymentState(word: $0) },
            order: order ?? nil,
            customer: nil
        )
    }

    private static func list(
        _ filter: PaymentFilter,
        _ limit: Int,
        _ database: Database
    ) async throws(Failure) -> Int32 {
        let payments = try await stored { () async throws(StoreFailure) in
            try await PaymentBrowser(database: database).payments(matching: filter, limit: limit)
        }
        for payment in payments { Console.say(PaymentText.line(payment)) }
        return 0
    }

    private static func show(
        _ id: PaymentID,
        _ database: Database
    ) async throws(Failure) -> Int32 {
        let payment = try await stored { () async throws(StoreFailure) in
            try await SQLPaymentRepository(database: database).payment(id)
        }
        guard let payment else {
            Console.complain("There is no payment \(id).")
            return 1
        }
        let timeline = try await stored { () async throws(StoreFailure) in
            try await PaymentBrowser(database: database).timeline(of: id)
        }
        Console.say(PaymentText.whole(payment, timeline))
        return 0
    }

    private static func stored<Value>(
        _ work: () async throws(StoreFailure) -> Value
    ) async throws(Failure) -> Value {
        do throws(StoreFailure) {
            return try await work()
        } catch {
            throw Failure("The database could not be read: \(error).")
        }
    }
}
