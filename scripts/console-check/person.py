"""Whoever watches over the payments: a browser, and what is seen and done in it."""


class Person:
    def __init__(self, shop, browser, **looks):
        self.shop = shop
        self.context = browser.new_context(locale="en-US", accept_downloads=True, **looks)
        self.page = self.context.new_page()
        self.troubles = []
        self.foreign = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.note)
        self.page.on("request", self.count)
        self.visit("")

    def note(self, message):
        # What is refused on purpose is told in the console too.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.troubles.append(message.text)

    def count(self, request):
        if not request.url.startswith((self.shop.console, "data:", "blob:")):
            self.foreign.append(request.url)

    def visit(self, place):
        self.page.goto(self.shop.console + place)

    def leave(self):
        assert self.page.evaluate("window.hacked") is None
        self.context.close()
        assert not self.troubles, self.troubles
        assert not self.foreign, self.foreign

    def signs_in(self, key=None):
        self.page.get_by_label("Ops key").fill(key or self.shop.key)
        self.page.get_by_role("button", name="Sign in").click()
        if key is None:
            self.sees("h1", "Overview")

    def goes(self, name):
        self.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        self.sees("h1", name)

    def sees(self, selector, text=None, seconds=20):
        found = self.page.locator(selector)
        if text is not None:
            found = found.filter(has_text=text)
        found.first.wait_for(state="visible", timeout=seconds * 1000)

    def looks_for(self, text):
        # Another page first: otherwise the form that is filled may be the one that goes.
        self.goes("Overview")
        self.goes("Payments")
        self.page.locator("#q").fill(text)
        self.page.locator("#q").press("Enter")
        self.page.wait_for_url(lambda address: "q=" in address, wait_until="commit")

    def gives_reason(self, text):
        self.page.locator("#reason").fill(text)
        self.page.locator("#dialogYes").click()
        self.page.locator("#dialog").wait_for(state="hidden")
