/// Liveness: from every state that was met, the fair run without faults comes to a good end,
/// whatever the world outside chooses. Goes through the runs depth first; the length of each is
/// remembered, and a run that meets itself would never end.
struct RecoveryCheck {
    private let system: any TransitionSystem
    private let table: StateTable
    /// Steps to the end by state number; 0 is not known yet, `underWay` is on the present path.
    private var lengths: [UInt16]
    private(set) var longest = 0
    private var successors: [Successor] = []

    private static let underWay = UInt16.max

    init(_ system: any TransitionSystem, _ table: StateTable) {
        self.system = system
        self.table = table
        lengths = Array(repeating: 0, count: table.count)
    }

    /// A state from which it does not end well.
    mutating func run() -> (index: Int, complaint: String)? {
        for index in 0..<table.count where lengths[index] == 0 {
            if let found = follow(from: index) { return found }
        }
        return nil
    }

    private struct Frame {
        let index: Int
        let next: [Int]
        var position = 0
        var longest: UInt16 = 0
    }

    private mutating func follow(from start: Int) -> (index: Int, complaint: String)? {
        var path: [Frame] = []
        switch frame(start) {
        case .failure(let end): return (start, end.complaint)
        case .success(let frame): path.append(frame)
        }
        while var top = path.popLast() {
            guard top.position < top.next.count else {
                lengths[top.index] = top.longest + 1
                longest = max(longest, Int(top.longest))
                continue
            }
            let next = top.next[top.position]
            if lengths[next] == RecoveryCheck.underWay {
                return (next, "recovery goes round in a circle")
            }
            if lengths[next] != 0 {
                top.longest = max(top.longest, lengths[next])
                top.position += 1
                path.append(top)
                continue
            }
            path.append(top)
            switch frame(next) {
            case .failure(let end): return (next, end.complaint)
            case .success(let frame): path.append(frame)
            }
        }
        return nil
    }

    private struct BadEnd: Error {
        let complaint: String
    }

    private mutating func frame(_ index: Int) -> Result<Frame, BadEnd> {
        lengths[index] = RecoveryCheck.underWay
        let state = table.states[index]
        successors.removeAll(keepingCapacity: true)
        system.appendRecovery(of: state, to: &successors)
        var next: [Int] = []
        for step in successors {
            guard let index = table.index(of: step.state) else {
                return .failure(BadEnd(complaint: "recovery leaves the explored space"))
            }
            next.append(index)
        }
        if next.isEmpty, let complaint = system.complaint(atEnd: state) {
            return .failure(BadEnd(complaint: complaint))
        }
        return .success(Frame(index: index, next: next))
    }
}
