import EventLoop
import Glibc
import HTTPServer

/// `bench-stripe [--port N] [--delay SECONDS]`: a Stripe that knows one answer, so that a benchmark
/// measures the service and not the simulator. Prints its port once it listens.
@main
struct BenchStripe {
    static func main() async throws {
        Signals.ignore(SIGPIPE)
        let arguments = CommandLine.arguments
        let port = UInt16(value(of: "--port", in: arguments) ?? "0")
        let delay = Double(value(of: "--delay", in: arguments) ?? "0")
        guard let port, let delay, delay >= 0 else {
            print("usage: bench-stripe [--port N] [--delay SECONDS]")
            exit(64)
        }
        let loop = try Loop.start(name: "stripe")
        let stub = StripeStub(loop: loop, delay: .seconds(delay))
        let server = try await Server.listen(on: .loopback(port: port), loop: loop) { request in
            await stub.answer(request)
        }
        print(server.port)
        // A pipe is buffered, and the script waits for the line.
        fflush(nil)
        loop.join()
    }

    private static func value(of flag: String, in arguments: [String]) -> String? {
        arguments.firstIndex(of: flag).flatMap { index in
            index + 1 < arguments.count ? arguments[index + 1] : ""
        }
    }
}
