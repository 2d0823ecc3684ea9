import Explorer

/// `payonce explore`: every state of the model within the bounds.
enum ExploreCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, valued: ["--bound", "--without", "--shape"])
        try arguments.expectNoMore()
        let bounds = try bounds(arguments.value(of: "--bound"))
        let subjects = try subjects(
            within: bounds,
            shape: arguments.value(of: "--shape"),
            without: arguments.value(of: "--without")
        )
        var states = 0
        for subject in subjects {
            let found = explore(subject)
            states += found.states
            if let violation = found.violation {
                tell(violation)
                return 1
            }
            guard found.isComplete else {
                throw Failure("\(subject.name) has more states than fit into memory.")
            }
        }
        Console.say("\(states) states, no violation; from each of them recovery comes to its end.")
        return 0
    }

    /// A model that is explored.
    private struct Subject {
        let name: String
        let faults: Faults
        let system: any TransitionSystem
    }

    /// A rule that is taken out belongs to one of the models, and that one is explored.
    private static func subjects(
        within bounds: Bounds,
        shape: String?,
        without rule: String?
    ) throws(UsageError) -> [Subject] {
        let holdRule = rule.flatMap(HoldMutation.init)
        let mutation = holdRule == nil ? try mutation(rule) : nil
        let wanted = shape == holds ? nil : try Self.shape(shape)
        let payments = bounds.configurations.filter { wanted == nil || $0.shape == wanted }
            .map { configuration in
                let chosen = mutation.map(configuration.without) ?? configuration
                return Subject(
                    name: chosen.name,
                    faults: chosen.faults,
                    system: PaymentModel(chosen)
                )
            }
        let held = bounds.holds.map { configuration in
            let chosen = holdRule.map(configuration.without) ?? configuration
            return Subject(name: holds, faults: chosen.faults, system: HoldModel(chosen))
        }
        return (holdRule != nil || shape == holds ? [] : payments)
            + (mutation != nil || wanted != nil ? [] : held)
    }

    private static let holds = "holds"

    private static func explore(_ subject: Subject) -> Exploration {
        let clock = ContinuousClock()
        let start = clock.now
        var search = Search(subject.system)
        let found = search.run()
        Console.say(
            "\(subject.name), \(subject.faults): \(found.states) states, "
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
            let rules = Mutation.allCases.map(\.rawValue) + HoldMutation.allCases.map(\.rawValue)
            throw UsageError("--without is \(names(rules)).")
        }
        return mutation
    }

    private static func shape(_ word: String?) throws(UsageError) -> RequestShape? {
        guard let word else { return nil }
        guard let shape = RequestShape(rawValue: word) else {
            let shapes = RequestShape.allCases.map(\.rawValue) + [holds]
            throw UsageError("--shape is \(names(shapes)).")
        }
        return shape
    }

    private static func names(_ words: [String]) -> String {
        "one of " + words.joined(separator: ", ")
    }
}
