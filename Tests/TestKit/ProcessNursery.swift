import Foundation
import Glibc

/// Starts the programs of the tests, from one thread that never ends.
///
/// The kernel kills a child with PR_SET_PDEATHSIG when the *thread* that made it is gone, so that a
/// child made by a thread of a pool would die with that thread, at any time.
final class ProcessNursery: @unchecked Sendable {
    static let shared = ProcessNursery()

    private let condition = NSCondition()
    private var wishes: [() -> Void] = []

    private init() {
        let thread = Thread { [self] in work() }
        thread.name = "process-nursery"
        thread.start()
    }

    /// Starts a program that dies with this process; its output goes to the file `output`.
    func spawn(
        _ words: [String],
        environment: [String: String],
        output: String
    ) async throws -> pid_t {
        try await withCheckedThrowingContinuation { continuation in
            add {
                continuation.resume(
                    with: Result {
                        try ProcessNursery.spawnHere(words, environment, output)
                    }
                )
            }
        }
    }

    private func add(_ wish: @escaping () -> Void) {
        condition.withLock { wishes.append(wish) }
        condition.signal()
    }

    private func work() {
        while true {
            condition.lock()
            while wishes.isEmpty { condition.wait() }
            let wish = wishes.removeFirst()
            condition.unlock()
            wish()
        }
    }

    private static func spawnHere(
        _ words: [String],
        _ environment: [String: String],
        _ output: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A mask of the thread must not hide SIGTERM from the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let all = ["setpriv", "--pdeathsig", "KILL", "--"] + words
        let arguments = all.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(
            &process,
            "setpriv",
            &actions,
            &attributes,
            arguments + [nil],
            variables + [nil]
        )
        guard code == 0 else { throw ProcessFailure.notStarted(words[0], code) }
        return process
    }
}

/// Why a program of the tests does not do what it should.
public enum ProcessFailure: Error {
    case notStarted(String, Int32)
    case ended(program: String, status: Int32, output: String)
    case silent(program: String, output: String)
    case noFreePort
}
