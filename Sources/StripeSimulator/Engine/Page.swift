/// The numbers of the objects on one page of a list, newest first.
struct Page {
    private(set) var numbers: [Int] = []
    private(set) var hasMore = false

    /// Objects are numbered in the order of their creation, and candidates are in that order too.
    /// `cursorNumber` is that of the object that the query's cursor names.
    init<Candidates: RandomAccessCollection<Int>>(
        _ query: ListQuery,
        candidates: Candidates,
        cursorNumber: Int?,
        created: (Int) -> Int64,
        matches: (Int) -> Bool = { _ in true }
    ) where Candidates.Index == Int {
        var after = Int.min
        var before = Int.max
        switch query.cursor {
        case nil: break
        case .startingAfter: before = cursorNumber ?? before
        case .endingBefore: after = cursorNumber ?? after
        }
        let start = Page.first(in: candidates) { $0 > after && created($0) >= query.created.from }
        let end = Page.first(in: candidates) {
            $0 >= before || created($0) > query.created.through
        }
        let range = candidates[start..<max(start, end)]
        if case .endingBefore = query.cursor {
            collect(range, query.limit, matches)
            numbers.reverse()
        } else {
            collect(range.reversed(), query.limit, matches)
        }
    }

    private mutating func collect(
        _ range: some Sequence<Int>,
        _ limit: Int,
        _ matches: (Int) -> Bool
    ) {
        for number in range where matches(number) {
            guard numbers.count < limit else {
                hasMore = true
                return
            }
            numbers.append(number)
        }
    }

    /// The first place from which on a condition holds, by halving.
    private static func first<Candidates: RandomAccessCollection<Int>>(
        in candidates: Candidates,
        where holds: (Int) -> Bool
    ) -> Int where Candidates.Index == Int {
        var low = candidates.startIndex
        var high = candidates.endIndex
        while low < high {
            let middle = (low + high) / 2
            if holds(candidates[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
