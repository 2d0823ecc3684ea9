/// Refusals of parameters.
extension StripeError {
    static func missing(_ name: String) -> StripeError {
        StripeError(code: "parameter_missing", "Missing required param: \(name).", parameter: name)
    }

    static func unknown(_ names: [String]) -> StripeError {
        let noun = names.count == 1 ? "parameter" : "parameters"
        return StripeError(
            code: "parameter_unknown",
            "Received unknown \(noun): \(names.joined(separator: ", "))",
            parameter: names[0]
        )
    }

    static func empty(_ name: String) -> StripeError {
        StripeError(
            code: "parameter_invalid_empty",
            "You passed an empty string for '\(name)'. We assume empty values are an attempt to "
                + "unset a field; however '\(name)' cannot be unset. You should remove '\(name)' "
                + "from your request or supply a non-empty value.",
            parameter: name
        )
    }

    static func invalidInteger(_ text: String, _ name: String) -> StripeError {
        StripeError(
            code: "parameter_invalid_integer",
            "Invalid integer: \(text)",
            parameter: name
        )
    }

    static func belowOne(_ name: String) -> StripeError {
        StripeError(
            code: "parameter_invalid_integer",
            "This value must be greater than or equal to 1.",
            parameter: name
        )
    }

    static func invalid(_ kind: String, _ name: String) -> StripeError {
        StripeError("Invalid \(kind)", parameter: name)
    }

    static func notOneOf(_ choices: [String], _ name: String) -> StripeError {
        let head = choices.dropLast().joined(separator: ", ")
        let list = choices.count > 1 ? "\(head) or \(choices[choices.count - 1])" : choices[0]
        return StripeError("Invalid \(name): must be one of \(list)", parameter: name)
    }

    static func onlyOneOf(_ names: String...) -> StripeError {
        StripeError(
            code: "parameters_exclusive",
            "You may only specify one of these parameters: \(names.joined(separator: ", ")).",
            parameter: names[0]
        )
    }

    static func onlyWithConfirm(_ name: String) -> StripeError {
        StripeError(
            "The parameter `\(name)` may only be given when `confirm` is set to `true`.",
            parameter: name
        )
    }

    static let bothCursors = StripeError(
        "Received both starting_after and ending_before parameters. Please pass in only one."
    )
}
