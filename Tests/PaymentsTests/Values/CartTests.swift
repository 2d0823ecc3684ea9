import Campaign
import Payments
import Testing

private func item(_ text: String) -> ItemID { Sample.known(ItemID(text)) }

@Suite("Carts")
struct CartTests {
    @Test("`-` and `_` are the same in an item's name")
    func spelling() {
        #expect(ItemID("photo-subscription") == ItemID("photo_subscription"))
        #expect(ItemID("a-b")?.description == "a_b")
    }

    @Test(
        "what is no item's name",
        arguments: [
            "", " ", "a b", "a\n", "é", "a\u{7F}", String(repeating: "a", count: 65),
        ]
    )
    func noItem(text: String) {
        #expect(ItemID(text) == nil)
    }

    @Test("what is one", arguments: ["a", "~!,*:", String(repeating: "a", count: 64)])
    func isItem(text: String) {
        #expect(ItemID(text)?.description == text)
    }

    @Test("lines of one item add up, in any order of the lines")
    func addsUp() {
        let cart = Cart([(item("b"), 1), (item("a-1"), 2), (item("b"), 3), (item("a_1"), 4)])
        #expect(cart?.lines.map(\.item.description) == ["a_1", "b"])
        #expect(cart?.lines.map(\.quantity) == [6, 4])
        #expect(cart == Cart([(item("a_1"), 6), (item("b"), 4)]))
        #expect(cart?.canonical == "3:a_1*6,1:b*4")
    }

    @Test(
        "quantities are within their bounds, each and in sum",
        arguments: [
            ([], false), ([0], false), ([-1], false), ([1], true), ([10_000], true),
            ([10_001], false), ([5_000, 5_000], true), ([5_000, 5_001], false),
            ([Int64.max, Int64.max], false), ([2, -1], false),
        ] as [([Int64], Bool)]
    )
    func bounds(quantities: [Int64], isCart: Bool) {
        #expect((Cart(quantities.map { (item("a"), $0) }) != nil) == isCart)
    }

    @Test("at most a hundred lines")
    func lines() {
        let lines = (0...100).map { (item: item("i\($0)"), quantity: Int64(1)) }
        #expect(Cart(Array(lines.prefix(100)))?.lines.count == 100)
        #expect(Cart(lines) == nil)
    }

    /// Names out of the very letters that the canonical text is written with.
    @Test("no two different carts share a canonical text", arguments: 0..<20 as Range<UInt64>)
    func injective(seed: UInt64) throws {
        var random = SimulatedRandom(seed: seed)
        var carts: [String: Cart] = [:]
        for _ in 0..<500 {
            let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let letters = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                    "1:*,".randomElement(using: &random)
                }
                return (
                    item: item(String(letters)), quantity: Int64.random(in: 1...12, using: &random)
                )
            }
            let cart = try #require(Cart(lines))
            #expect((carts[cart.canonical] ?? cart) == cart)
            carts[cart.canonical] = cart
        }
        #expect(carts.count > 400)
    }
}
