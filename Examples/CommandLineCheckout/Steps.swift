import Foundation
import PayOnceClient
import Synchronization

/// The steps of the checkout, counted, so that a test can have the program die at each of them:
/// around whatever is stored, sent and shown.
final class Steps: Sendable {
    private let left: Mutex<Int?>

    init(dyingAfter count: Int?) { left = Mutex(count) }

    /// Dies as by a power cut where this is the last one.
    func step() {
        let isLast = left.withLock { left in
            left = left.map { $0 - 1 }
            return left == 0
        }
        if isLast { kill(getpid(), SIGKILL) }
    }
}

struct SteppingTransport: Transport {
    private let steps: Steps

    init(_ steps: Steps) { self.steps = steps }

    func send(
        _ call: HTTPCall,
        to service: URL,
        within timeout: Duration
    ) async throws(TransportFailure) -> HTTPReply {
        steps.step()
        let reply = try await URLSessionTransport().send(call, to: service, within: timeout)
        steps.step()
        return reply
    }
}

struct SteppingStore: CheckoutStore {
    private let file: CheckoutFile
    private let steps: Steps

    init(_ file: CheckoutFile, _ steps: Steps) {
        self.file = file
        self.steps = steps
    }

    func keep(_ record: CheckoutRecord) async throws {
        steps.step()
        try await file.keep(record)
        steps.step()
    }
}
