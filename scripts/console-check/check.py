"""Works in the console in a real browser, and compares what comes of it with the bank's book."""

import contextlib
import os
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from person import Person
from shop import MARKUP, Shop

PAYMENTS = 1000
PHONE = {"viewport": {"width": 375, "height": 760}, "has_touch": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
CHECKS = []


def check(function):
    """One story, told by its name. They are told in this order, in one shop."""
    CHECKS.append(function)
    return function


@check
def nothing_is_shown_without_a_key(meet):
    bob = meet()
    bob.sees("h1", "Sign in")
    bob.visit("#/payments")
    bob.sees("h1", "Sign in")
    bob.signs_in("payonce_ops_wrong")
    bob.sees("#alert", "no valid ops key")
    merchant = bob.shop.service.key("merchant")
    bob.signs_in(merchant)
    bob.sees("#alert", "no valid ops key")
    assert "pay_" not in bob.page.content()
    assert not bob.context.cookies()


@check
def a_double_charge_is_found_and_given_back_within_a_minute(meet):
    bob = meet()
    page = bob.page
    began = time.monotonic()
    bob.signs_in()
    bob.goes("Audit")
    page.get_by_role("button", name="Run the audit").click()
    bob.sees("#run", "findings are open", seconds=50)
    page.get_by_role("link", name="Look at the duplicates").click()
    bob.sees("h2", "The same cart was paid twice")
    assert page.locator("section.card").count() == 1
    bob.sees(".differs", "Payment")
    page.locator(f"[aria-label$='{bob.shop.second}']").and_(page.locator("button")).click()
    bob.sees("#dialogText", f"14.00 USD of {bob.shop.second}")
    page.screenshot(path=f"{meet.pictures}/found.png")
    # Without a reason nothing is done.
    page.locator("#reason").fill("  ")
    page.locator("#dialogYes").click()
    bob.sees("#dialogError", "Say why")
    assert not bob.shop.refunded()
    bob.gives_reason("Ann tapped twice")
    bob.sees("#status", "its money goes back")
    spent = time.monotonic() - began
    assert spent < 60, f"{spent:.0f} s"
    given = bob.shop.refunded()
    assert len(given) == 1 and given[0]["refunded"] == given[0]["amount"], given
    assert bob.shop.second in str(given[0]["metadata"]), given
    bob.sees("p", "Nobody seems to have been charged twice")
    bob.goes("Findings")
    bob.page.get_by_role("link", name="closed").click()
    bob.sees(".finding", "Ann tapped twice")
    print(f"   found and given back in {spent:.1f} s", flush=True)


@check
def a_payment_is_found_by_whatever_is_known_of_it(meet):
    bob = meet()
    bob.signs_in()
    for text in [bob.shop.second, "ann@example.com"]:
        bob.looks_for(text)
        bob.sees("#results", bob.shop.second)
    bob.looks_for("o-17")
    bob.sees("#results caption", "1 found")
    bob.looks_for("nothing-is-like-this")
    bob.sees("#results", "No payment is like that")
    bob.page.get_by_text("By Idempotency-Key").click()
    bob.page.locator("#idempotencyKey").fill("the-second-tap")
    bob.page.locator("#keyCustomer").fill("ann@example.com")
    bob.page.get_by_role("button", name="Look up").click()
    bob.sees("#results caption", "Under this key")
    bob.sees("#results", bob.shop.second)
    bob.page.locator("#results a.number").first.click()
    bob.sees("h1", "Payment")
    bob.sees(".timeline")
    bob.sees("table", "Ann tapped twice")


@check
def a_timeline_tells_of_the_challenge(meet):
    bob = meet()
    bob.signs_in()
    bob.visit(f"#/payment/{bob.shop.challenged}")
    bob.sees(".timeline")
    told = bob.page.locator(".timeline").get_attribute("aria-label")
    places = [told.find(word) for word in ["asks to pay", "create 1", "challenge", "confirm 1"]]
    assert -1 not in places and places == sorted(places), told


@check
def markup_from_outside_stays_text(meet):
    bob = meet()
    bob.signs_in()
    for payment in [bob.shop.marked, bob.shop.declined]:
        bob.visit(f"#/payment/{payment}")
        bob.sees("dd", MARKUP)
    bob.looks_for(MARKUP)
    bob.sees("#results", MARKUP)
    assert bob.page.locator("#main img").count() == 0


@check
def a_finding_is_explained_with_the_keyboard_alone(meet):
    bob = meet()
    bob.signs_in()
    keyboard = bob.page.keyboard
    bob.goes("Findings")
    bob.page.get_by_role("link", name="closed").focus()
    keyboard.press("Enter")
    bob.sees(".finding", "Ann tapped twice")
    for _ in range(12):
        keyboard.press("Tab")
        name = bob.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        if name.startswith("Explain"):
            break
    keyboard.press("Enter")
    bob.sees("#dialogTitle", "Explain")
    keyboard.press("Escape")
    bob.page.locator("#dialog").wait_for(state="hidden")
    keyboard.press("Enter")
    keyboard.type("It was given back")
    keyboard.press("Enter")
    bob.sees("#status", "explained")
    bob.page.get_by_role("link", name="explained").click()
    bob.sees(".finding", "It was given back")


@check
def a_table_is_saved(meet):
    bob = meet()
    bob.signs_in()
    bob.goes("Payments")
    with bob.page.expect_download() as saving:
        bob.page.get_by_role("button", name="Export as CSV").click()
    with open(saving.value.path()) as file:
        lines = file.read().splitlines()
    assert lines[0].startswith("id,status,amount"), lines[0]
    assert len(lines) == PAYMENTS + 1, len(lines)


@check
def a_revoked_key_ends_the_session(meet):
    bob = meet()
    key = bob.shop.service.key("ops")
    bob.page.get_by_label("Ops key").fill(key)
    bob.page.get_by_role("button", name="Sign in").click()
    bob.sees("h1", "Overview")
    assert all(one["httpOnly"] and one["sameSite"] == "Strict" for one in bob.context.cookies())
    assert "payonce_ops" not in bob.page.evaluate("document.cookie")
    bob.shop.service.run("keys", "revoke", key.split("_")[2])
    end = time.monotonic() + 15
    while bob.page.locator("h1", has_text="Sign in").count() == 0:
        assert time.monotonic() < end, "the session outlived its key"
        bob.page.reload()
        bob.page.locator("h1").first.wait_for()
    bob.signs_in()
    bob.page.get_by_role("button", name="Sign out").click()
    bob.sees("h1", "Sign in")
    assert not bob.context.cookies()


@check
def everybody_can_use_it_on_a_phone_and_on_a_desk(meet):
    for size, looks in SIZES.items():
        for scheme in ["light", "dark"]:
            bob = meet(color_scheme=scheme, **looks)
            look_at_all(bob, meet.pictures, f"{size}-{scheme}")


def look_at_all(bob, pictures, name):
    def look(place):
        bob.page.wait_for_timeout(100)
        bob.page.screenshot(path=f"{pictures}/{name}-{place}.png", full_page=True)
        found = Axe().run(bob.page)
        assert not found.violations_count, f"{name} {place}: {found.generate_report()}"
        wide = bob.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{name} {place} is {wide} pixels too wide"

    look("sign-in")
    bob.signs_in()
    look("overview")
    bob.goes("Payments")
    look("payments")
    bob.visit(f"#/payment/{bob.shop.challenged}")
    bob.sees(".timeline")
    look("payment")
    bob.visit(f"#/payment/{bob.shop.second}")
    bob.sees(".finding")
    look("refunded")
    reopen(bob)
    bob.goes("Duplicates")
    bob.sees("h2", "The same cart was paid twice")
    look("duplicates")
    bob.page.get_by_role("button", name="Explain").first.click()
    bob.sees("#dialogTitle")
    look("dialog")
    bob.page.keyboard.press("Escape")
    bob.goes("Findings")
    bob.sees(".finding")
    look("findings")
    bob.goes("Audit")
    bob.page.get_by_label("Our own book alone").check()
    bob.page.get_by_role("button", name="Run the audit").click()
    # What was given back is no duplicate any more.
    bob.sees("#run", "nothing is open")
    look("audit")


def reopen(bob):
    """The finding that was explained is there again for the pictures."""
    button = bob.page.get_by_role("button", name="Open again")
    if button.count():
        button.first.click()
        bob.gives_reason("For the pictures")
        bob.sees("#status", "open now")


class Meeting:
    """Opens browsers for one story, and closes them."""

    def __init__(self, shop, browser, pictures):
        self.shop = shop
        self.browser = browser
        self.pictures = pictures
        self.people = []

    def __call__(self, **looks):
        self.people.append(Person(self.shop, self.browser, **looks))
        return self.people[-1]

    def end(self):
        for person in self.people:
            person.leave()


def main(program, pictures, wanted):
    os.makedirs(pictures, exist_ok=True)
    failed = 0
    told = [story for story in CHECKS if not wanted or story.__name__ in wanted]
    with sync_playwright() as driver, contextlib.ExitStack() as ends:
        shop = Shop(program, ends, PAYMENTS)
        browser = driver.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        ends.callback(browser.close)
        for story in told:
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
    print(f"{len(told)} stories, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
