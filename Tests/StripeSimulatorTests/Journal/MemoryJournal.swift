import StripeSimulator
import Synchronization

/// A journal that a test can read, and cut as a crash would.
final class MemoryJournal: SimulatorJournal {
    private let kept = Mutex<[[UInt8]]>([])

    init(_ lines: [[UInt8]] = []) {
        kept.withLock { $0 = lines }
    }

    var lines: [[UInt8]] { kept.withLock { $0 } }

    func append(_ line: [UInt8]) {
        kept.withLock { $0.append(line) }
    }

    func replaceAll(with lines: [[UInt8]]) {
        kept.withLock { $0 = lines }
    }
}
