public import Payments

/// Who sent a request, as far as it was proved.
public enum Identity: Sendable, Hashable {
    /// Nobody in particular: there was nothing to prove.
    case guest
    /// A customer of the shop, by a token that the shop signed.
    case customer(CustomerReference)
    /// The shop itself, or whoever watches over its payments, by a key.
    case key(APIKey)
}
