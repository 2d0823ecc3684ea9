/// What the reading of parameters needs beside them.
struct ValidationContext {
    /// A probed sandbox of 2026 did not enforce the minimum at create; others do.
    let enforcesMinimumAmount: Bool
    /// The version of the API that the request names.
    var version: String?
}
