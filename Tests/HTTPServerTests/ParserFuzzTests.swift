import Testing

@testable import HTTPServer

/// Random damage to real requests. The parser must neither trap nor stand still, must say the same
/// however the bytes are cut, and must never let a request through whose framing is in doubt.
@Suite struct ParserFuzzTests {
    @Test(arguments: 0..<8)
    func damagedRequestsNeitherTrapNorDependOnTheCut(part: Int) {
        var random = SeededRandom(seed: UInt64(part) &* 0x9e37_79b9 &+ 1)
        let corpus = (RefusedRequests.all + AcceptedRequests.all).map(\.bytes)
            .filter { $0.count < 400 }
        for round in 0..<12_500 {
            let bytes = damaged(corpus, using: &random)
            let whole = outcome(of: [bytes[...]])
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let isSame = outcome(of: [bytes[..<cut], bytes[cut...]]) == whole
            let isSound = whole.first.map { FramingOracle.agrees(with: $0, about: bytes) } ?? true
            if !isSound { Issue.record("round \(round): \(whole) must not come from \(bytes)") }
            if !isSame { Issue.record("round \(round): the cut at \(cut) matters for \(bytes)") }
        }
    }

    private func damaged(_ corpus: [[UInt8]], using random: inout SeededRandom) -> [UInt8] {
        var bytes = corpus[Int.random(in: 0..<corpus.count, using: &random)]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let end = Int.random(in: index...min(bytes.count, index + 8), using: &random)
            switch UInt8.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(index..<end)
            case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
            case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
            case 3: bytes.insert(contentsOf: telling.randomElement(using: &random) ?? [], at: index)
            default:
                let other = corpus[Int.random(in: 0..<corpus.count, using: &random)]
                bytes.replaceSubrange(index..., with: other.suffix(from: min(index, other.count)))
            }
        }
        return bytes
    }

    private let telling: [[UInt8]] = [
        "\r\n", "\n", "\r", " ", "\t", ":", ",", "\u{0}", "\r\n ", "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "HTTP/1.1", "Expect: 100-continue\r\n",
        "99999999999999999999",
    ].map { Array($0.utf8) }
}
