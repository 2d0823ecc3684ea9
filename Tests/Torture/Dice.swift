/// Draws that come again with their seed: SplitMix64, https://prng.di.unimi.it/splitmix64.c.
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The draws of one purpose; `stream` tells one from another.
    init(seed: UInt64, stream: UInt64) {
        state = seed
        state = next() ^ (stream &* 0xd1b5_4a32_d192_ed03)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Dice of their own for somebody who rolls at the same time.
    mutating func split() -> Dice { Dice(seed: next(), stream: 0) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func duration(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &self))
    }
}
