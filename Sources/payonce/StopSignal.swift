import Dispatch
import EventLoop
import Glibc

/// Ctrl-C, or the service manager's wish that we stop. A second one, while we do, ends the process
/// at once; that holds for as long as the value lives.
final class StopSignal {
    private let sources: [any DispatchSourceSignal]
    private let arrivals: AsyncStream<Void>

    init() {
        let numbers = [SIGINT, SIGTERM]
        for number in numbers { Signals.ignore(number) }
        let sources = numbers.map { number in
            DispatchSource.makeSignalSource(signal: number, queue: .main)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        arrivals = stream
        self.sources = sources
        for source in sources {
            source.setEventHandler {
                if case .terminated = continuation.yield() { exit(130) }
                // The stream lives as long as this does, so it is ended here: the next yield tells.
                continuation.finish()
            }
            source.resume()
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Waits for the first one.
    func wait() async {
        for await _ in arrivals { return }
    }
}
