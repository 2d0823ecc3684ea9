/// The numbers of the objects on one page of a list, newest first.
struct Page {
    private(set) var numbers: [Int] = []
    private(set) var hasMore = false

    /// Objects are numbered in the order of their creation. `place` finds the object of a cursor.
    ///
    /// - Throws: a refusal of a cursor that stands for nothing.
    init<Object>(
        _ query: ListQuery,
        candidates: Range<Int>,
        created: (Int) -> Int64,
        place: (String) -> Object?,
        number: (Object) -> Int,
        kind: String,
        matches: (Int) -> Bool
    ) throws(StripeError) {
        let from = Page.first(in: candidates) { created($0) >= query.created.from }
        let end = Page.first(in: candidates) { created($0) > query.created.through }
        var range = from..<max(from, end)
        guard let cursor = query.cursor else {
            collect(range.reversed(), query.limit, matches)
            return
        }
        switch cursor {
        case .startingAfter(let id):
            let at = try Page.number(of: id, cursor, kind, place, number)
            range = range.clamped(to: candidates.lowerBound..<at)
            collect(range.reversed(), query.limit, matches)
        case .endingBefore(let id):
            let at = try Page.number(of: id, cursor, kind, place, number)
            range = range.clamped(to: at + 1..<max(at + 1, candidates.upperBound))
            collect(range, query.limit, matches)
            numbers.reverse()
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

    private static func number<Object>(
        of id: String,
        _ cursor: ListQuery.Cursor,
        _ kind: String,
        _ place: (String) -> Object?,
        _ number: (Object) -> Int
    ) throws(StripeError) -> Int {
        guard let object = place(id) else {
            throw .noSuchReference(kind, id, parameter: cursor.parameter)
        }
        return number(object)
    }

    /// The first number from which on a condition holds, by halving.
    private static func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
