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
            valued: ["--listen"],
            bare: ["--allow-remote"]
        )
        try arguments.expectNoMore()
        let text = arguments.value(of: "--listen") ?? address
        guard let listen = ListenAddress(text) else {
            throw UsageError("--listen takes an address and a port, as \(address).")
        }
        let allowsRemote = arguments.has("--allow-remote")
        let simulator = try await Work.onLoop { loop throws(Failure) in
            try await start(on: listen, loop: loop, allowsRemote: allowsRemote)
        }
        Console.say("The Stripe simulator listens on http://\(simulator.address)")
        await StopSignal().wait()
        await simulator.close()
        return 0
    }

    static func start(
        on listen: ListenAddress,
        loop: Loop,
        allowsRemote: Bool
    ) async throws(Failure) -> Simulator {
        do throws(SimulatorError) {
            return try await Simulator.listen(
                on: ServerAddress(host: listen.host, port: listen.port),
                loop: loop,
                options: SimulatorOptions(
                    seed: UInt64.random(in: 0...UInt64.max),
                    allowsRemote: allowsRemote,
                    wallClock: { Int64(Date().timeIntervalSince1970) }
                )
            )
        } catch {
            throw Failure(
                "The simulator cannot listen on \(listen): \(error). Try another --listen."
            )
        }
    }
}
