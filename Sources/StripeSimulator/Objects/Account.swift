/// Everything that Stripe holds for one account. All keys belong to the same.
struct Account {
    let id: String
    private(set) var intents: [PaymentIntent] = []
    private(set) var charges: [Charge] = []
    var methods: [String: PaymentMethod] = [:]
    var book: [BookEntry] = []
    private var intentPlaces: [String: Int] = [:]
    private var chargePlaces: [String: Int] = [:]
    private var chargesOfIntents: [String: [Int]] = [:]

    init(id: String) {
        self.id = id
    }

    // MARK: PaymentIntents

    var nextIntentNumber: Int { intents.count }

    func intent(_ id: String) -> PaymentIntent? { intentPlaces[id].map { intents[$0] } }

    /// Adds the intent, or replaces the one that it is.
    mutating func store(_ intent: PaymentIntent) {
        guard intent.number == intents.count else {
            intents[intent.number] = intent
            return
        }
        intentPlaces[intent.id] = intent.number
        intents.append(intent)
    }

    // MARK: Charges

    var nextChargeNumber: Int { charges.count }

    /// The numbers of the tries to pay an intent, oldest first.
    func chargeNumbers(of intent: String) -> [Int] { chargesOfIntents[intent] ?? [] }

    func charge(_ id: String) -> Charge? { chargePlaces[id].map { charges[$0] } }

    mutating func store(_ charge: Charge) {
        guard charge.number == charges.count else {
            charges[charge.number] = charge
            return
        }
        chargePlaces[charge.id] = charge.number
        chargesOfIntents[charge.paymentIntent, default: []].append(charge.number)
        charges.append(charge)
    }
}
