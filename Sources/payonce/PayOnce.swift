import EventLoop
import Foundation

/// The program: one subcommand a run. The first line of every trouble is on standard error, and the
/// exit code says what kind it is: 1 the answer is "no", 2 it could not run, 64 it was called
/// wrongly.
@main
struct PayOnce {
    static func main() async {
        Signals.ignore(SIGPIPE)
        exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ words: [String]) async -> Int32 {
        guard let name = words.first, name != "--help", name != "help" else {
            Console.say(Help.all)
            return words.isEmpty ? 64 : 0
        }
        guard let command = Commands.all[name] else {
            Console.complain("\(name) is not a command. `payonce --help` lists them all.")
            return 64
        }
        let rest = Array(words.dropFirst())
        if rest.contains("--help") {
            Console.say(Help.text(of: name))
            return 0
        }
        do {
            return try await command(rest)
        } catch let error as UsageError {
            Console.complain("\(error.message) `payonce \(name) --help` says more.")
            return 64
        } catch let error as Failure {
            Console.complain(error.message)
            return 2
        } catch {
            Console.complain("\(error)")
            return 2
        }
    }
}
