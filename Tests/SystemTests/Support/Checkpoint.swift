/// What a service does at its checkpoints, as settings.
enum Checkpoint {
    private static let setting = "PAYONCE_CHECKPOINT"

    /// `die:MOMENT`, `sleep:MOMENT`, or `tell`: a life in which nothing happens, whose moments are
    /// those at which others are to die. On a busy machine a short lease could end within it, and
    /// moments would be told that nobody else ever comes to.
    static func settings(_ deed: String) -> [String: String] {
        deed == "tell" ? [setting: deed, "PAYONCE_LEASE": "20s"] : [setting: deed]
    }

    /// A service lives on that was to die at this moment. Where the machine stood still for longer
    /// than its lease, it went another way, on which the moment need not lie.
    struct Missed: Error, CustomStringConvertible {
        let moment: String

        var description: String { "a service never came to \(moment)" }
    }
}
