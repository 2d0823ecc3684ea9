import JSON
import Testing

@testable import StripeSimulator

@Suite struct CustomerTests {
    private static let keys = """
        id object address balance created currency customer_account default_source delinquent \
        description discount email invoice_prefix invoice_settings livemode metadata name \
        next_invoice_sequence phone preferred_locales shipping tax_exempt test_clock
        """.split(separator: " ").map(String.init)

    @Test func aCustomerHasExactlyTheKeysOfStripe() {
        let bench = Bench()
        let form = "email=a@example.com&name=A+B&metadata[ref]=7&address[country]=DE&phone=1"
        let made = bench.post("/v1/customers", form)
        #expect(made.json.object?.keys == CustomerTests.keys)
        #expect(made.id.wholeMatch(of: /cus_[A-Za-z0-9]{14}/) != nil)
        #expect(made["email"] == "a@example.com")
        #expect(made["address.country"] == "DE")
        #expect(made["address.city"] == .null)
        #expect(made["metadata"] == ["ref": "7"])
        #expect(made["invoice_settings.default_payment_method"] == .null)
        #expect(made["customer_account"] == .null)
        #expect(bench.get("/v1/customers/\(made.id)").answer.body == made.answer.body)
    }

    @Test func anUpdateChangesWhatItNamesAndEmptyUnsets() {
        let bench = Bench()
        let id = bench.post("/v1/customers", "email=a@b.example&name=A&metadata[k]=1").id
        let changed = bench.post("/v1/customers/\(id)", "name=&metadata[k]=&description=x")
        #expect(changed["email"] == "a@b.example")
        #expect(changed["name"] == .null)
        #expect(changed["metadata"] == [:])
        #expect(changed["description"] == "x")
        #expect(bench.get("/v1/customers/\(id)").answer.body == changed.answer.body)
    }

    @Test(arguments: [
        ("email=wat", "email_invalid", "email"), ("wat=1", "parameter_unknown", "wat"),
        ("address[planet]=x", "parameter_unknown", "address[planet]"),
        (
            "invoice_settings[default_payment_method]=pm_X", "resource_missing",
            "invoice_settings[default_payment_method]"
        ),
        ("payment_method=pm_X", "resource_missing", "payment_method"),
        ("metadata[k]=\(String(repeating: "x", count: 501))", nil, "metadata[k]"),
        ("tax_exempt=perhaps", nil, "tax_exempt"), ("balance=5", nil, "balance"),
    ])
    func badParametersAreRefused(form: String, code: String?, parameter: String) {
        let bench = Bench()
        let refused = bench.post("/v1/customers", form)
        #expect(refused.status == 400)
        #expect(refused.code == code)
        #expect(refused.parameter == parameter)
        #expect(bench.get("/v1/customers")["data"] == [])
    }

    @Test func aDeletedCustomerIsAShadow() {
        let bench = Bench()
        let id = bench.customer()
        let method = bench.saved(to: id)
        let paid = bench.pay(method, "customer=\(id)")
        let deleted = bench.send("DELETE", "/v1/customers/\(id)")
        #expect(deleted.json == ["id": .string(id), "object": "customer", "deleted": true])
        #expect(bench.get("/v1/customers/\(id)").json == deleted.json)
        #expect(bench.get("/v1/customers")["data"] == [])
        #expect(bench.send("DELETE", "/v1/customers/\(id)").status == 404)
        #expect(bench.post("/v1/customers/\(id)", "name=A").status == 404)
        #expect(bench.create("customer=\(id)").code == "resource_missing")
        #expect(bench.pay(method).status == 400)
        #expect(bench.get("/v1/payment_methods/\(method)")["customer"] == .null)
        #expect(bench.intent(paid.id)["customer"]?.string == id)
    }

    @Test func listsFilterByEmailAndPage() {
        let bench = Bench()
        let ids = (0..<5).map { number in
            bench.post("/v1/customers", "email=\(number % 2)@example.com").id
        }
        let page = bench.get("/v1/customers?limit=3")
        #expect(page.ids == Array(ids.reversed().prefix(3)))
        #expect(page["has_more"] == true)
        #expect(page["url"] == "/v1/customers")
        let rest = bench.get("/v1/customers?starting_after=\(page.ids[2])")
        #expect(rest.ids == [ids[1], ids[0]])
        #expect(bench.get("/v1/customers?email=1@example.com").ids == [ids[3], ids[1]])
        #expect(bench.get("/v1/customers?created[gt]=\(bench.now)").ids.isEmpty)
    }

    @Test(arguments: [
        ("GET", "/v1/customers/cus_X", 404, "id"),
        ("GET", "/v1/customers/cus_X/payment_methods", 404, "customer"),
        ("GET", "/v1/payment_intents?customer=cus_X", 400, "customer"),
        ("GET", "/v1/charges?customer=cus_X", 400, "customer"),
        ("GET", "/v1/payment_methods?customer=cus_X", 400, "customer"),
        ("POST", "/v1/payment_methods/pm_card_visa/attach?customer=cus_X", 400, "customer"),
        ("POST", "/v1/ephemeral_keys?customer=cus_X", 400, "customer"),
    ])
    func anUnknownCustomerIs404InThePathAnd400InAParameter(
        method: String,
        target: String,
        status: Int,
        parameter: String
    ) {
        let parts = target.split(separator: "?").map(String.init)
        let isPost = method == "POST"
        let refused = Bench().send(
            method,
            isPost ? parts[0] : target,
            isPost ? parts[1] : "",
            version: "2026-05-27.dahlia"
        )
        #expect(refused.status == status)
        #expect(refused.code == "resource_missing")
        #expect(refused.message == "No such customer: 'cus_X'")
        #expect(refused.parameter == parameter)
    }

    @Test func paymentsAreListedByTheirCustomer() {
        let bench = Bench()
        let customers = [bench.customer(), bench.customer()]
        let paid = customers.map { bench.pay("pm_card_visa", "customer=\($0)").id }
        _ = bench.pay("pm_card_visa")
        for (customer, intent) in zip(customers, paid) {
            #expect(bench.get("/v1/payment_intents?customer=\(customer)").ids == [intent])
            let charges = bench.get("/v1/charges?customer=\(customer)")
            #expect(charges["data.0.payment_intent"]?.string == intent)
            #expect(charges.ids.count == 1)
        }
    }

    @Test func theAccountOfAccountsV2StandsForTheCustomer() throws {
        let bench = Bench()
        bench.control("switches", ["accounts_v2": true])
        let made = bench.post("/v1/customers")
        let account = try #require(made["customer_account"]?.string)
        #expect(account.hasPrefix("acct_1"))
        let paid = bench.pay("pm_card_visa", "customer_account=\(account)")
        #expect(paid["customer"]?.string == made.id)
        #expect(paid["customer_account"]?.string == account)
        let other = bench.customer()
        _ = bench.pay("pm_card_visa", "customer=\(other)")
        #expect(bench.get("/v1/payment_intents?customer_account=\(account)").ids == [paid.id])
        let path = "/v1/payment_methods/pm_card_visa/attach"
        let attached = bench.post(path, "customer_account=\(account)")
        #expect(attached["customer_account"]?.string == account)
        let list = bench.get("/v1/payment_methods?customer_account=\(account)")
        #expect(list.ids == [attached.id])
        let both = bench.create("customer=\(made.id)&customer_account=\(account)")
        #expect(both.code == "parameters_exclusive")
        #expect(bench.create("customer_account=acct_X").parameter == "customer_account")
        let session = bench.post(
            "/v1/customer_sessions",
            "customer_account=\(account)&components[buy_button][enabled]=true"
        )
        #expect(session["customer_account"]?.string == account)
    }

    @Test func referencesToCustomersAreExpanded() {
        let bench = Bench()
        let id = bench.customer()
        let expand = "expand[]=customer&expand[]=latest_charge.customer"
        let paid = bench.pay("pm_card_visa", "customer=\(id)&\(expand)")
        #expect(paid["customer.object"] == "customer")
        #expect(paid["latest_charge.customer.id"]?.string == id)
        let method = bench.saved(to: id)
        let read = bench.get("/v1/payment_methods/\(method)?expand[]=customer")
        #expect(read["customer.id"]?.string == id)
        let setting = "invoice_settings[default_payment_method]=\(method)"
        let path = "invoice_settings.default_payment_method"
        let changed = bench.post("/v1/customers/\(id)", "\(setting)&expand[]=\(path)")
        #expect(changed["\(path).card.brand"] == "visa")
        _ = bench.post("/v1/payment_methods/\(method)/detach")
        #expect(bench.get("/v1/customers/\(id)")[path] == .null)
    }
}
