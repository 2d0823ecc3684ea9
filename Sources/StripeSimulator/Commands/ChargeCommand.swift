/// What is asked of Charges.
enum ChargeCommand {
    case list(ChargeList)
    case retrieve(String, Expansion)
}
