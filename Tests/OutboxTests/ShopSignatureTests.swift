import Testing

@testable import Outbox

@Suite struct ShopSignatureTests {
    /// The vector of docs/fulfillment.md, made with Python's `hmac`.
    @Test func isTheDocumentedOne() {
        let body =
            #"{"id":"ful_0123456789abcdef0123456789abcdef_succeeded","type":"payment.succeeded"}"#
        let value = ShopSignature.value(
            of: Array(body.utf8),
            unixSeconds: 1_800_000_000,
            secret: Array("0123456789abcdef0123456789abcdef".utf8)
        )
        #expect(
            value == "t=1800000000,v1="
                + "1657765e038812bbb02a3e424b9276b843d623a95ae5946407e99e59b0f7cf47"
        )
    }
}
