/// When an approved payment's money moves.
enum CaptureMethod: String, CaseIterable {
    case automatic
    case automaticAsync = "automatic_async"
    case manual
}
