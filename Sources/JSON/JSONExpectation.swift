/// What would have been right where a text went wrong.
public enum JSONExpectation: String, Hashable, Sendable {
    case value = "a value"
    case key = "a key in double quotes"
    case colon = "a colon"
    case commaOrBracket = "a comma or the closing bracket"
    case digit = "a digit"
    case escape = "one of \"\\/bfnrtu after the backslash"
    case hexDigit = "four hexadecimal digits after \\u"
    case end = "nothing more"
}
