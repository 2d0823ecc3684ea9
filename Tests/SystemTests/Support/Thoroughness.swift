import Foundation

/// How much of the long walks is run: a part in `scripts/test`, all of it in `scripts/torture`.
enum Thoroughness {
    static let isWhole = ProcessInfo.processInfo.environment["PAYONCE_TEST_WHOLE"] != nil
}
