"""A simulator of its own for the check, and the control calls."""

import json
import re
import subprocess
import urllib.request


class Simulator:
    def __init__(self, program, state):
        self.process = subprocess.Popen(
            [program, "simulator", "--listen", "127.0.0.1:0", "--state", state],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise SystemExit(f"The simulator did not start: {line!r}")
        self.address = found.group()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def control(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self.address}/_simulator/{path}", data) as answer:
            return json.load(answer)

    def control_delete(self, path):
        request = urllib.request.Request(f"{self.address}/_simulator/{path}", method="DELETE")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def fault(self, **fault):
        self.control("faults", fault)

    def authenticate(self, intent, outcome="success"):
        self.control(f"payment_intents/{intent}/authenticate", {"outcome": outcome})

    def security_code(self):
        """A token of a security code, as the app makes it at Stripe."""
        request = urllib.request.Request(
            f"{self.address}/v1/tokens",
            b"cvc_update[cvc]=123",
            {"Authorization": "Bearer pk_test_check"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["id"]

    def delete_customers(self):
        """What somebody does in the dashboard."""
        headers = {"Authorization": "Bearer sk_test_check"}
        address = f"{self.address}/v1/customers"
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            customers = json.load(answer)["data"]
        for customer in customers:
            request = urllib.request.Request(
                f"{address}/{customer['id']}", headers=headers, method="DELETE"
            )
            with urllib.request.urlopen(request) as answer:
                assert json.load(answer)["deleted"]

    @property
    def book(self):
        return self.control("book")["book"]

    @property
    def arrivals(self):
        return self.control("requests?since=0")["requests"]
