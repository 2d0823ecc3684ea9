import Foundation
import StripeSimulator
import Synchronization

/// A simulator's journal as a file, one line an entry.
///
/// Lines go to the kernel before the answers that tell of them, so that a process that is killed
/// loses nothing; a machine that loses power may lose the last ones, since nothing waits for the
/// disk.
final class JournalFile: SimulatorJournal {
    /// The lines that were there when it was opened, oldest first.
    let history: [[UInt8]]
    private let file: URL
    /// Held as long as this lives: two simulators at one file would mix their accounts.
    private let lock: FileHandle
    /// `nil` once a line could not be written: a journal with a hole tells lies.
    private let end: Mutex<FileHandle?>

    /// Opens the journal in a folder, which is made where it is not there. A last line that is not
    /// whole is cut off: its answer never left.
    init(in folder: URL) throws(Failure) {
        try Folder.make(folder)
        file = folder.appendingPathComponent("journal.jsonl")
        lock = try JournalFile.lock(folder)
        do {
            let handle = try JournalFile.opened(file)
            let bytes = try handle.readToEnd() ?? Data()
            let whole = bytes.lastIndex(of: JournalFile.lineFeed).map { $0 + 1 } ?? 0
            try handle.truncate(atOffset: UInt64(whole))
            history = bytes[..<whole].split(separator: JournalFile.lineFeed).map { Array($0) }
            end = Mutex(handle)
        } catch {
            throw Failure("\(file.path) cannot be opened: \(error.localizedDescription)")
        }
    }

    func append(_ line: [UInt8]) {
        end.withLock { end in
            do {
                try end?.write(contentsOf: Data(line + [JournalFile.lineFeed]))
            } catch {
                giveUp(&end, error)
            }
        }
    }

    func replaceAll(with lines: [[UInt8]]) {
        end.withLock { end in
            guard end != nil else { return }
            do {
                let bytes = lines.reduce(into: Data()) { $0 += $1 + [JournalFile.lineFeed] }
                try bytes.write(to: file, options: .atomic)
                end = try JournalFile.opened(file)
                try end?.seekToEnd()
            } catch {
                giveUp(&end, error)
            }
        }
    }

    private func giveUp(_ end: inout FileHandle?, _ error: any Error) {
        end = nil
        Console.complain(
            "\(file.path) cannot be written: \(error.localizedDescription). What happens from here "
                + "on will be forgotten when the simulator stops."
        )
    }

    private static let lineFeed = UInt8(ascii: "\n")

    private static func opened(_ file: URL) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: file.path) {
            try Data().write(to: file)
        }
        return try FileHandle(forUpdating: file)
    }

    private static func lock(_ folder: URL) throws(Failure) -> FileHandle {
        let lock: FileHandle
        do {
            lock = try opened(folder.appendingPathComponent("lock"))
        } catch {
            throw Failure("\(folder.path) cannot be locked: \(error.localizedDescription)")
        }
        guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure("Another simulator keeps its state in \(folder.path).")
        }
        return lock
    }
}
