"""Holds the running service against its own OpenAPI description, by a tester that others wrote."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(here, "..", "simulator-check"))

from journey import Journey  # noqa: E402
from service import Database, Service  # noqa: E402
from simulator import Simulator  # noqa: E402

CONFIGURATION = os.path.join(here, "schemathesis.toml")


def judge(service, who, bearer):
    """Whether every answer to this caller is as described."""
    print(f"-- as {who}", flush=True)
    tester = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    words = [tester, "--config-file", CONFIGURATION, "run", "--no-color"]
    if bearer:
        words += ["--header", f"Authorization: Bearer {bearer}"]
        # To these everybody is as good as a guest.
        words += ["--exclude-method", "OPTIONS", "--exclude-method", "HEAD"]
        words += ["--exclude-tag", "service"]
    address = f"http://{service.address}/openapi.json"
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*words, address], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    text = done.stdout.decode()
    if done.returncode != 0 or os.environ.get("PAYONCE_CHECK_VERBOSE"):
        print(text)
    cases = re.search(r"\d+ generated, .*", text)
    seconds = time.monotonic() - began
    print(f"{cases.group() if cases else 'nothing generated'} ({seconds:.0f} s)", flush=True)
    return done.returncode == 0 and cases is not None


def main(program):
    with contextlib.ExitStack() as ends, tempfile.TemporaryDirectory() as state:
        database = Database()
        ends.callback(database.stop)
        simulator = Simulator(program, state)
        ends.callback(simulator.kill)
        secret = {"PAYONCE_CUSTOMER_TOKEN_SECRET": "for this check and for nothing else in the world"}
        service = Service(program, simulator.address, database, **secret)
        ends.callback(service.stop)
        callers = {
            "a guest": None,
            "a customer": service.token("ann"),
            "the shop": service.key("merchant"),
        }
        count = Journey(service, simulator).go()
        print(f"ok {count} answers on the ways of payments", flush=True)
        verdicts = [judge(service, who, bearer) for who, bearer in callers.items()]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
