import EventLoop
import Foundation
import Payments
import Telemetry

/// `payonce payments resolve`: a person ends a payment. 0: it is as was asked; 1: it was left as it
/// is, and why.
enum ResolveCommand {
    /// How long the answer is waited for: what a list of a busy day takes, and a refund.
    private static let patience: Duration = .seconds(300)
    /// What was begun may take as long to come to an end.
    private static let repeatPause: Duration = .seconds(2)

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let request = try request(arguments)
        let settings = try Environment.reader().settings()
        return try await Work.onLoop { loop throws(Failure) in
            let logger = Logger(minimum: settings.logLevel, sink: .standardError)
            let foundation = try await Service.Foundation.start(
                settings,
                on: loop,
                logger: logger
            )
            let refunds = try Service.refunds(settings, foundation)
            let payments = try await Service.startPayments(
                settings,
                foundation,
                refunding: refunds
            )
            let answer = await answer(to: request, payments, on: loop)
            await payments.stop(within: .seconds(1))
            await refunds.stop()
            await foundation.stop()
            return tell(answer)
        }
    }

    /// Asks again while what was begun goes on: each time it says what is so by then.
    private static func answer(
        to request: ResolveRequest,
        _ payments: PaymentService,
        on loop: Loop
    ) async -> ResolveAnswer {
        let deadline = Loop.now + patience
        while true {
            let answer = await payments.resolve(request, until: deadline)
            guard case .underWay = answer, Loop.now + repeatPause < deadline else { return answer }
            await loop.rest(for: repeatPause)
        }
    }

    private static func tell(_ answer: ResolveAnswer) -> Int32 {
        switch answer {
        case .resolved(let view, let wasSo):
            Console.say(PaymentText.line(view) + (wasSo ? " (it was so already)" : ""))
            return 0
        case .underWay(let view):
            Console.say(PaymentText.line(view))
            Console.complain("It goes on behind this; say it again to see what came of it.")
            return 1
        case .refused(let why, let view):
            if let view { Console.say(PaymentText.line(view)) }
            Console.complain(why.sentence)
            return why == .unavailable ? 2 : 1
        }
    }

    // MARK: The words

    private static func request(_ arguments: Arguments) throws(UsageError) -> ResolveRequest {
        guard let id = PaymentID(arguments.rest[1]) else {
            throw UsageError("\(arguments.rest[1]) is not a payment's id.")
        }
        guard let action = ResolveAction(rawValue: arguments.rest[2]) else {
            throw UsageError("The action is adopt, refund or close.")
        }
        guard let reason = arguments.value(of: "--reason").flatMap(ResolveReason.init) else {
            throw UsageError(
                "--reason says why, in one line of at most \(ResolveReason.mostBytes) bytes."
            )
        }
        guard let who = Operator(NSUserName()) else {
            throw UsageError("It has to be known who says so: run it as a user with a name.")
        }
        let intent = arguments.value(of: "--intent").map { PaymentIntentID($0) }
        if let intent, intent == nil { throw UsageError("--intent takes a pi_….") }
        return ResolveRequest(
            payment: id,
            action: action,
            reason: reason,
            who: who,
            intent: intent ?? nil
        )
    }
}
