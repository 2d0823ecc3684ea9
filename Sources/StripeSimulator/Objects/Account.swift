/// Everything that Stripe holds for one account. All keys belong to the same.
struct Account {
    let id: String
    private(set) var intents = ObjectTable<PaymentIntent>()
    private(set) var charges = ObjectTable<Charge>()
    private(set) var refunds = ObjectTable<Refund>()
    private(set) var disputes = ObjectTable<Dispute>()
    var customers = ObjectTable<Customer>()
    var methods: [String: PaymentMethod] = [:]
    var tokens: [String: Token] = [:]
    var ephemeralKeys: [String: EphemeralKey] = [:]
    var events = EventLog()
    private(set) var book: [BookEntry] = []
    private var chargesOfIntents: [String: [Int]] = [:]
    private var refundsOfCharges: [String: [Int]] = [:]
    /// The customers' PaymentMethods, oldest first.
    private var wallets: [String: [String]] = [:]
    private var customersOfAccounts: [String: String] = [:]

    init(id: String) {
        self.id = id
    }

    // MARK: PaymentIntents, charges, refunds

    func intent(_ id: String) -> PaymentIntent? { intents[id] }

    mutating func store(_ intent: PaymentIntent) { intents.store(intent) }

    func charge(_ id: String) -> Charge? { charges[id] }

    /// The numbers of the tries to pay an intent, oldest first.
    func chargeNumbers(of intent: String) -> [Int] { chargesOfIntents[intent] ?? [] }

    mutating func store(_ charge: Charge) {
        if charge.number == charges.nextNumber {
            chargesOfIntents[charge.paymentIntent, default: []].append(charge.number)
        }
        charges.store(charge)
    }

    /// The numbers of a charge's refunds, oldest first.
    func refundNumbers(of charge: String) -> [Int] { refundsOfCharges[charge] ?? [] }

    mutating func store(_ refund: Refund) {
        if refund.number == refunds.nextNumber {
            refundsOfCharges[refund.charge, default: []].append(refund.number)
        }
        refunds.store(refund)
    }

    mutating func store(_ dispute: Dispute) { disputes.store(dispute) }

    // MARK: The book

    /// - Returns: the entry's place.
    mutating func enter(_ entry: BookEntry) -> Int {
        book.append(entry)
        return book.count - 1
    }

    /// Money goes back to the card, or, with a negative amount, did not arrive there.
    mutating func giveBack(_ amount: Int64, of charge: Charge) {
        guard let place = charge.bookPlace else {
            preconditionFailure("what never moved cannot go back")
        }
        book[place].refunded += amount
    }

    // MARK: Customers

    func customer(ofAccount account: String) -> Customer? {
        customersOfAccounts[account].flatMap { customers[$0] }
    }

    mutating func store(_ customer: Customer) {
        if let account = customer.account { customersOfAccounts[account] = customer.id }
        customers.store(customer)
    }

    /// The ids of the customer's PaymentMethods, oldest first.
    func wallet(of customer: String) -> [String] { wallets[customer] ?? [] }

    /// Stores the method, with its owner, and puts it among the owner's by its age.
    mutating func putIntoWallet(_ method: PaymentMethod) {
        guard let owner = method.customer else { preconditionFailure("nobody's method") }
        methods[method.id] = method
        let held = wallet(of: owner)
        guard !held.contains(method.id) else { return }
        let place = held.firstIndex { id in
            methods[id].map { $0.created > method.created } ?? false
        }
        wallets[owner, default: []].insert(method.id, at: place ?? held.endIndex)
    }

    /// From here on the method is nobody's, for ever.
    mutating func takeOutOfWallet(_ id: String) {
        guard let owner = methods[id]?.customer else { return }
        wallets[owner]?.removeAll { $0 == id }
        methods[id]?.customer = nil
        methods[id]?.use = .usedUp
    }
}
