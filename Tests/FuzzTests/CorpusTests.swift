import Foundation
import Fuzz
import Testing

/// Every input that was ever of interest goes through its target again.
@Suite struct CorpusTests {
    @Test("the corpus holds", arguments: FuzzTarget.allCases)
    func holds(target: FuzzTarget) throws {
        let inputs = try inputs(of: target)
        #expect(!inputs.isEmpty)
        for input in inputs { target.run(input) }
    }

    /// Cuts, doublings and foreign bytes in all of them: a little of what the fuzzer does for long.
    @Test("so do its damaged copies", arguments: FuzzTarget.allCases)
    func damagedCopiesHold(target: FuzzTarget) throws {
        for input in try inputs(of: target) {
            for place in 0..<min(input.count, 300) {
                let (before, after) = (Array(input[..<place]), Array(input[place...]))
                target.run(before)
                target.run(before + [0xFF] + after)
                target.run(before + after.dropFirst())
                target.run(input + after)
            }
        }
    }

    private func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fuzz/Corpus/\(target.rawValue)")
        return try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { Array(try Data(contentsOf: $0)) }
    }
}
