/// Something that a search can explore: where it begins, and what can happen next.
public protocol TransitionSystem {
    var initial: [PackedState] { get }
    /// Appends each next state, in an order that depends on nothing else.
    func appendSuccessors(of state: PackedState, to list: inout [Successor])
    /// What must hold and does not, in this very state.
    func violation(in state: PackedState) -> String?
    /// The steps of one fair run without faults, with all choices of the world outside; none where
    /// the run has come to its end.
    func appendRecovery(of state: PackedState, to list: inout [Successor])
    /// Why this state is no good end of such a run; `nil` where it is one.
    func complaint(atEnd state: PackedState) -> String?
    func describe(_ state: PackedState) -> String
}

/// What can happen next.
public struct Successor {
    let state: PackedState
    let label: StepLabel
    /// What the step itself breaks.
    let violation: String?

    init(_ state: PackedState, _ label: StepLabel, violation: String? = nil) {
        self.state = state
        self.label = label
        self.violation = violation
    }
}

/// The name of a step: constant words and who takes it, put together only where a trace is told.
struct StepLabel: Hashable, Sendable, CustomStringConvertible {
    let words: StaticString
    let actor: UInt8?
    let payment: UInt8?

    init(_ words: StaticString, by actor: Int? = nil, payment: Int? = nil) {
        self.words = words
        self.actor = actor.map(UInt8.init)
        self.payment = payment.map(UInt8.init)
    }

    static func == (left: StepLabel, right: StepLabel) -> Bool {
        left.description == right.description
    }

    func hash(into hasher: inout Hasher) { hasher.combine(description) }

    var description: String {
        let who = actor.map { $0 == 2 ? "recoverer: " : "worker \($0 + 1): " } ?? ""
        let what = payment.map { " (attempt \($0 + 1))" } ?? ""
        return "\(who)\(words)\(what)"
    }
}
