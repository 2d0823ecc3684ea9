"""What a customer sees on the page and does there."""

import re
import time

VISA = "4242424242424242"
CHALLENGE = "4000002500003155"
POOR = "4000000000009995"
WRONG_CODE = "4000000000000101"


class Customer:
    """One browser with one window, as fresh as on the first day."""

    def __init__(self, shop, browser, **looks):
        self.shop = shop
        self.context = browser.new_context(**looks)
        self.page = self.context.new_page()
        self.troubles = []
        self.paying = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.note)
        self.page.on("request", self.count)
        self.before = len(shop.simulator.book)
        self.visit()

    def note(self, message):
        # A request that is lost on purpose is told in the console too.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.troubles.append(message.text)

    def count(self, request):
        if request.url.endswith("/pay"):
            self.paying.append(request.post_data_json)

    def visit(self):
        self.page.goto(self.shop.address)
        self.page.locator("input.number").first.wait_for(state="attached")

    def leave(self):
        self.context.close()
        assert not self.troubles, self.troubles

    # What is seen

    def sees(self, selector, text=None, seconds=30):
        found = self.page.locator(selector)
        if text is not None:
            found = found.filter(has_text=text)
        found.first.wait_for(state="visible", timeout=seconds * 1000)

    @property
    def is_paid(self):
        return self.page.locator("#paid").is_visible()

    def sees_paid(self, charges=1):
        """The page says "paid", and so does the bank, so many times."""
        self.sees("#paidTitle", "Paid")
        self.is_charged(charges)

    def is_charged(self, charges):
        told = len(self.shop.simulator.book) - self.before
        assert told == charges, f"{told} charges, not {charges}: {self.shop.simulator.book}"

    def sees_refusal(self, words):
        """The page says why, the bank has nothing, and the form is there again."""
        self.sees("#alert", words)
        self.sees("#pay")
        assert not self.is_paid

    # What is done

    def fill(self, number):
        page = self.page
        page.locator("#card input.number").fill(number)
        page.locator("#card input.expiry").fill("12/34")
        page.locator("#card input.cvc").fill("123")

    def tap(self):
        self.sees("#pay:not([disabled])", re.compile(r"Pay \S"))
        self.page.locator("#pay").click()

    def pay(self, number):
        self.fill(number)
        self.tap()

    def answers(self, name):
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()

    def signs_in(self):
        self.page.get_by_role("button", name="Sign in as ann").click()
        self.sees("#sign", "Sign out ann")

    def goes_on(self, number, seconds=90):
        """Does what the page asks for until it says paid, as somebody would who wants the thing."""
        page = self.page
        end = time.monotonic() + seconds
        while not self.is_paid:
            assert time.monotonic() < end, page.locator("main").inner_text()
            button = page.get_by_role("dialog").get_by_role("button", name="Complete")
            if button.is_visible() and button.is_enabled():
                button.click()
            elif page.locator("#goOn").is_visible():
                page.locator("#goOn").click()
            elif page.locator("#checkout:not([inert]) #pay:not([disabled])").is_visible():
                self.pay(number)
            page.wait_for_timeout(50)
