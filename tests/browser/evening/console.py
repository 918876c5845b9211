"""A director's actions on a page of the console, by clicking. Each returns once the page shows that it was done."""

import re
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import SOON_MS, go, press_twice

PRESSES = 12
READY = ":not([disabled]):not(.locked)"
MOST_URGENT = """(but) => [...document.querySelectorAll("#lanes .card")].find((card) => {
    const act = card.querySelector(".act");
    return act && !but.some((words) => act.textContent.trim().startsWith(words));
})?.dataset.key ?? null"""


class Console:
    """One page, on a phone or at a desk."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str, within: str = "main") -> None:
        """Press a button with exactly this name."""
        self.page.locator(within).get_by_role("button", name=name, exact=True).locator("visible=true").first.click()

    # Players

    def enter(self, name: str) -> None:
        """Enter a player by typing the name."""
        go(self.page, "players")
        self.find(name)
        self.page.locator("#add-entry").click()
        self.find(name)
        expect(self.rows().filter(has_text=name)).not_to_have_count(0)
        self.find("")

    def open(self, name: str) -> Locator:
        """Open a player's newest entry."""
        go(self.page, "players")
        self.find(name)
        self.rows().filter(has_text=name).first.locator(".who").click()
        one = self.page.locator("#player-one")
        expect(one.locator("h2")).to_contain_text(name)
        return one

    def move(self, name: str, to: str) -> None:
        """Move a player to a seat, named as in the list of free ones."""
        one = self.open(name)
        one.get_by_role("button", name=re.compile("^(Move|Choose a seat)$")).click()
        one.get_by_label("To", exact=True).select_option(to)
        one.get_by_role("button", name=re.compile("^(Move|Seat) there$")).click()
        expect(one.locator(".of").first).to_contain_text(to)

    def undo(self, what: str, within: str = "main") -> None:
        """Undo an action with the button where it was made."""
        self.page.locator(within).get_by_role("button", name=f"Undo: {what}").locator("visible=true").first.click()

    def rows(self) -> Locator:
        """The entries in the list."""
        return self.page.locator("#entries-rows tr")

    def find(self, name: str) -> None:
        """Type a name, or a part of it. An empty name shows all."""
        if self.page.locator("#player-one header button").is_visible():
            self.press("Close", "#player-one")  # on a phone it covers the list
        self.page.get_by_label("Player name").fill(name)

    # Now

    def accept(self, button: str | re.Pattern[str]) -> None:
        """Accept a card's proposal."""
        go(self.page, "now")
        cards = self.page.locator("#lanes .card", has=self.page.get_by_role("button", name=button))
        expect(cards).not_to_have_count(0)
        key = cards.first.get_attribute("data-key")
        card = self.page.locator(f'#lanes .card[data-key="{key}"]')
        for _ in range(PRESSES):  # if the room has changed meanwhile, the page says so, and a director presses again
            with suppress(AssertionError, TimeoutError):
                card.locator(f".act{READY}").click(timeout=SOON_MS)
                expect(card).to_have_count(0, timeout=SOON_MS)
                return
        expect(card).to_have_count(0)

    def accept_one(self, *but: str) -> bool:
        """Accept the most urgent card whose button begins with none of these words. Returns whether there was one. It
        may
        disappear before the touch, because a table went on."""
        go(self.page, "now")
        key = self.page.evaluate(MOST_URGENT, but)
        if not key:
            return False
        card = self.page.locator(f'#lanes .card[data-key="{key}"]')
        touched = False
        while not touched and card.count():
            with suppress(TimeoutError):
                card.locator(f".act{READY}").click(timeout=SOON_MS)
                touched = True
        expect(card).to_have_count(0)
        return True

    # Tables

    def table(self, number: int) -> Locator:
        """Open a table."""
        go(self.page, "tables")
        self.page.evaluate("location.hash = 'tables'")
        self.page.locator(f'#map .tile[href="#table-{number}"]').click()
        expect(self.page.locator("#one-table-title")).to_have_text(f"Table {number}")
        return self.page.locator("#one-table")

    def count(self, number: int, **chips: int) -> None:
        """Type these players' chips. The others keep what they had."""
        one = self.table(number)
        for name, held in chips.items():
            one.get_by_label(name).fill(str(held))
        one.get_by_role("button", name="Enter the counts").click()
        expect(one.get_by_role("button", name="Start over")).to_have_count(0)

    def break_table(self, number: int) -> None:
        """Break a table with two presses. The second counts once the first is visible."""
        one = self.table(number)
        button = one.get_by_role("button", name=f"Break table {number}")
        press_twice(button, one.locator(f"button.sure{READY}"))
        expect(button).to_have_count(0)

    # Clock and room

    def next_level(self, name: str) -> None:
        """Go to the next level with two presses."""
        go(self.page, "clock")
        button = self.page.locator(f"#go-on{READY}")
        expect(button).to_have_text(f"Next: {name}")
        press_twice(button, self.page.locator(f"#go-on.sure{READY}", has_text=f"Start {name}?"))
        expect(self.page.locator("#level")).to_contain_text(name)

    def open_table(self, number: int, seats: int) -> None:
        """Open a physical table for this tournament."""
        go(self.page, "room")
        self.page.locator("#table-number").select_option(str(number))
        self.page.locator("#seat-count").fill(str(seats))
        self.page.get_by_role("button", name="Open table").click()
        expect(self.page.locator("#opened li", has_text=f"Table {number}:")).to_have_count(1)

    def pdf(self, button: str, within: str = "main") -> bytes:
        """The PDF of a print button."""
        with self.page.expect_download() as download:
            self.press(button, within)
        return download.value.path().read_bytes()
