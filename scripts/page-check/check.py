"""Pays on the checkout page in a real browser, and compares what it says with the bank's book."""

import contextlib
import os
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from customer import CHALLENGE, POOR, VISA, WRONG_CODE, Customer
from shop import Shop

PHONE = {"viewport": {"width": 375, "height": 760}, "has_touch": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
CHECKS = []


def check(function):
    """One story, told by its name."""
    CHECKS.append(function)
    return function


# The guides' three cards


@check
def a_card_pays(meet):
    ann = meet()
    ann.pay(VISA)
    ann.sees_paid()
    ann.sees("#paidAmount", "$14.00")
    ann.sees("#paidNumber", "pay_")


@check
def a_challenge_is_completed(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.is_charged(0)
    ann.answers("Complete")
    ann.sees_paid()


@check
def a_poor_card_is_declined_and_another_pays(meet):
    ann = meet()
    ann.pay(POOR)
    ann.sees_refusal("insufficient funds")
    ann.is_charged(0)
    ann.pay(VISA)
    ann.sees_paid()


@check
def a_challenge_fails_and_another_card_pays(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.answers("Fail")
    ann.sees_refusal("Your card was denied")
    ann.is_charged(0)
    ann.pay(VISA)
    ann.sees_paid()


@check
def a_challenge_is_canceled_and_tried_again(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.page.keyboard.press("Escape")
    ann.sees_refusal("Your card was denied")
    ann.is_charged(0)
    ann.pay(CHALLENGE)
    ann.answers("Complete")
    ann.sees_paid()


@check
def what_is_typed_wrong_is_told_before_it_is_sent(meet):
    ann = meet()
    ann.fill("4242424242424241")
    ann.sees("#fieldError", "Your card number is invalid.")
    ann.tap()
    ann.page.locator("#card input.number").fill(VISA)
    ann.page.locator("#card input.cvc").fill("1")
    ann.tap()
    ann.sees("#fieldError", "security code is incomplete")
    assert not ann.paying
    ann.pay(VISA)
    ann.sees_paid()


@check
def the_keyboard_is_enough(meet):
    ann = meet()
    page = ann.page
    ann.sees("#pay:not([disabled])")
    ann.page.locator("#item-book").focus()
    page.keyboard.press("ArrowDown")
    ann.sees("#total", "$28.00")
    page.keyboard.press("Tab")
    # Each field goes on to the next when it is full.
    page.keyboard.type(CHALLENGE + "1234" + "123", delay=5)
    ann.sees("#pay:not([disabled])")
    page.keyboard.press("Enter")
    ann.sees("[aria-labelledby=title]")
    page.keyboard.press("Enter")
    ann.sees_paid()
    assert page.evaluate("document.activeElement.id") == "paidTitle"
    assert ann.shop.charges[-1][0] == 2800


# Saved cards


@check
def a_saved_card_pays_with_its_code(meet):
    ann = meet()
    ann.signs_in()
    ann.page.get_by_label("Save this card").check()
    ann.pay(VISA)
    ann.sees_paid()
    ann.page.get_by_role("button", name="New order").click()
    ann.sees("#saved", "Visa ending in 4242")
    ann.tap()
    ann.sees("#fieldError", "security code is incomplete")
    ann.page.locator("#code input.cvc").fill("123")
    ann.tap()
    ann.sees_paid(charges=2)
    assert ann.paying[-1]["cvcToken"].startswith("cvctok_")
    ann.page.get_by_role("button", name="New order").click()
    ann.page.get_by_role("button", name="Remove Visa").first.click()
    ann.sees("#status", "The card is removed.")


@check
def a_saved_card_with_a_wrong_code_is_declined(meet):
    ann = meet()
    ann.signs_in()
    ann.page.get_by_label("Save this card").check()
    ann.pay(WRONG_CODE)
    ann.sees_paid()
    ann.page.get_by_role("button", name="New order").click()
    ann.sees("#saved", "ending in 0101")
    ann.page.locator("#code input.cvc").fill("999")
    ann.tap()
    ann.sees_refusal("security code")
    ann.is_charged(1)
    ann.page.get_by_label("Another card").check()
    ann.pay(VISA)
    ann.sees_paid(charges=2)
    ann.page.get_by_role("button", name="New order").click()
    ann.page.get_by_role("button", name="Remove Visa").first.click()
    ann.sees("#status", "The card is removed.")


# Impatience


@check
def a_double_click_pays_once(meet):
    ann = meet()
    ann.fill(VISA)
    ann.sees("#pay:not([disabled])", "$14.00")
    ann.page.locator("#pay").dblclick()
    ann.page.evaluate("for (let n = 0; n < 5; n++) document.forms[0].requestSubmit()")
    ann.sees_paid()
    assert not ann.page.evaluate(
        "document.forms[0].requestSubmit(), document.body.classList.contains('busy')"
    )
    assert len(ann.paying) == 1, ann.paying


@check
def two_windows_of_one_checkout_pay_once(meet):
    ann = meet()
    ann.fill(VISA)
    kept = ann.page.evaluate("JSON.stringify(sessionStorage)")
    other = meet()
    # As browsers do where a tab is duplicated.
    other.page.evaluate("(kept) => Object.assign(sessionStorage, JSON.parse(kept))", kept)
    other.visit()
    other.fill("5555555555554444")
    ann.sees("#pay:not([disabled])", "$14.00")
    other.sees("#pay:not([disabled])", "$14.00")
    ann.page.locator("#pay").click(no_wait_after=True)
    other.page.locator("#pay").click(no_wait_after=True)
    ann.sees_paid()
    other.sees_paid()


@check
def a_reload_in_the_challenge_goes_on_with_it(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.page.reload()
    ann.sees("[aria-labelledby=title]")
    ann.answers("Complete")
    ann.sees_paid()
    ann.page.reload()
    ann.sees_paid()


@check
def a_reload_while_it_is_charged_pays_once(meet):
    ann = meet()
    meet.shop.simulator.fault(
        fault="slow", seconds=2, method="POST", path="/v1/payment_intents", times=1
    )
    ann.fill(VISA)
    ann.tap()
    while not ann.paying:
        ann.page.wait_for_timeout(20)
    ann.page.reload()
    ann.sees_paid()


@check
def back_and_forth_says_paid_and_a_new_order_pays_again(meet):
    ann = meet()
    ann.pay(VISA)
    ann.sees_paid()
    ann.page.goto("about:blank")
    ann.page.go_back()
    ann.sees_paid()
    ann.page.get_by_role("button", name="New order").click()
    ann.pay(VISA)
    ann.sees_paid(charges=2)
    ann.page.go_forward()
    ann.page.go_back()
    ann.sees_paid(charges=2)


@check
def leaving_in_the_challenge_and_coming_back_pays_once(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.page.goto("about:blank")
    ann.page.go_back()
    ann.goes_on(CHALLENGE)
    ann.sees_paid()


@check
def a_tap_of_yesterday_is_not_repeated_without_a_tap(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.page.evaluate(
        """() => {
            const kept = JSON.parse(sessionStorage['payonce.checkout']);
            sessionStorage['payonce.checkout'] = JSON.stringify({...kept, tapped: 1});
        }"""
    )
    count = len(ann.paying)
    ann.page.reload()
    ann.sees("#unfinishedText", "some time ago")
    assert len(ann.paying) == count
    ann.page.locator("#goOn").click()
    ann.answers("Complete")
    ann.sees_paid()


# Lost networks


def losing(ann, number, is_executed):
    """Loses one request of the page or its answer. Returns the list of what went over the wire."""
    seen = []

    def pass_or_lose(route):
        if route.request.method == "OPTIONS":
            return route.continue_()
        seen.append(f"{route.request.method} {route.request.url}")
        if len(seen) != number:
            return route.continue_()
        if is_executed:
            route.fetch()
        return route.abort("connectionreset")

    for pattern in ["**/pay", "**/v1/**", "**/v3/challenges/**"]:
        ann.page.route(pattern, pass_or_lose)
    return seen


@check
def whatever_request_is_lost_it_is_paid_once(meet):
    for number in range(1, 8):
        for is_executed in [False, True]:
            ann = meet()
            seen = losing(ann, number, is_executed)
            ann.goes_on(CHALLENGE)
            assert len(seen) >= max(7, number), seen
            ann.sees_paid()
            ann.leave()


@check
def an_outage_in_the_challenge_ends_in_one_charge(meet):
    ann = meet()
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    ann.context.set_offline(True)
    ann.answers("Complete")
    ann.sees("[role=alert]", "cannot be reached")
    ann.context.set_offline(False)
    ann.answers("Complete")
    ann.sees_paid()


@check
def an_outage_at_the_tap_is_told_and_ends_in_one_charge(meet):
    ann = meet()
    ann.page.route("**/pay", lambda route: route.abort("internetdisconnected"))
    ann.pay(VISA)
    ann.sees("#status", "The connection is lost")
    ann.is_charged(0)
    ann.page.unroute("**/pay")
    ann.sees_paid()


@check
def an_answer_that_stripe_lost_is_waited_for(meet):
    ann = meet()
    meet.shop.simulator.fault(
        fault="drop_after", method="POST", path="/v1/payment_intents", times=1
    )
    ann.pay(VISA)
    ann.goes_on(VISA)
    ann.sees_paid()


# The page itself


@check
def nothing_foreign_runs_on_the_page(meet):
    ann = meet()
    for name in ["script-src 'self' http://127.0.0.1:", "default-src 'none'", "frame-ancestors"]:
        answer = ann.page.request.get(meet.shop.address)
        assert name in answer.headers["content-security-policy"], answer.headers
    ann.page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.body.append(script);
        }"""
    )
    assert ann.page.evaluate("window.ran") is None
    assert any("Content Security Policy" in told for told in ann.troubles), ann.troubles
    ann.troubles.clear()
    for path in ["%2fetc/passwd", "..%2fshop.json", "/etc/passwd", ".git/config", "no.html"]:
        assert ann.page.request.get(meet.shop.address + path).status == 404, path


@check
def everybody_can_use_it_and_it_looks_right(meet):
    for name, looks in [("phone", PHONE), ("desktop", DESKTOP)]:
        for scheme in ["light", "dark"]:
            ann = meet(**looks, color_scheme=scheme, reduced_motion="reduce")
            look_at(ann, meet.pictures, f"{name}-{scheme}")
            ann.leave()


def look_at(ann, pictures, name):
    """Goes through all that the page can show."""

    def look(what):
        folder = os.path.join(pictures, f"{name}-{what}.png")
        ann.page.screenshot(path=folder, full_page=True)
        found = Axe().run(ann.page)
        assert found.violations_count == 0, f"{name}, {what}: {found.generate_report()}"
        width = ann.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{name}, {what}: {width} pixels too wide"

    ann.sees("#pay:not([disabled])", "$14.00")
    ann.page.locator("#card summary").click()
    look("form")
    ann.pay(POOR)
    ann.sees_refusal("insufficient funds")
    look("declined")
    ann.fill("4242424242424241")
    ann.sees("#fieldError", "invalid")
    look("invalid")
    ann.pay(CHALLENGE)
    ann.sees("[aria-labelledby=title]")
    look("challenge")
    ann.page.route("**/v3/challenges/**", lambda route: route.abort())
    ann.page.reload()
    ann.sees("#unfinished")
    look("unfinished")
    ann.page.locator("#giveUp").click()
    ann.sees_refusal("canceled")
    ann.page.unroute("**/v3/challenges/**")
    ann.signs_in()
    ann.page.get_by_label("Save this card").check()
    ann.pay(VISA)
    ann.sees_paid()
    look("paid")
    ann.page.get_by_role("button", name="New order").click()
    ann.sees("#saved", "Visa ending in 4242")
    ann.sees("#pay:not([disabled])", "$14.00")
    look("saved")
    ann.page.get_by_role("button", name="Remove Visa").first.click()
    ann.sees("#status", "The card is removed.")


class Meeting:
    """Makes customers for one story, and sees them off."""

    def __init__(self, shop, browser, pictures):
        self.shop = shop
        self.browser = browser
        self.pictures = pictures
        self.customers = []

    def __call__(self, **looks):
        self.customers.append(Customer(self.shop, self.browser, **{"locale": "en-US", **looks}))
        return self.customers[-1]

    def end(self):
        for customer in self.customers:
            customer.leave()


def main(program, pictures, wanted):
    os.makedirs(pictures, exist_ok=True)
    failed = 0
    with sync_playwright() as driver, contextlib.ExitStack() as ends:
        shop = Shop(program, ends)
        browser = driver.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        ends.callback(browser.close)
        for story in CHECKS:
            if wanted and story.__name__ not in wanted:
                continue
            began = time.monotonic()
            meeting = Meeting(shop, browser, pictures)
            try:
                story(meeting)
                meeting.end()
                word = "ok"
            except Exception as error:
                failed += 1
                word = f"FAILED ({error})"
            name = story.__name__.replace("_", " ")
            print(f"{word} {name} ({time.monotonic() - began:.1f} s)", flush=True)
    print(f"{len(CHECKS)} stories, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
