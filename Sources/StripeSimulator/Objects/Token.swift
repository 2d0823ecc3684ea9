/// A card's security code, collected again for a saved card. Good for one try to pay.
struct Token {
    let id: String
    let created: Int64
    var isUsed = false
}
