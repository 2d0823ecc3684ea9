import Foundation
import Synchronization
import TestKit

/// What the services wrote, of all their lives, and what is wrong about it.
final class ServiceLog: Sendable {
    private let path: String
    private let state = Mutex<State>(State())

    private struct State {
        var lives = 0
        var violations: [String] = []
    }

    /// What never stands in a log.
    private static let secrets =
        ["_secret_", "sk_test_system", "4242424242424242", "cvctok_"]
        + [SignedIn.secret, ShopServer.secret]
    private static let mostViolations = 20

    init(path: String) {
        self.path = path
    }

    /// How many processes have ended.
    var lives: Int { state.withLock(\.lives) }
    var violations: [String] { state.withLock(\.violations) }

    /// A service has ended; by itself none should.
    func ended(_ process: ServiceProcess, byUs: Bool) {
        let output = process.child.output
        var found = ServiceLog.secrets.filter(output.contains).map { "a log holds \($0)" }
        if output.contains("Fatal error") { found.append("a service crashed") }
        if !byUs {
            found.append("a service ended by itself: \(process.child.exitStatus ?? 0)")
        }
        state.withLock { state in
            state.lives += 1
            state.violations += found
        }
        note(output)
    }

    func note(_ output: String) {
        guard !output.isEmpty else { return }
        do {
            if !FileManager.default.fileExists(atPath: path) {
                try Data().write(to: URL(fileURLWithPath: path))
            }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(output.utf8))
            try file.close()
        } catch {
            complain("The services' log cannot be written: \(error)")
        }
    }
}
