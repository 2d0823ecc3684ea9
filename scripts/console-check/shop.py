"""A shop with a thousand payments, one of which was charged twice, and with names that are markup."""

import os
import re
import shutil
import sys
import tempfile
import time
import urllib.error

here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(here, "..", "simulator-check"))

from service import Database, Service  # noqa: E402
from simulator import Simulator  # noqa: E402

MARKUP = "<img/src=x/onerror=window.hacked=1>"


class Shop:
    def __init__(self, program, ends, payments):
        folder = tempfile.mkdtemp(prefix="payonce-console-")
        ends.callback(shutil.rmtree, folder)
        database = Database()
        ends.callback(database.stop)
        self.simulator = Simulator(program, os.path.join(folder, "simulator"))
        ends.callback(self.simulator.kill)
        self.service = Service(program, self.simulator.address, database)
        ends.callback(self.service.stop)
        self.sell(MARKUP)
        self.console = self.address_of_console()
        self.key = self.service.key("ops")
        self.fill(payments)

    def sell(self, item):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as prices:
            prices.write(f"item_id,currency,unit_amount,name\n{item},usd,700,{item}\n")
            prices.flush()
            self.service.run("catalog", "import", prices.name)

    def until_sold(self, item):
        """The service reads its catalogue again from time to time."""
        end = time.monotonic() + 60
        while True:
            try:
                return self.service.post("/quote", {"items": [item]})
            except urllib.error.HTTPError:
                assert time.monotonic() < end, f"{item} is not sold"
                time.sleep(0.2)

    def address_of_console(self):
        while True:
            line = self.service.process.stdout.readline()
            assert line, "the service ended"
            found = re.search(r"http://\S+/ops/", line)
            if found:
                return found.group()

    def fill(self, payments):
        """Carts that all differ, so that nobody seems to pay twice but the one who did."""
        for number in range(payments - 6):
            items = [{"id": "book", "quantity": 1 + number % 40}]
            items.append({"id": "photo_subscription", "quantity": 1 + number // 40})
            method = "pm_card_chargeDeclined" if number % 25 == 7 else "pm_card_visa"
            self.service.pay(method, items=items, orderId=f"o-{number}")
        ann = self.service.customer("ann@example.com")
        for key in ["the first tap", "the second tap"]:
            told = self.service.pay(
                "pm_card_mastercard",
                {**ann, "Idempotency-Key": key.replace(" ", "-")},
                items=["book"],
            )
            assert told["status"] == "succeeded", told
        self.second = told["paymentId"]
        self.challenge()
        self.markup()

    def challenge(self):
        """One that waits for 3-D Secure, and one that has passed it."""
        waits = {"items": ["photo_subscription"], "orderId": "waits", "useStripeSdk": True}
        self.service.pay("pm_card_authenticationRequired", returnUrl="shop://back", **waits)
        passed = {"items": [{"id": "book", "quantity": 3}], "orderId": "3ds", "useStripeSdk": True}
        told = self.service.pay(
            "pm_card_authenticationRequired", returnUrl="shop://back", **passed
        )
        self.simulator.authenticate(told["paymentIntentId"])
        again = self.service.post("/pay", {"paymentIntentId": told["paymentIntentId"]})
        assert again["status"] == "succeeded", again
        self.challenged = told["paymentId"]

    def markup(self):
        """What comes from outside and is shown: customer, item, and what the bank says."""
        self.until_sold(MARKUP)
        eve = self.service.customer(MARKUP)
        told = self.service.pay(
            "pm_card_visa", {**eve, "Idempotency-Key": "k-1"}, items=[MARKUP]
        )
        assert told["status"] == "succeeded", told
        self.marked = told["paymentId"]
        self.simulator.fault(
            fault="status",
            code=402,
            executed=False,
            method="POST",
            path="/v1/payment_intents",
            times=1,
            body={
                "error": {
                    "type": "card_error",
                    "code": "card_declined",
                    "decline_code": MARKUP,
                    "message": MARKUP,
                }
            },
        )
        told = self.service.pay("pm_card_visa", {**eve, "Idempotency-Key": "k-2"}, orderId="evil")
        self.declined = told["paymentId"]

    def refunded(self):
        return [one for one in self.simulator.book if one["refunded"]]
