/// What a service does at its checkpoints, as settings.
enum Checkpoint {
    private static let setting = "PAYONCE_CHECKPOINT"

    /// `die:MOMENT`, `sleep:MOMENT`, or `tell`: a life in which nothing happens, whose moments are
    /// those at which others are to die. On a busy machine a short lease could end within it, and
    /// moments would be told that nobody else ever comes to.
    static func settings(_ deed: String) -> [String: String] {
        deed == "tell" ? [setting: deed, "PAYONCE_LEASE": "20s"] : [setting: deed]
    }
}
