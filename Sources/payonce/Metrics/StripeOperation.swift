import HTTPClient

/// What is asked of Stripe, as a word for the metrics; ids and queries are no part of it.
enum StripeOperation: String, CaseIterable {
    case create, confirm, capture, cancel
    case retrieveIntent = "retrieve_intent"
    case listIntents = "list_intents"
    case refund
    case listRefunds = "list_refunds"
    case retrieveMethod = "retrieve_payment_method"
    case detachMethod = "detach_payment_method"
    case createCustomer = "create_customer"
    case customerSecret = "customer_secret"
    case listMethods = "list_payment_methods"
    case listEvents = "list_events"
    case retrieveDispute = "retrieve_dispute"
    case listCharges = "list_charges"
    case other

    /// `path` is what follows the host.
    init(_ method: ClientRequest.Method, path: String) {
        let end = path.firstIndex(of: "?") ?? path.endIndex
        let words = path[..<end].split(separator: "/").dropFirst().map(String.init)
        let isPost = method == .post
        switch (words.first, words.count) {
        case ("payment_intents", 1): self = isPost ? .create : .listIntents
        case ("payment_intents", 2) where !isPost: self = .retrieveIntent
        case ("payment_intents", 3): self = StripeOperation(step: words[2])
        case ("refunds", 1): self = isPost ? .refund : .listRefunds
        case ("payment_methods", 2) where !isPost: self = .retrieveMethod
        case ("payment_methods", 3) where words[2] == "detach": self = .detachMethod
        case ("customers", 1) where isPost: self = .createCustomer
        case ("customers", 3) where words[2] == "payment_methods": self = .listMethods
        case ("customer_sessions", 1), ("ephemeral_keys", 1): self = .customerSecret
        case ("events", 1): self = .listEvents
        case ("disputes", 2): self = .retrieveDispute
        case ("charges", 1): self = .listCharges
        case _: self = .other
        }
    }

    private init(step: String) {
        switch step {
        case "confirm": self = .confirm
        case "capture": self = .capture
        case "cancel": self = .cancel
        case _: self = .other
        }
    }
}

/// How a call to Stripe ended.
enum StripeResult: String, CaseIterable {
    case ok
    /// 402: the bank's or Stripe's word about the card.
    case declined
    case conflict
    case rateLimited = "rate_limited"
    /// Any other 4xx.
    case refused
    /// 5xx.
    case failed
    case notSent = "not_sent"
    /// It may have been executed.
    case unknown

    init(status: Int) {
        switch status {
        case 200..<300: self = .ok
        case 402: self = .declined
        case 409: self = .conflict
        case 429: self = .rateLimited
        case 400..<500: self = .refused
        case _: self = .failed
        }
    }

    init(_ failure: TransportFailure) {
        switch failure {
        case .notSent: self = .notSent
        case .outcomeUnknown: self = .unknown
        }
    }
}
