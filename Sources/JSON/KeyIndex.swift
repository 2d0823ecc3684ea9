/// Finds a key among the members that were read before it.
///
/// Small objects are walked; for large ones a hash table is kept, so that a body of ten thousand
/// keys costs ten thousand look-ups and not fifty million comparisons.
struct KeyIndex {
    private var places: [ExactKey: Int] = [:]
    /// A bit for each look that a key had so far; most keys are new by it.
    private var looks: UInt64 = 0

    /// Up to here a walk is cheaper than hashing; the largest of Stripe's objects has 50 keys.
    private static let walkedMembers = 64

    mutating func place(of key: String, in object: JSONObject) -> Int? {
        let look = KeyIndex.look(of: key)
        defer { looks |= look }
        guard looks & look != 0 else { return nil }
        let members = object.members
        guard members.count > KeyIndex.walkedMembers else {
            return members.firstIndex { $0.key.isExactly(key) }
        }
        for place in places.count..<members.count {
            places[ExactKey(text: members[place].key)] = place
        }
        return places[ExactKey(text: key)]
    }

    /// One of 64 bits, from the length and three letters.
    private static func look(of key: String) -> UInt64 {
        let letters = key.utf8.span
        guard !letters.isEmpty else { return 1 }
        let first = Int(letters[0])
        let middle = Int(letters[letters.count / 2])
        let last = Int(letters[letters.count - 1])
        return 1 << UInt64((letters.count + 7 * first + 31 * middle + 13 * last) % 64)
    }
}

private struct ExactKey: Hashable {
    let text: String

    // Strings of the same code points have the same hash; the reverse need not hold.
    static func == (left: ExactKey, right: ExactKey) -> Bool { left.text.isExactly(right.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// Whether the code points are the same, as RFC 8259 section 8.3 wants. The counts decide in
    /// most cases.
    func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
