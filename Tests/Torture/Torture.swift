import Foundation
import TestKit

/// `scripts/torture`: real processes, a real database, and everything that can be done to them
/// while customers pay. Exit code 0: nothing was found; 1: something was, and the evidence is kept.
@main
struct Torture {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            exit(try await run(options) ? 0 : 1)
        } catch let error as UsageError {
            complain(error.message + "\n" + Options.usage)
            exit(64)
        } catch {
            complain("The torture could not be run: \(error)")
            exit(2)
        }
    }

    private static func run(_ options: Options) async throws -> Bool {
        say("seed \(options.seed)")
        let site = try await Site.open(options)
        let record = try await Campaign(site, options).run()
        let verdict = try await Verdict.on(record, site)
        say(try await Report(record, verdict, site).text())
        await site.close(keeping: options.isKept || !verdict.isClean, record, verdict)
        return verdict.isClean
    }
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
