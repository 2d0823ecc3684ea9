import EventLoop
import HTTPServer

/// Carries requests to the engine and answers back, how and when the engine says.
final class SimulatorDesk: @unchecked Sendable {
    // Safe to share: the engine is touched on the loop only, which each call checks.
    private let loop: Loop
    private let engine: SimulatorEngine

    /// How long a request is left without an answer: longer than any client waits. The connection
    /// closes then, so that campaigns do not pile up what nobody waits for.
    private static let patience = Duration.seconds(3600)

    init(loop: Loop, options: SimulatorOptions) throws(JournalError) {
        self.loop = loop
        guard let journal = options.journal else {
            engine = SimulatorEngine(seed: options.seed, wallClock: options.wallClock)
            return
        }
        engine = try SimulatorEngine(
            seed: options.seed,
            wallClock: options.wallClock,
            journal: journal,
            history: options.history
        )
    }

    func response(to request: HTTPRequest) async -> HTTPResponse {
        loop.preconditionIsCurrent()
        let answer = engine.handle(SimulatorRequest(request))
        if answer.delivery == .never { await wait(for: SimulatorDesk.patience) }
        if answer.delay > .zero { await wait(for: answer.delay) }
        if let execution = answer.execution { engine.finish(execution) }
        return HTTPResponse(answer)
    }

    private func wait(for delay: Duration) async {
        do {
            try await loop.sleep(for: delay)
        } catch {
            // Canceled: whoever stops the simulator does not wait for slow answers.
        }
        loop.preconditionIsCurrent()
    }
}
