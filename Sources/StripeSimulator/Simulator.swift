public import EventLoop
public import HTTPServer

/// A stand-in for Stripe at a socket: `SimulatorEngine` behind an HTTP server.
public final class Simulator: Sendable {
    private let server: Server

    /// Starts to listen.
    ///
    /// - Throws: `SimulatorError` where the address is taken, or open to others without leave, or
    ///   where the journal cannot be gone on from.
    public static func listen(
        on address: ServerAddress,
        loop: Loop,
        options: SimulatorOptions
    ) async throws(SimulatorError) -> Simulator {
        guard options.allowsRemote || isLoopback(address.host) else {
            throw .notLoopback(address.host)
        }
        let desk = try desk(loop, options)
        do throws(SystemError) {
            let server = try await Server.listen(on: address, loop: loop) { request in
                await desk.response(to: request)
            }
            return Simulator(server: server)
        } catch {
            throw .system(error)
        }
    }

    private static func desk(
        _ loop: Loop,
        _ options: SimulatorOptions
    ) throws(SimulatorError) -> SimulatorDesk {
        do throws(JournalError) {
            return try SimulatorDesk(loop: loop, options: options)
        } catch {
            throw .journal(error)
        }
    }

    private init(server: Server) {
        self.server = server
    }

    public var address: ServerAddress { server.address }
    public var port: UInt16 { server.port }

    /// Stops at once, as a process that is killed would.
    public func close() async {
        await server.close()
    }

    private static func isLoopback(_ host: String) -> Bool {
        host.hasPrefix("127.") || host == "::1"
    }
}
