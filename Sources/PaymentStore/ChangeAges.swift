/// What a change returns of the row that it wrote.
struct ChangeAges: Sendable {
    let ownerIsLive: Bool
    let operationNumber: Int
    let operation: Duration
    let claim: Duration
    let asked: Duration
    let change: Duration
}
