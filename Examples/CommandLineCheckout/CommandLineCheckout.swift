import Foundation
import PayOnceClient

/// A checkout in the terminal, against `scripts/dev`: makes a payment method from a card number as
/// an app's SDK does, pays, takes the challenge, and says how it ended. Kill it wherever you like
/// and start it again: it goes on, and the card is charged once.
@main
struct CommandLineCheckout {
    static func main() async {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            exit(try await run(options))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(64)
        }
    }

    /// 0: paid. 1: ended without money. 2: not known yet; start it again.
    private static func run(_ options: Options) async throws -> Int32 {
        let steps = Steps(dyingAfter: options.dieAfter)
        let service = PayOnceService(
            url: options.service,
            patience: Patience(total: .seconds(options.patienceSeconds)),
            transport: SteppingTransport(steps),
            log: { line in print("  \(line)") }
        )
        let file = CheckoutFile(options.file)
        let store = SteppingStore(file, steps)
        let record: CheckoutRecord
        if let kept = try file.read() {
            record = kept
        } else {
            record = CheckoutRecord(Purchase(items: [.init(id: options.item)]))
            try await store.keep(record)
        }
        let stripe = Stripe(at: options.stripe)
        let checkout = Checkout(
            record,
            at: service,
            store: store,
            challenges: TerminalChallenge(stripe, answer: options.challenge, steps)
        )
        if let outcome = await checkout.resume(isTap: true) { return tell(outcome) }
        let key = try await service.publishableKey()
        let method = try await stripe.paymentMethod(options.card, publishableKey: key)
        return tell(await checkout.pay(paymentMethodId: method))
    }

    private static func tell(_ outcome: Outcome) -> Int32 {
        switch outcome {
        case .paid(let receipt):
            let amount = "\(receipt.amount ?? 0) \(receipt.currency ?? "")"
            print("paid: \(amount), \(receipt.paymentId ?? "")")
            return 0
        case .stillChecking:
            print("still checking: \(outcome.sentence ?? "")")
            return 2
        case .declined, .expired, .canceled, .refused:
            print("not paid: \(outcome.sentence ?? "")")
            return 1
        }
    }
}

/// What was typed.
struct Options {
    var service: URL
    /// Of the simulator, where the cards and the challenges are.
    var stripe: URL
    var card = "4242424242424242"
    var item = "photo_subscription"
    var file = URL(fileURLWithPath: "checkout.json")
    var challenge: ChallengeAnswer?
    var patienceSeconds = 120
    var dieAfter: Int?

    static let usage = """
        usage: checkout [--card NUMBER] [--item ID] [--challenge complete|fail|cancel]
                        [--service URL] [--stripe URL] [--file PATH] [--patience SECONDS]
                        [--die-after STEPS]
        """

    init(_ words: [String]) throws {
        service = try Options.url("http://127.0.0.1:4242")
        stripe = try Options.url("http://127.0.0.1:12111")
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw WrongUsage(about: name) }
            switch name {
            case "--service": service = try Options.url(value)
            case "--stripe": stripe = try Options.url(value)
            case "--card": card = value
            case "--item": item = value
            case "--file": file = URL(fileURLWithPath: value)
            case "--challenge": challenge = try Options.read(name, ChallengeAnswer(rawValue: value))
            case "--patience": patienceSeconds = try Options.read(name, Int(value))
            case "--die-after": dieAfter = try Options.read(name, Int(value))
            default: throw WrongUsage(about: name)
            }
        }
    }

    private static func url(_ text: String) throws -> URL {
        try read(text, URL(string: text))
    }

    private static func read<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw WrongUsage(about: name) }
        return value
    }
}

struct WrongUsage: Error, CustomStringConvertible {
    let about: String
    var description: String { "\(about) is not understood.\n\(Options.usage)" }
}
