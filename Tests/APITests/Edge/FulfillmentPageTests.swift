import HTTPServer
import JSON
import Money
import Payments
import Testing

@testable import API

@Suite("The list of what is to be handed over") struct FulfillmentPageTests {
    private static let id = "ful_0123456789abcdef0123456789abcdef_succeeded"

    @Test("has a page that the query names")
    func page() throws {
        #expect(try FulfillmentPage(nil).limit == 100)
        for nothing in ["", "=", "&", "&=&==", "?"] {
            #expect(try FulfillmentPage(nothing).after == nil)
        }
        #expect(try FulfillmentPage("limit=7&after=\(Self.id)&other=x").limit == 7)
        #expect(try FulfillmentPage("after=\(Self.id)").after?.description == Self.id)
    }

    @Test(
        "refuses a query that cannot be meant",
        arguments: ["limit=0", "limit=101", "limit=", "limit", "limit=x", "after=", "after=pay_1"]
    )
    func wrong(_ query: String) {
        #expect(throws: RequestFault.self) { try FulfillmentPage(query) }
    }

    @Test("shows the facts, and how telling the shop went")
    func element() throws {
        let item = try #require(ItemID("photo_subscription"))
        let lines: [(item: ItemID, quantity: Int64)] = [(item, 2)]
        let purchase = Purchase(
            caller: .customer(try #require(CustomerReference("ann"))),
            order: OrderID("order-1"),
            cart: try #require(Cart(lines)),
            currency: .usd
        )
        let open = OpenFulfillment(
            fulfillment: Fulfillment(
                id: try #require(FulfillmentID(Self.id)),
                intent: PaymentIntentID("pi_1"),
                purchase: purchase,
                amount: Amount(minorUnits: 2800, currency: .usd)
            ),
            attempts: 3,
            failure: "status 500",
            unixMicroseconds: 1_800_000_000_500_000
        )
        let response = FulfillmentTable.reply(to: [open], hasMore: true).response
        #expect(
            response.text == """
                {"fulfillments":[{"id":"\(Self.id)","type":"payment.succeeded",\
                "paymentId":"pay_0123456789abcdef0123456789abcdef","paymentIntentId":"pi_1",\
                "amount":2800,"currency":"usd","orderId":"order-1","customerRef":"ann",\
                "items":[{"id":"photo_subscription","quantity":2}],\
                "createdAt":"2027-01-15T08:00:00.500Z","attempts":3,"failure":"status 500"}],\
                "hasMore":true}
                """
        )
    }
}
