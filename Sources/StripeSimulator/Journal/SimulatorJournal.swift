/// Where a simulator writes down what changed it, so that a later run can go on from there.
///
/// A line is one JSON object without line feeds. Called on the loop only, before the answer that
/// tells of the change leaves.
public protocol SimulatorJournal: Sendable {
    func append(_ line: [UInt8])

    /// Puts these lines in the place of all: either all of them are kept afterwards, or all of
    /// those before.
    func replaceAll(with lines: [[UInt8]])
}
