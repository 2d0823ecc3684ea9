"""PayOnce itself with a PostgreSQL of its own, for what it asks of Stripe."""

import glob
import json
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Database:
    """A PostgreSQL server that listens on a socket of its own only. It refuses root, for whom the
    user `postgres` runs it."""

    def __init__(self):
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.folder = tempfile.mkdtemp(prefix="payonce-check-", dir="/tmp")
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.data = os.path.join(self.folder, "data")
        self.run("initdb", "-D", self.data, "-A", "trust", "-N", "-U", self.user)
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        log = os.path.join(self.folder, "log")
        self.run("pg_ctl", "-D", self.data, "-l", log, "-w", "-o", options, "start")
        self.url = f"postgresql:///postgres?host={self.folder}&user={self.user}"

    def stop(self):
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder)

    def run(self, program, *arguments):
        path = shutil.which(program) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{program}"))
        subprocess.run(
            [*self.as_user, path, *arguments],
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Service:
    def __init__(self, program, stripe, database, **settings):
        self.address = f"127.0.0.1:{free_port()}"
        self.environment = {
            "PATH": os.environ["PATH"],
            "DATABASE_URL": database.url,
            "STRIPE_API_BASE": stripe,
            "STRIPE_SECRET_KEY": "sk_test_service",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_service",
            "PAYONCE_LISTEN": self.address,
            "PAYONCE_OPS_LISTEN": "127.0.0.1:0",
            "PAYONCE_STATEMENT_DESCRIPTOR_SUFFIX": "CHECK",
            "PAYONCE_CUSTOMER_TOKEN_SECRET": "a secret for customers of a check",
            **settings,
        }
        self.program = program
        self.run("migrate")
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as prices:
            prices.write("item_id,currency,unit_amount\nbook,usd,1400\n")
            prices.write("photo_subscription,usd,1400\n")
            prices.flush()
            self.run("catalog", "import", prices.name)
        self.process = subprocess.Popen(
            [program, "serve"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        line = self.process.stdout.readline()
        if "listens on" not in line:
            raise SystemExit(f"The service did not start: {line!r}")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def run(self, *words, codes=(0,)):
        """What a command of the program prints."""
        done = subprocess.run(
            [self.program, *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        if done.returncode not in codes:
            raise SystemExit(f"{words} ended with {done.returncode}: {done.stdout}")
        return done.stdout

    def key(self, role):
        """A new API key."""
        return self.run("keys", "create", "--role", role, "--name", "check").split()[-1]

    def token(self, customer):
        """A token with which a customer of the shop signs in."""
        return self.run("token", "--customer-ref", customer).strip()

    def merchant(self):
        """The headers of the shop's own server, with a new API key."""
        return {"Authorization": f"Bearer {self.key('merchant')}"}

    def customer(self, reference):
        """The headers of a customer who has signed in."""
        return {"Authorization": f"Bearer {self.token(reference)}"}

    def send(self, method, path, body, headers):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://{self.address}{path}",
            data,
            {"Content-Type": "application/json", **headers},
            method=method,
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def post(self, path, body, **headers):
        return self.send("POST", path, body, headers)

    def pay(self, method, asker=None, **more):
        body = {"paymentMethodId": method, "items": ["book"], **more}
        return self.post("/pay", body, **(asker or {}))


def use(service, simulator):
    """Leads the service through all that it asks of Stripe."""
    assert service.pay("pm_card_visa")["status"] == "succeeded"
    assert service.pay("pm_card_chargeDeclined", orderId="o-1")["status"] == "declined"
    asked = service.pay(
        "pm_card_authenticationRequired",
        orderId="o-2",
        useStripeSdk=True,
        returnUrl="shop://back",
    )
    assert asked["requiresAction"], asked
    again = {"paymentIntentId": asked["paymentIntentId"]}
    assert service.post("/pay", again)["status"] == "requires_action"
    simulator.authenticate(asked["paymentIntentId"])
    assert service.post("/pay", again)["status"] == "succeeded"
    left = service.pay("pm_card_authenticationRequired", orderId="o-3")
    secret = {"Payment-Client-Secret": left["clientSecret"]}
    ended = service.post(f"/payments/{left['paymentId']}/cancel", {}, **secret)
    assert ended["status"] == "canceled", ended
    give_back(service)
    keep_cards(service, simulator)
    be_disputed(service, simulator)
    open_sheets(service)
    # Stripe keeps a failure as the answer to the key, so that the service has to list what it has.
    simulator.fault(
        fault="status",
        code=500,
        executed=True,
        method="POST",
        path="/v1/payment_intents",
        times=1,
    )
    assert service.pay("pm_card_mastercard", orderId="o-4")["status"] == "succeeded"
    # The simulator has payments that this service did not make, so that there are findings.
    told = service.run("audit", codes=(1,))
    assert "intent_without_row" in told, told


def give_back(service):
    """Refunds a part of a payment, and then the rest."""
    paid = service.pay("pm_card_visa", orderId="o-5")
    merchant = service.merchant()
    path = f"/payments/{paid['paymentId']}/refunds"
    for number, body in enumerate([{"amount": 400, "reason": "duplicate"}, {}]):
        key = {"Idempotency-Key": f"refund-{number}"}
        given = service.post(path, body, **merchant, **key)
        assert given["status"] == "succeeded", given


def be_disputed(service, simulator):
    """A charge is disputed, which the service learns from Stripe's events, and reads."""
    start = len(simulator.arrivals)
    assert service.pay("pm_card_createDispute", orderId="o-6")["status"] == "succeeded"
    end = time.monotonic() + 60
    while not any(one["path"].startswith("/v1/disputes/") for one in simulator.arrivals[start:]):
        assert time.monotonic() < end, "the dispute was not read within a minute"
        time.sleep(0.5)


def keep_cards(service, simulator):
    """Saves cards, pays with them and their security codes, and takes them off: one whose code is
    right, one whose code is wrong, and one that asks for 3-D Secure in between."""
    ann = service.customer("ann")
    for name in ["visa", "cvcCheckFail", "authenticationRequired"]:
        saving = {"savePaymentMethod": True, "consent": "terms 1", "orderId": f"save-{name}"}
        told = finish(service, simulator, ann, service.pay(f"pm_card_{name}", ann, **saving))
        assert told["status"] == "succeeded", told
    cards = service.send("GET", "/payment-methods", None, ann)["paymentMethods"]
    ends = {"4242": "succeeded", "0101": "declined", "3184": "succeeded"}
    assert {card["last4"] for card in cards} == set(ends), cards
    for card in cards:
        code = {"cvcToken": simulator.security_code(), "orderId": f"code-{card['last4']}"}
        told = finish(service, simulator, ann, service.pay(card["id"], ann, **code))
        assert told["status"] == ends[card["last4"]], told
    charge_away(service, simulator, ann, {card["last4"]: card["id"] for card in cards})
    for card in cards:
        assert service.send("DELETE", f"/payment-methods/{card['id']}", None, ann)["deleted"]
    # Whose list is not there any more is looked at.
    simulator.delete_customers()
    assert service.send("GET", "/payment-methods", None, ann)["paymentMethods"] == []


def charge_away(service, simulator, ann, cards):
    """Charges saved cards while their customer is away, who then has to come for one of them."""
    merchant = service.merchant()
    for last4, status in [("4242", "succeeded"), ("3184", "requires_payment_method")]:
        body = {
            "customerRef": "ann",
            "orderId": f"away-{last4}",
            "amount": 2350,
            "currency": "usd",
            "paymentMethodId": cards[last4],
        }
        key = {"Idempotency-Key": f"away-{last4}"}
        told = service.post("/off-session-payments", body, **merchant, **key)
        assert told["status"] == status, told
    again = {"paymentIntentId": told["paymentIntentId"], "useStripeSdk": True}
    asked = service.post("/pay", {**again, "returnUrl": "shop://back"}, **ann)
    assert asked["status"] == "requires_action", asked
    assert finish(service, simulator, ann, asked)["status"] == "succeeded"


def open_sheets(service):
    """Opens intents that an app confirms, with what their sheets show saved cards with, and makes
    the first try for a confirm handler."""
    bob = service.customer("bob")
    assert service.post("/payment-sheet", {})["customerSessionClientSecret"]
    sheet = {"savePaymentMethod": True, "apiVersion": "2020-08-27"}
    assert service.post("/payment-sheet", sheet, **bob)["ephemeralKey"]
    element = {"requireCvcRecollection": True, "orderId": "sheet-1"}
    assert service.post("/create-intent", element, **bob)["clientSecret"]
    assert service.post("/customer-session", {}, **bob)["customerSessionClientSecret"]
    tried = {"payment_method_id": "pm_card_visa", "return_url": "shop://back", "orderId": "sheet-2"}
    assert list(service.post("/confirm_intent", tried)) == ["intentClientSecret"]


def finish(service, simulator, asker, told):
    """What a payment comes to once its customer has proved who they are, where that is asked."""
    if told["status"] != "requires_action":
        return told
    simulator.authenticate(told["paymentIntentId"])
    return service.post("/pay", {"paymentIntentId": told["paymentIntentId"]}, **asker)
