import EventLoop
import Foundation
import HTTPServer
import StripeSimulator

/// `payonce simulator`: the stand-in for Stripe.
enum SimulatorCommand {
    static let address = "127.0.0.1:12111"

    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(
            words,
            valued: ["--listen", "--state"],
            bare: ["--allow-remote"]
        )
        try arguments.expectNoMore()
        let text = arguments.value(of: "--listen") ?? address
        guard let listen = ListenAddress(text) else {
            throw UsageError("--listen takes an address and a port, as \(address).")
        }
        let allowsRemote = arguments.has("--allow-remote")
        let state = arguments.value(of: "--state").map { URL(fileURLWithPath: $0) }
        let simulator = try await Work.onLoop { loop throws(Failure) in
            try await start(on: listen, loop: loop, state: state, allowsRemote: allowsRemote)
        }
        Console.say("The Stripe simulator listens on http://\(simulator.address)")
        await StopSignal().wait()
        await simulator.close()
        return 0
    }

    /// Starts a simulator that goes on from what an earlier run left in the folder `state`, and
    /// leaves its own there; `nil` where it is forgotten at the end.
    ///
    /// - Throws: `Failure` with what to do about it.
    static func start(
        on listen: ListenAddress,
        loop: Loop,
        state: URL? = nil,
        allowsRemote: Bool = false
    ) async throws(Failure) -> Simulator {
        var options = SimulatorOptions(
            seed: UInt64.random(in: 0...UInt64.max),
            allowsRemote: allowsRemote,
            wallClock: { Int64(Date().timeIntervalSince1970) }
        )
        if let state {
            let journal = try JournalFile(in: state)
            options.journal = journal
            options.history = journal.history
        }
        do throws(SimulatorError) {
            let address = ServerAddress(host: listen.host, port: listen.port)
            return try await Simulator.listen(on: address, loop: loop, options: options)
        } catch .journal(let error) {
            throw Failure(
                "The state in \(state?.path ?? "") cannot be used: \(error). Remove the folder to "
                    + "begin anew."
            )
        } catch {
            throw Failure(
                "The simulator cannot listen on \(listen): \(error). Try another --listen."
            )
        }
    }
}
