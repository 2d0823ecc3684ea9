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
            "PAYONCE_STATEMENT_DESCRIPTOR_SUFFIX": "CHECK",
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

    def run(self, *words):
        """What the program says."""
        done = subprocess.run(
            [self.program, *words],
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def key(self, role):
        """A new API key."""
        return self.run("keys", "create", "--role", role, "--name", "check").split()[-1]

    def token(self, customer):
        """A token with which a customer of the shop signs in."""
        return self.run("token", "--customer-ref", customer).strip()

    def post(self, path, body, **headers):
        request = urllib.request.Request(
            f"http://{self.address}{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", **headers},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def pay(self, method, **more):
        return self.post("/pay", {"paymentMethodId": method, "items": ["book"], **more})


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
    # A saved answer is lost, so that the service has to list what Stripe holds.
    simulator.fault(fault="drop_before", method="POST", path="/v1/payment_intents", times=1)
    service.pay("pm_card_mastercard", orderId="o-4")


def give_back(service):
    """Refunds a part of a payment, and then the rest."""
    paid = service.pay("pm_card_visa", orderId="o-5")
    merchant = {"Authorization": f"Bearer {service.key('merchant')}"}
    path = f"/payments/{paid['paymentId']}/refunds"
    for number, body in enumerate([{"amount": 400, "reason": "duplicate"}, {}]):
        key = {"Idempotency-Key": f"refund-{number}"}
        given = service.post(path, body, **merchant, **key)
        assert given["status"] == "succeeded", given


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "what was waited for did not come"
        time.sleep(0.1)
