"""A shop with the checkout page: the page's folder, served by the service, beside the simulator."""

import json
import os
import shutil
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(here, "..", "simulator-check"))

from service import Database, Service  # noqa: E402
from simulator import Simulator  # noqa: E402

PAGE = os.path.join(here, "..", "..", "Sources", "payonce", "Page")


class Shop:
    def __init__(self, program, ends):
        folder = tempfile.mkdtemp(prefix="payonce-page-")
        ends.callback(shutil.rmtree, folder)
        database = Database()
        ends.callback(database.stop)
        self.simulator = Simulator(program, os.path.join(folder, "simulator"))
        ends.callback(self.simulator.kill)
        page = os.path.join(folder, "page")
        shutil.copytree(PAGE, page)
        # What is read once, at the start, has to be there before it; the token is made after.
        settings = {"PAYONCE_STATIC_DIR": page}
        self.write(page, None)
        first = Service(program, self.simulator.address, database, **settings)
        token = first.token("ann")
        first.stop()
        self.write(page, token)
        self.service = Service(program, self.simulator.address, database, **settings)
        ends.callback(self.service.stop)
        self.address = f"http://{self.service.address}/"

    def write(self, page, token):
        shop = {
            "currency": "usd",
            "items": [
                {"id": "photo_subscription", "name": "Photo subscription", "quantity": 1},
                {"id": "book", "name": "Photo book", "quantity": 0},
            ],
            "stripeJs": self.simulator.address + "/v3/",
            "customer": {"name": "ann", "token": token},
        }
        with open(os.path.join(page, "shop.json"), "w") as file:
            json.dump(shop, file)

    @property
    def charges(self):
        return [(one["amount"], one["refunded"]) for one in self.simulator.book]
