import EventLoop
import Glibc

/// `bench-load closed|open|replay --port N …`: payments as the sample clients send them, each answer
/// checked. Prints one line of JSON, whole numbers only; exits with 1 where an answer was wrong or
/// missing.
@main
struct BenchLoad {
    static func main() async throws {
        Signals.ignore(SIGPIPE)
        guard let options = LoadOptions(Array(CommandLine.arguments.dropFirst())) else {
            print(LoadOptions.usage)
            exit(64)
        }
        let loop = try Loop.start(name: "load")
        let report = try await Task(executorPreference: loop) {
            try await run(options, on: loop)
        }.value
        print(report.json)
        exit(report.wrong == 0 ? 0 : 1)
    }

    private static func run(_ options: LoadOptions, on loop: Loop) async throws -> LoadReport {
        let generator = LoadGenerator(loop: loop, options: options)
        return switch options.mode {
        case .closed: try await generator.closedLoop()
        case .open: try await generator.openLoop()
        case .replay: try await generator.replays()
        }
    }
}
