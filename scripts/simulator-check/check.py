"""Uses the simulator through Stripe's own client, and holds every answer against the document."""

import json
import os
import re
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit

import stripe

import form
from cards import CardChecks
from document import Document
from objects import ObjectChecks
from service import Database, Service, use
from simulator import Simulator


class Recorder(stripe.RequestsClient):
    """Stripe's transport, which shows each answer to the document before the client has it."""

    def __init__(self, document):
        super().__init__()
        self.document = document
        self.count = 0
        self.last_headers = {}
        # The waits between retries are Stripe's own affair; here they only take time.
        self._sleep_time_seconds = lambda *_, **__: 0.01

    def request(self, method, url, headers, post_data=None):
        answer = super().request(method, url, headers, post_data)
        body, status, self.last_headers = answer
        path, query = urlsplit(url).path, urlsplit(url).query
        if status == 200:
            # What was taken has to be what Stripe takes.
            faults = self.document.judge_request(method.upper(), path, query, post_data or "")
            if faults:
                raise SystemExit(f"{method.upper()} {path} was taken with {faults}")
        if "application/json" in self.last_headers.get("Content-Type", ""):
            faults = self.document.judge(method.upper(), path, status, body)
            if faults:
                lines = "\n  ".join(faults)
                raise SystemExit(f"{method.upper()} {path} answered {status}:\n  {lines}")
            self.count += 1
        return answer


MANUAL = {
    "amount": 1400,
    "currency": "usd",
    "confirmation_method": "manual",
    "payment_method_types": ["card"],
}


class Check(CardChecks, ObjectChecks):
    def __init__(self, simulator, recorder):
        self.simulator = simulator
        self.recorder = recorder
        self.client = self.client_with("sk_test_check")

    def client_with(self, key, retries=0):
        return stripe.StripeClient(
            key,
            stripe_version=self.recorder.document.version,
            base_addresses={"api": self.simulator.address},
            http_client=self.recorder,
            max_network_retries=retries,
        )

    def pay(self, card="pm_card_visa", key=None, client=None, **more):
        params = {**MANUAL, "confirm": True, "payment_method": card, **more}
        options = {"idempotency_key": key} if key else {}
        return (client or self.client).v1.payment_intents.create(params, options)

    def refused(self, kind, call, *arguments, **named):
        """The error that a call ends in, which has to be of this very class."""
        try:
            call(*arguments, **named)
        except stripe.StripeError as error:
            assert type(error) is kind, f"{type(error)} instead of {kind}: {error}"
            return error
        raise AssertionError(f"no {kind} came")

    # What is checked: every method whose name begins with `check_`.

    def check_create_then_confirm(self):
        intents = self.client.v1.payment_intents
        intent = intents.create({**MANUAL, "metadata": {"order": "1"}})
        assert intent.status == "requires_payment_method"
        assert intent.metadata["order"] == "1"
        paid = intents.confirm(
            intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]}
        )
        assert paid.status == "succeeded"
        assert paid.amount_received == 1400
        assert paid.latest_charge.paid and paid.latest_charge.payment_intent == intent.id
        assert self.simulator.book[-1]["payment_intent"] == intent.id

    def check_every_state(self):
        intents = self.client.v1.payment_intents
        held = self.pay(capture_method="manual")
        assert held.status == "requires_capture" and held.amount_capturable == 1400
        assert intents.capture(held.id, {"amount_to_capture": 1000}).amount_received == 1000
        released = intents.cancel(self.pay(capture_method="manual").id)
        assert released.status == "canceled"
        changed = intents.update(intents.create(MANUAL).id, {"amount": 2000, "description": "x"})
        assert changed.amount == 2000
        canceled = intents.cancel(changed.id, {"cancellation_reason": "abandoned"})
        assert canceled.cancellation_reason == "abandoned"
        automatic = intents.create({"amount": 1400, "currency": "eur"})
        assert automatic.automatic_payment_methods.enabled
        shipping = {"name": "A", "address": {"line1": "1 Street", "country": "US"}}
        rich = self.pay(
            shipping=shipping,
            receipt_email="a@example.com",
            statement_descriptor_suffix="ORDER",
            setup_future_usage="off_session",
            expand=["latest_charge", "payment_method"],
        )
        assert rich.latest_charge.shipping.name == "A"

    def check_payment_methods(self):
        card = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}
        methods = self.client.v1.payment_methods
        details = {"name": "A", "email": "a@example.com", "address": {"country": "US"}}
        method = methods.create({"type": "card", "card": card, "billing_details": details})
        assert method.card.last4 == "4242"
        assert methods.retrieve(method.id).card.fingerprint == method.card.fingerprint
        assert self.pay(method.id).payment_method == method.id

    def check_three_d_secure(self):
        intents = self.client.v1.payment_intents
        for terms in [{"use_stripe_sdk": True}, {"return_url": "https://shop.example/back"}]:
            asked = self.pay("pm_card_authenticationRequired", **terms)
            assert asked.status == "requires_action"
            wanted = "use_stripe_sdk" if "use_stripe_sdk" in terms else "redirect_to_url"
            assert asked.next_action.type == wanted
            self.simulator.authenticate(asked.id)
            assert intents.retrieve(asked.id).status == "requires_confirmation"
            paid = intents.confirm(asked.id, {"expand": ["latest_charge"]})
            card = paid.latest_charge.payment_method_details.card
            assert card.three_d_secure.result == "authenticated"
        failing = self.pay("pm_card_authenticationRequired")
        self.simulator.authenticate(failing.id, "failure")
        failed = intents.retrieve(failing.id)
        assert failed.last_payment_error.code == "payment_intent_authentication_failure"
        off = self.refused(
            stripe.CardError, self.pay, "pm_card_authenticationRequired", off_session=True
        )
        assert off.code == "authentication_required"
        strict = self.refused(
            stripe.CardError,
            self.pay,
            "pm_card_authenticationRequired",
            error_on_requires_action=True,
        )
        assert strict.code == "authentication_required"

    def check_idempotency(self):
        first = self.pay(key="check-1")
        second = self.pay(key="check-1")
        assert second.id == first.id
        assert self.recorder.last_headers["Idempotent-Replayed"] == "true"
        original = first.last_response.headers["Request-Id"]
        assert self.recorder.last_headers["Original-Request"] == original
        assert second.last_response.body == first.last_response.body
        error = self.refused(stripe.IdempotencyError, self.pay, key="check-1", description="other")
        assert error.http_status == 400 and error.code is None
        declined = "pm_card_chargeDeclined"
        bodies = [
            self.refused(stripe.CardError, self.pay, declined, key="check-2").http_body
            for _ in range(2)
        ]
        assert bodies[0] == bodies[1]
        self.simulator.fault(fault="in_use", times=1)
        assert self.refused(stripe.APIError, self.pay, key="check-3").http_status == 409

    def check_unexpected_state(self):
        intents = self.client.v1.payment_intents
        paid = self.pay()
        for call in [intents.confirm, intents.cancel, intents.capture]:
            error = self.refused(stripe.InvalidRequestError, call, paid.id)
            assert error.error.payment_intent.status == "succeeded", call
            assert error.error.payment_intent.id == paid.id
        error = self.refused(stripe.InvalidRequestError, intents.confirm, paid.id)
        assert error.code == "payment_intent_unexpected_state"

    def check_refusals(self):
        intents = self.client.v1.payment_intents
        unknown = self.refused(stripe.InvalidRequestError, intents.create, {**MANUAL, "wat": 1})
        assert unknown.code == "parameter_unknown" and unknown.param == "wat"
        missing = self.refused(stripe.InvalidRequestError, intents.retrieve, "pi_nope")
        assert missing.http_status == 404 and missing.code == "resource_missing"
        small = self.refused(stripe.InvalidRequestError, intents.create, {**MANUAL, "amount": 1})
        assert small.code == "amount_too_small"
        self.refused(stripe.AuthenticationError, self.client_with("sk_wrong").v1.charges.list)
        self.simulator.fault(fault="rate_limit", times=1)
        self.refused(stripe.RateLimitError, self.pay)
        assert self.recorder.last_headers["Stripe-Rate-Limited-Reason"] == "global-rate"

    def check_auto_paging(self):
        made = {self.client.v1.payment_intents.create(MANUAL).id for _ in range(25)}
        pages = self.client.v1.payment_intents.list({"limit": 7})
        seen = [intent.id for intent in pages.auto_paging_iter()]
        assert len(seen) == len(set(seen)) and made <= set(seen)
        first = seen[-1]
        before = self.client.v1.payment_intents.list({"limit": 7, "ending_before": first})
        backwards = [intent.id for intent in before.auto_paging_iter()]
        assert backwards == list(reversed(seen[:-1]))
        charges = self.client.v1.charges.list({"limit": 100})
        assert all(charge.object == "charge" for charge in charges.auto_paging_iter())
        paid = self.pay()
        [own] = self.client.v1.charges.list({"payment_intent": paid.id}).data
        assert own.id == paid.latest_charge

    def check_retries(self):
        client = self.client_with("sk_test_check", retries=2)
        for fault, executions in [
            ({"fault": "drop_before"}, 1),
            ({"fault": "drop_after"}, 1),
            ({"fault": "status", "code": 500, "executed": False}, 1),
            ({"fault": "status", "code": 503, "executed": False}, 1),
            ({"fault": "in_use"}, 1),
        ]:
            before = len(self.simulator.book)
            start = len(self.simulator.arrivals)
            self.simulator.fault(**fault, times=2)
            assert self.pay(client=client).status == "succeeded", fault
            assert len(self.simulator.book) - before == executions, fault
            arrivals = self.simulator.arrivals[start:]
            assert len(arrivals) == 3, fault
            assert len({arrival["idempotency_key"] for arrival in arrivals}) == 1, fault
            self.simulator.control("keys/prune", {"force": True})
        # Stripe's word goes before the status.
        for word, arrivals in [(True, 3), (False, 1)]:
            start = len(self.simulator.arrivals)
            fault = {"fault": "lock_timeout"} if word else {"fault": "in_use"}
            self.simulator.fault(**fault, times=2, should_retry=word)
            if word:
                assert self.pay(client=client).status == "succeeded"
            else:
                self.refused(stripe.APIError, self.pay, client=client)
            assert len(self.simulator.arrivals) - start == arrivals
            self.simulator.control_delete("faults")
        # A stored failure is told again and again, and the money moved once.
        before = len(self.simulator.book)
        self.simulator.fault(fault="status", code=500, executed=True, times=1)
        self.refused(stripe.APIError, self.pay, client=client)
        assert len(self.simulator.book) - before == 1


def prove(document):
    """A judge that finds no fault in a wrong answer would prove nothing."""
    path = "/v1/payment_intents/pi_1"
    right = {"id": "pi_1", "object": "payment_intent", "created": 1, "livemode": False}
    for more, is_right in [
        ({"status": "succeeded"}, True),
        ({"status": "succeeded", "a_field_of_tomorrow": 1}, True),
        ({"status": "paid"}, False),
        ({"status": "succeeded", "amount": "1400"}, False),
        ({"status": "succeeded", "latest_charge": {"id": "ch_1"}}, False),
        ({"status": "succeeded", "next_action": {"type": 1}}, False),
        ({}, False),
    ]:
        faults = document.judge("GET", path, 200, json.dumps({**right, **more}))
        assert (not faults) == is_right, (more, faults)
    assert document.judge("GET", path, 404, json.dumps(right))
    assert document.judge("GET", "/v1/payment_intents/pi_1/wat", 200, "{}")


def prove_requests(document):
    """And one that finds none in a wrong request no more."""
    path = "/v1/payment_intents"
    amount = "amount=1400&currency=usd"
    for body, is_right in [
        (amount, True),
        (f"{amount}&payment_method_types[]=card&metadata[a]=1&confirm=true", True),
        (f"{amount}&payment_method_options[card][cvc_token]=x&expand[0]=customer", True),
        (f"{amount}&wat=1", False),
        (f"{amount}&confirm=yes", False),
        (f"{amount}&capture_method=later", False),
        (f"{amount}&payment_method_options[card][wat]=x", False),
        (f"{amount}&payment_method_types=card", False),
        ("amount=1400", False),
        ("amount=14.00&currency=usd", False),
    ]:
        faults = document.judge_request("POST", path, "", body)
        assert (not faults) == is_right, (body, faults)
    assert not document.judge_request("GET", path, "created[gte]=1&limit=3", "")
    assert document.judge_request("GET", path, "status=succeeded", "")
    assert document.judge_request("POST", "/v1/payment_intents/pi_1/wat", "", "")


# All that PayOnce asks of Stripe, with all the parameters that it has for it.
OUR_CALLS = {
    "POST /v1/payment_intents": "amount capture_method confirm confirmation_method currency"
    " customer expand metadata off_session payment_method payment_method_options payment_method_types"
    " return_url setup_future_usage statement_descriptor_suffix use_stripe_sdk",
    "POST /v1/payment_intents/id/confirm": "expand payment_method return_url use_stripe_sdk",
    "POST /v1/payment_intents/id/capture": "amount_to_capture",
    "POST /v1/payment_intents/id/cancel": "cancellation_reason",
    "GET /v1/payment_intents/id": "expand",
    "GET /v1/payment_intents": "created limit starting_after",
    "GET /v1/charges": "created limit starting_after",
    "GET /v1/payment_methods/id": "",
    "POST /v1/payment_methods/id/detach": "",
    "POST /v1/customers": "metadata",
    "GET /v1/customers/id": "",
    "GET /v1/customers/id/payment_methods": "limit type",
    "POST /v1/customer_sessions": "components customer",
    "POST /v1/ephemeral_keys": "customer",
    "POST /v1/refunds": "amount metadata payment_intent reason",
    "GET /v1/events": "created limit starting_after types",
    "GET /v1/disputes/id": "",
    "GET /v1/refunds": "created limit payment_intent",
}


def what_our_client_sends(program, check, document):
    """PayOnce asks for nothing that Stripe does not know."""
    simulator = check.simulator
    # More than stand on one page of what the service lists.
    for _ in range(101):
        check.pay()
    start = len(simulator.arrivals)
    database = Database()
    try:
        service = Service(program, simulator.address, database)
        try:
            use(service, simulator)
        finally:
            service.stop()
    finally:
        database.stop()
    # Tokens of security codes are the app's, and customers are listed and deleted in the dashboard.
    others = {("POST", "/v1/tokens"), ("GET", "/v1/customers")}
    arrivals = [
        one
        for one in simulator.arrivals[start:]
        if (one["method"], one["path"]) not in others and one["method"] != "DELETE"
    ]
    for arrival in arrivals:
        method, path = arrival["method"], arrival["path"]
        faults = document.judge_request(method, path, arrival["query"] or "", arrival["body"])
        if faults:
            raise SystemExit(f"PayOnce sent {method} {path} with {faults}")
    sent = kinds(arrivals)
    assert set(sent) == set(OUR_CALLS), set(sent) ^ set(OUR_CALLS)
    for call, names in OUR_CALLS.items():
        assert sent[call] == set(names.split()), (call, sent[call] ^ set(names.split()))
    return len(arrivals), len(sent)


def kinds(arrivals):
    """Methods and paths without the ids, each with the names of its parameters."""
    ids = re.compile(r"/(pi|pm|cus|du)_\w+")
    found = {}
    for one in arrivals:
        call = f"{one['method']} {ids.sub('/id', one['path'])}"
        names = {*form.parse(one["query"] or ""), *form.parse(one["body"])}
        found[call] = found.get(call, set()) | names
    return found


def after_a_kill(program, state, check):
    """A simulator that was killed goes on where it was."""
    key = "check-kill"
    paid = check.pay(key=key)
    book = check.simulator.book
    check.simulator.kill()
    # As if the kill had come in the middle of a line.
    with open(os.path.join(state, "journal.jsonl"), "a") as journal:
        journal.write('{"format":1,"pla')
    simulator = Simulator(program, state)
    try:
        second = Check(simulator, check.recorder)
        assert simulator.book == book
        assert second.client.v1.payment_intents.retrieve(paid.id).to_dict() == paid.to_dict()
        assert second.pay(key=key).last_response.body == paid.last_response.body
        assert simulator.book == book
        last = second.pay()
        assert last.id != paid.id
        taken = subprocess.run(
            [program, "simulator", "--listen", "127.0.0.1:0", "--state", state],
            capture_output=True,
            text=True,
        )
        assert taken.returncode == 2 and "Another simulator" in taken.stderr
    finally:
        simulator.kill()
    simulator = Simulator(program, state)
    try:
        third = Check(simulator, check.recorder)
        assert third.client.v1.payment_intents.retrieve(last.id).to_dict() == last.to_dict()
        simulator.control("reset", {})
        assert simulator.book == []
    finally:
        simulator.kill()
    simulator = Simulator(program, state)
    try:
        assert simulator.book == []
    finally:
        simulator.kill()


def main(program):
    document = Document()
    prove(document)
    prove_requests(document)
    recorder = Recorder(document)
    with tempfile.TemporaryDirectory() as state:
        simulator = Simulator(program, state)
        try:
            check = Check(simulator, recorder)
            for name in [name for name in dir(check) if name.startswith("check_")]:
                getattr(check, name)()
                print(f"ok {name.removeprefix('check_').replace('_', ' ')}", flush=True)
            count, calls = what_our_client_sends(program, check, document)
            print(f"ok what our client sends: {count} requests of {calls} kinds", flush=True)
            after_a_kill(program, state, check)
            print("ok after a kill")
        finally:
            simulator.kill()
    print(
        f"{recorder.count} answers to stripe-python {stripe.VERSION} are as Stripe's OpenAPI "
        f"document {document.version} says."
    )


if __name__ == "__main__":
    main(sys.argv[1])
