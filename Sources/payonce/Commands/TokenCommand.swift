import API
import Payments
import Telemetry

/// `payonce token`: a customer token, as the shop's server would sign it.
enum TokenCommand {
    private static let usualLifetime: Duration = .seconds(3600)

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--customer-ref", "--ttl"])
        try arguments.expectNoMore()
        guard let customer = arguments.value(of: "--customer-ref").flatMap(CustomerReference.init)
        else { throw UsageError("--customer-ref takes 1 to 255 characters.") }
        let seconds = try lifetime(arguments).components.seconds
        guard let tokens = try Environment.reader().customerTokens() else {
            throw Failure(
                "PAYONCE_CUSTOMER_TOKEN_SECRET is not set. Set it to the secret of the service."
            )
        }
        let now = UTCTime.now().since1970.components.seconds
        Console.say(tokens.token(for: customer, at: now, validFor: seconds).revealText())
        return 0
    }

    private static func lifetime(_ arguments: Arguments) throws(UsageError) -> Duration {
        guard let text = arguments.value(of: "--ttl") else { return usualLifetime }
        guard let lifetime = Duration(setting: text), lifetime >= .seconds(1) else {
            throw UsageError("--ttl takes a time of a second or more, such as 90s or 12h.")
        }
        return lifetime
    }
}
