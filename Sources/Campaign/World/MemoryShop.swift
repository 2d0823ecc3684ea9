public import Payments

/// The shop's own server: what it heard, and what it says.
public final class MemoryShop: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.

    /// Every message that reached it, in their order.
    public private(set) var heard: [Fulfillment] = []
    /// What it answers, by the outcome.
    public var answer: @Sendable (Fulfillment) -> ShopReply = {
        .accepted(answer: "thanks for \($0.id.payment)")
    }
    /// How long it takes.
    public var delay: Duration = .milliseconds(100)

    public init() {}

    func hear(_ fulfillment: Fulfillment) -> ShopReply {
        heard.append(fulfillment)
        return answer(fulfillment)
    }
}

/// One run's way to the shop, with what the script puts in its way.
struct SimulatedShop: ShopEndpoint {
    private let shop: MemoryShop
    private let link: Link

    init(_ shop: MemoryShop, through link: Link) {
        self.shop = shop
        self.link = link
    }

    func deliver(_ fulfillment: Fulfillment, deadline: Duration) async -> ShopReply {
        let fault = await link.begin(.shop, "deliver \(fulfillment.id.outcome.rawValue)")
        guard !link.isCut else { return .failed(reason: "cut off") }
        let patience = max(deadline - link.time.now, .zero)
        let delivery = await link.exchange(latency: shop.delay) { [shop, link] in
            let delivery = SimulatedShop.delivery(fault) { shop.hear(fulfillment) }
            link.end(fault)
            if case .slow(let delay) = fault {
                return delay < patience
                    ? (delivery, delay) : (.failed(reason: "timed out"), patience)
            }
            return (delivery, .zero)
        }
        return link.isCut ? .failed(reason: "cut off") : delivery
    }

    private static func delivery(_ fault: Fault?, _ hear: () -> ShopReply) -> ShopReply {
        switch fault {
        case nil, .slow, .crashAfter, .stopBefore, .stopAfter: return hear()
        case .lostWithEffect:
            _ = hear()
            return .failed(reason: "no answer")
        case .crashBefore, .unavailable, .lostWithoutEffect, .outage, .rejected, .busy, .refused,
            .keptFailure, .executedSlowly, .late, .duplicated, .missing, .otherAmount,
            .unknownWord, .saysReplayed:
            return .failed(reason: "not reached")
        }
    }
}
