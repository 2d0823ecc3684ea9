import Payments
import Testing

@testable import PaymentStore

@Suite struct CartTextTests {
    static let items = [
        "a", "photo_subscription", "a,1:b*2", "*", ",", "7:", String(repeating: "x", count: 64),
    ]

    @Test func everyCartIsReadAsItWasWritten() throws {
        var lines: [(item: ItemID, quantity: Int64)] = []
        for (index, name) in Self.items.enumerated() {
            lines.append((try #require(ItemID(name)), Int64(index * 1_000 + 1)))
            let cart = try #require(Cart(lines))
            #expect(CartText.cart(cart.canonical) == cart)
        }
    }

    @Test(arguments: [
        "", "1", "1:", "1:a", "1:a*", "1:a*0", "1:a*x", "2:a*1", "1:a*1,", ",1:a*1", "1:a*1;1:b*1",
        "01:a*1", "1:a*01", "1:a*-1", "1:a*10001", "1:b*1,1:a*1", "1:a*1,1:a*1", "99999:a*1",
        "1:a*99999999999999999999",
    ])
    func anythingElseIsNoCart(_ text: String) {
        #expect(CartText.cart(text) == nil)
    }
}
