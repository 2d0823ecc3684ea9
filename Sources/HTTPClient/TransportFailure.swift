/// Why there is no answer; and, what matters more, whether the request can have been executed.
///
/// The line is drawn by evidence, not by libcurl's error code: until libcurl has asked for the
/// permission to write the request (`CURLOPT_PREREQFUNCTION`) no byte of it has left. From then on
/// everything is unknown, whatever the code says.
public enum TransportFailure: Error, Sendable, Hashable {
    /// Proven: no byte of the request left this machine.
    case notSent(NotSentReason)
    /// The request may have been executed, wholly, and its answer lost.
    case outcomeUnknown(UnknownReason)
}
