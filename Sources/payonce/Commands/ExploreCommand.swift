import Explorer

/// `payonce explore`: every state of the model within the bounds.
enum ExploreCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--bound", "--without", "--shape"])
        try arguments.expectNoMore()
        let bounds = try bounds(arguments.value(of: "--bound"))
        let mutation = try mutation(arguments.value(of: "--without"))
        let shape = try shape(arguments.value(of: "--shape"))
        var states = 0
        for configuration in bounds.configurations
        where shape == nil || configuration.shape == shape {
            let chosen = mutation.map(configuration.without) ?? configuration
            let found = explore(chosen)
            states += found.states
            if let violation = found.violation {
                tell(violation)
                return 1
            }
            guard found.isComplete else {
                throw Failure("\(chosen.name) has more states than fit into memory.")
            }
        }
        Console.say("\(states) states, no violation; from each of them recovery comes to its end.")
        return 0
    }

    private static func explore(_ configuration: Configuration) -> Exploration {
        let clock = ContinuousClock()
        let start = clock.now
        var search = Search(PaymentModel(configuration))
        let found = search.run()
        Console.say(
            "\(configuration.name), \(configuration.faults): \(found.states) states, "
                + "\(found.transitions) transitions, "
                + "depth \(found.depth), longest recovery \(found.longestRecovery) steps, "
                + "\((clock.now - start).components.seconds) s"
        )
        return found
    }

    private static func tell(_ violation: Violation) {
        Console.say("violation: \(violation.what)")
        for (number, step) in zip(1..., violation.steps) { Console.say("\(number). \(step)") }
        Console.say(violation.end)
    }

    // MARK: Words

    private static func bounds(_ word: String?) throws(UsageError) -> Bounds {
        guard let word else { return .standard }
        guard let bounds = Bounds(rawValue: word) else {
            throw UsageError("--bound is \(names(Bounds.allCases.map(\.rawValue))).")
        }
        return bounds
    }

    private static func mutation(_ word: String?) throws(UsageError) -> Mutation? {
        guard let word else { return nil }
        guard let mutation = Mutation(rawValue: word) else {
            throw UsageError("--without is \(names(Mutation.allCases.map(\.rawValue))).")
        }
        return mutation
    }

    private static func shape(_ word: String?) throws(UsageError) -> RequestShape? {
        guard let word else { return nil }
        guard let shape = RequestShape(rawValue: word) else {
            throw UsageError("--shape is \(names(RequestShape.allCases.map(\.rawValue))).")
        }
        return shape
    }

    private static func names(_ words: [String]) -> String {
        "one of " + words.joined(separator: ", ")
    }
}
