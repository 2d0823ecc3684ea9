/// A request that changed something, with all that it takes to execute it again: the same answer,
/// with the same ids and times.
struct JournalEntry {
    let moment: Moment
    let request: SimulatorRequest
    /// The fault, where it is part of what a key remembers.
    var fault: FaultKind?
    /// The id of the object that the answer showed.
    var subject: String?
    /// The ids of other objects that it made or changed, and that later requests may name.
    var touched: [String] = []

    /// All the objects that would not be what they are without it.
    var subjects: [String] { (subject.map { [$0] } ?? []) + touched }

    /// The ids that the request names, and some words that only look like ids.
    var mentions: [Substring] {
        let body = String(decoding: request.body, as: UTF8.self)
        return [request.path, body].flatMap { text in
            text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { $0.contains("_") }
        }
    }
}
