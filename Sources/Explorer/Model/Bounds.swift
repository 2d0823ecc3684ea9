/// How much of the world is explored.
public enum Bounds: String, CaseIterable, Sendable {
    /// In a second or two.
    case small
    /// Two crashes, two lost answers and a late send at once; pauses and odd answers apart.
    case standard
    /// All these faults at once.
    case large

    public var configurations: [Configuration] {
        RequestShape.allCases.flatMap { shape in
            mixtures(shape).map { Configuration(shape.rawValue, shape, $0) }
        }
    }

    private func mixtures(_ shape: RequestShape) -> [Faults] {
        switch self {
        case .small: [Faults(crashes: 1)]
        case .standard:
            [
                Faults(crashes: 2, lostAnswers: 2, lateSends: 1),
                // Late workers with answers at hand: replace, second call and recovery meet here.
                Faults(pauses: 1, lostAnswers: 1),
                Faults(pauses: 1, lateSends: 1),
                Faults(oddAnswers: 1),
            ]
        case .large:
            [Faults(crashes: 2, pauses: 1, lostAnswers: 2, lateSends: 1, oddAnswers: 1)]
        }
    }
}
