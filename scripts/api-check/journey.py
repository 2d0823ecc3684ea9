"""What generated requests do not come by: the ways of payments, each answer as described."""

import schemathesis


class Journey:
    def __init__(self, service, simulator):
        self.description = schemathesis.openapi.from_url(f"http://{service.address}/openapi.json")
        self.simulator = simulator
        self.customer = {"Authorization": f"Bearer {service.token('bea')}"}
        self.shop = {"Authorization": f"Bearer {service.key('merchant')}"}
        self.count = 0

    def ask(self, request, wanted, body=None, query=None, code=None, **headers):
        """The body of an answer, which has to have this status and to be as described."""
        method, path, *values = request.split()
        terms = {"path_parameters": {"id": values[0]}} if values else {}
        if body is not None:
            terms |= {"body": body, "media_type": "application/json"}
        if query:
            terms["query"] = query
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        case = self.description[path][method].Case(headers=headers, **terms)
        answer = case.call_and_validate()
        assert answer.status_code == wanted, f"{request}: {answer.status_code} {answer.text}"
        self.count += 1
        told = answer.json()
        assert code is None or told["code"] == code, f"{request}: {told}"
        return told

    def pay(self, method, wanted=200, **more):
        headers = more.pop("headers", {})
        return self.ask("POST /pay", wanted, {"paymentMethodId": method, **more}, **headers)

    def go(self):
        self.pay_and_refund()
        self.authenticate()
        self.give_up()
        self.save_a_card()
        self.charge_away()
        self.order()
        self.open_sheets()
        self.hand_over()
        for path in ["/healthz", "/readyz", "/stripe-key", "/config", "/openapi.json"]:
            self.ask(f"GET {path}", 200)
        return self.count

    def pay_and_refund(self):
        named = {"Idempotency_Key": "a-key-of-this-guest"}
        paid = self.pay("pm_card_visa", headers=named)
        assert paid["status"] == "succeeded"
        assert self.pay("pm_card_visa", headers=named)["paymentId"] == paid["paymentId"]
        other = self.pay("pm_card_visa", 422, items=["book"], headers=named)
        assert other["code"] == "idempotency_key_reused"
        refunds = f"POST /payments/{{id}}/refunds {paid['paymentId']}"
        for number, body, status, code in [
            ("1", {"amount": 400, "reason": "duplicate"}, 200, None),
            ("1", {"amount": 400, "reason": "duplicate"}, 200, None),
            ("1", {"amount": 500}, 422, "idempotency_key_reused"),
            ("2", {"amount": 1001}, 422, "refund_too_large"),
            ("3", {}, 200, None),
            ("4", {}, 409, "already_refunded"),
        ]:
            self.ask(refunds, status, body, code=code, **self.shop, Idempotency_Key=number)
        shown = self.ask(f"GET /payments/{{id}} {paid['paymentId']}", 200, **self.shop)
        assert shown["amountRefunded"] == 1400
        for card, code in [("chargeDeclined", "card_declined"), ("nobody", None)]:
            self.pay(f"pm_card_{card}", orderId=card)

    def authenticate(self):
        for path, card in [
            ("/pay", {"payment_method_id": "pm_card_authenticationRequired"}),
            ("/charge-card-off-session", {"paymentMethodId": "pm_card_authenticationRequired"}),
        ]:
            asked = self.ask("POST /pay", 200, {**card, "orderId": path[1:]})
            assert asked["requiresAction"]
            again = {"paymentIntentId": asked["paymentIntentId"]}
            assert self.ask(f"POST {path}", 200, again)["status"] == "requires_action"
            self.simulator.authenticate(asked["paymentIntentId"])
            assert self.ask(f"POST {path}", 200, again)["status"] == "succeeded"

    def give_up(self):
        left = self.pay("pm_card_authenticationRequired", orderId="left")
        secret = {"Payment_Client_Secret": left["clientSecret"]}
        cancel = f"POST /payments/{{id}}/cancel {left['paymentId']}"
        self.ask(cancel, 404, code="payment_not_found")
        assert self.ask(cancel, 200, **secret)["status"] == "canceled"
        paid = self.pay("pm_card_visa", orderId="kept")
        secret = {"Payment_Client_Secret": paid["clientSecret"]}
        cancel = f"POST /payments/{{id}}/cancel {paid['paymentId']}"
        self.ask(cancel, 409, code="payment_not_cancelable", **secret)

    def save_a_card(self):
        terms = {"savePaymentMethod": True, "consent": "1", "orderId": "saved"}
        self.pay("pm_card_mastercard", 401, **terms)
        self.pay("pm_card_mastercard", headers=self.customer, **terms)
        cards = self.ask("GET /payment-methods", 200, **self.customer)["paymentMethods"]
        remove = f"DELETE /payment-methods/{{id}} {cards[0]['id']}"
        self.ask(remove, 401, code="customer_token_required")
        self.pay(cards[0]["id"], 400, headers=self.customer)
        for _ in range(2):
            assert self.ask(remove, 200, **self.customer)["deleted"]
        other = "DELETE /payment-methods/{id} pm_1"
        self.ask(other, 404, code="payment_method_not_found", **self.customer)

    def charge_away(self):
        cards = "GET /customers/{id}/payment-methods"
        assert not self.ask(f"{cards} nobody", 200, **self.shop)["paymentMethods"]
        self.ask(f"{cards} bea", 401, code="api_key_required", **self.customer)
        charge = {"customerRef": "bea", "orderId": "away", "amount": 2350, "currency": "usd"}
        keys = ({**self.shop, "Idempotency_Key": f"away-{number}"} for number in range(9))
        path = "POST /off-session-payments"
        self.ask(path, 400, charge, code="payment_method_required", **next(keys))
        terms = {"savePaymentMethod": True, "orderId": "saved-to-charge"}
        saved = self.pay("pm_card_authenticationRequired", headers=self.customer, **terms)
        again = {"paymentIntentId": saved["paymentIntentId"]}
        self.simulator.authenticate(saved["paymentIntentId"])
        assert self.ask("POST /pay", 200, again, **self.customer)["status"] == "succeeded"
        card = self.ask(f"{cards} bea", 200, **self.shop)["paymentMethods"][0]["id"]
        key = next(keys)
        for _ in range(2):
            told = self.ask(path, 200, charge, code="authentication_required", **key)
            assert told["paymentMethodId"] == card
        shown = self.ask(f"GET /payments/{{id}} {told['paymentId']}", 200, **self.shop)
        assert shown["status"] == "requires_payment_method"
        self.ask(path, 409, charge, code="payment_in_progress", **next(keys))
        changed = {**charge, "amount": 2351}
        self.ask(path, 409, changed, code="order_fixed", **next(keys))
        other = {**charge, "orderId": "away-2"}
        self.ask(path, 422, other, code="idempotency_key_reused", **key)
        foreign = {**other, "paymentMethodId": "pm_1"}
        self.ask(path, 404, foreign, code="payment_method_not_found", **next(keys))
        again = {"paymentIntentId": told["paymentIntentId"]}
        assert self.ask("POST /pay", 200, again, **self.customer)["requiresAction"]
        self.simulator.authenticate(told["paymentIntentId"])
        assert self.ask("POST /pay", 200, again, **self.customer)["status"] == "succeeded"
        assert self.ask(path, 200, charge, **next(keys))["status"] == "succeeded"
        self.ask(f"DELETE /payment-methods/{{id}} {card}", 200, **self.customer)

    def order(self):
        order = {"orderId": "fixed", "amount": 2350, "currency": "usd", "customerRef": "bea"}
        self.ask("POST /orders", 200, order, **self.shop)
        changed = {**order, "amount": 2351}
        self.ask("POST /orders", 409, changed, code="order_fixed", **self.shop)
        self.pay("pm_card_visa", 401, orderId="fixed")
        assert self.pay("pm_card_visa", orderId="fixed", headers=self.customer)["amount"] == 2350
        shown = self.ask("GET /orders/{id} fixed", 200, **self.shop)
        assert shown["status"] == "succeeded"
        self.ask("GET /orders/{id} another", 404, code="order_not_found", **self.shop)

    def open_sheets(self):
        named = {"Idempotency_Key": "a-key-of-a-sheet-1"}
        sheet = self.ask("POST /payment-sheet", 200, {}, **named)
        assert self.ask("POST /payment-sheet", 200, {}, **named)["customer"] == sheet["customer"]
        self.ask("POST /payment-sheet", 422, {"items": ["book"]}, **named)
        old = self.ask("POST /payment-sheet", 200, {"apiVersion": "2020-08-27"}, **self.customer)
        assert old["ephemeralKey"]
        self.ask("POST /payment-sheet", 401, {"savePaymentMethod": True})
        intent = self.ask("POST /create-intent", 200, {"orderId": "element"}, **self.customer)
        assert intent["clientSecret"] and intent["status"] == "requires_payment_method"
        again = {"paymentIntentId": intent["paymentIntentId"]}
        told = self.ask("POST /pay", 200, again, **self.customer)
        assert told["code"] == "payment_not_attempted"
        self.ask("POST /customer-session", 401, {})
        assert self.ask("POST /customer-session", 200, {}, **self.customer)["customer"]
        assert self.ask("POST /quote", 200, {"items": ["book"]})["amount"] == 1400
        self.ask("POST /quote", 400, {"items": ["camera"]}, code="unknown_item")
        for path in ["/confirm-intent", "/confirm_intent"]:
            for card, status in [("visa", 200), ("chargeDeclined", 402), ("nobody", 402)]:
                body = {"payment_method_id": f"pm_card_{card}", "orderId": f"{card}-{path[8]}"}
                told = self.ask(f"POST {path}", status, body)
                assert list(told) == ["intentClientSecret" if status == 200 else "error"]
            self.ask(f"POST {path}", 400, {"payment_method_id": "card"})
            paid = {**body, "orderId": f"visa-{path[8]}"}
            self.ask(f"POST {path}", 409, paid, Idempotency_Key="a-key-of-another-guest")

    def hand_over(self):
        page = self.ask("GET /fulfillments", 200, query={"limit": 2}, **self.shop)
        assert page["hasMore"]
        for one in page["fulfillments"]:
            acknowledge = f"POST /fulfillments/{{id}}/ack {one['id']}"
            assert self.ask(acknowledge, 200, **self.shop)["acknowledged"]
