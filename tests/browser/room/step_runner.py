"""Follows the steps of `docs/first-evening.md` on the console."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit import guide
from tests.kit.accessible import fits_a_phone

PLACES = ("Now", "Tables", "Players", "Clock", "Prizes", "Log", "Room")
SAVES = ("Seat cards", "Move ticket", "Print results")
STEPS = guide.steps()


class StepRunner:
    """Follows a step's touches, on the devices that it names. `instead` has the evening's values in place of the
    examples."""

    def __init__(self, **devices):
        self._devices = devices
        self.page = devices["laptop"]
        self._form = self.page.locator("form.none")
        """The form of the field that was filled last. A button there is preferred to others of the same name."""
        self.saved: list[str] = []

    def follow(self, title, **instead):
        """Do all touches of a step."""
        step = STEPS[title]
        for touch in step.touches:
            if touch.device:
                self.page = self._devices[touch.device]
            elif touch.value:
                self._fill(touch.label, instead.get(touch.label.replace(" ", "_"), touch.value))
            elif touch.digits:
                for digit in touch.digits:
                    self.page.get_by_role("button", name=digit, exact=True).click()
            elif touch.name:
                self._touch(re.compile(f"^{re.escape(instead.get('name', touch.name))}\\b"))
            elif touch.label in PLACES:
                go(self.page, touch.label.lower())
                if self._devices.get("phone") == self.page:
                    fits_a_phone(self.page)
            elif touch.label in SAVES:
                self._save(guide.pattern(touch.label))
            else:
                self._touch(guide.pattern(touch.label), step.pasted)

    def _save(self, pattern):
        expect(self.page.locator("#player-one form")).to_have_count(0)  # the order given there is done
        with self.page.expect_download() as download:
            self._touch(pattern)
        self.saved.append(download.value.suggested_filename)

    def _touch(self, pattern, pasted=""):
        field = self.page.get_by_label(pattern).and_(self.page.locator("textarea"))
        link = self.page.get_by_role("link", name=pattern)
        button = self.page.get_by_role("button", name=pattern).or_(link).locator("visible=true")
        button.or_(field).first.wait_for()
        beside = self._form.get_by_role("button", name=pattern)
        if field.count():
            field.fill(pasted)
        elif beside.count():
            beside.click()
        else:
            button.first.click()

    def _fill(self, label, value):
        field = self.page.get_by_label(label, exact=True).locator("visible=true").first
        self._form = self.page.locator("form").filter(has=field)
        if field.evaluate("it => it.tagName") == "SELECT":
            like = field.locator("option").filter(has_text=guide.pattern(value))
            like.first.wait_for(state="attached")
            texts = like.all_text_contents()
            field.select_option(label=value if value in texts else texts[0])
        else:
            field.fill(value)
