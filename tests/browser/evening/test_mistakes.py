"""A mistake at every step, each undone where it was made. At the end it is as if there had been none."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.browser.evening.console import Console
from tests.browser.evening.pictures import NumberedPictures
from tests.kit.clock import KEY

pytestmark = pytest.mark.nightly

NAMES = ("Ana", "Bo", "Cyd", "Dee", "Eli", "Fay")
STACK = 5000
TABLES = (31, 32)
PAYOUTS = {"name": "Two", "rows": [{"entries": 1, "shares": [6000, 4000]}]}
TERMS = {"structure": "demo", "buy_in": 2000, "currency": "EUR", "payouts": PAYOUTS}


@pytest.fixture
def faultless(room):
    """The API's answers for the evening without mistakes. It is over, so its tables are free."""
    one = room.create("Thursday", **TERMS)
    one.enter(*NAMES)
    for table in TABLES:
        one.do("open-table", table=table, seat_count=6, typed=True)
    one.draw()
    one.do("start")
    moved, seat = mover(one.view)
    one.do("move-entry", entry=number(one.view, moved), to={"sitting": sitting_of(one.view, 32), "seat": seat})
    one.do("next")
    for table in TABLES:
        typed(one, table, counts(one.view, table))
    confirm_all(one)
    one.do("break-table", sitting=sitting_of(one.view, 32))
    for _ in range(2):
        typed(one, 31, counts(one.view, 31))
        confirm_all(one)
    offer = room.ask("GET", f"/{one.id}/deal?by=icm")
    one.do("make-deal", shares=offer["shares"], for_winner=0)
    one.do("end")
    return shown(one.whole)


def number(view, name):
    return next(one["entry"] for one in view["entries"] if one["name"] == name and not one["voided"])


def sitting_of(view, table):
    return next(one["sitting"] for one in view["sittings"] if one["table"] == table and not one["closed"])


def here(view, table):
    """The players who are still in and sit at this table, by name."""
    seated = [one for one in view["entries"] if one["table"] == table and not one["finish"] and not one["voided"]]
    return sorted(seated, key=lambda one: one["name"])


def mover(view):
    """The player who moves to table 32, and their seat there."""
    taken = {one["seat"] for one in here(view, 32)}
    return here(view, 31)[0]["name"], max(set(range(1, 7)) - taken)


def counts(view, table):
    """All players' chips after the next hands, by name: the last one is out, and the first has all their chips."""
    seated = here(view, table)
    chips = {one["name"]: one["chips"] or STACK for one in seated}
    first, last = seated[0]["name"], seated[-1]["name"]
    return chips | {first: chips[first] + chips[last], last: 0}


def typed(one, table, chips):
    """Enter the same counts by the API, as the page sends them."""
    view = one.view
    each = [{"entry": number(view, name), "chips": held} for name, held in chips.items()]
    sitting = sitting_of(view, table)
    hands = next(table_view["hand"] for table_view in one.whole["tables"] if table_view["sitting"] == sitting)
    one.do("type-table", sitting=sitting, counts=each, hands=hands + 1, button=here(view, table)[0]["seat"])


def confirm_all(one):
    while out := [
        asked["action"]["entry"] for asked in one.view["proposals"] if asked["action"]["do"] == "confirm-bust"
    ]:
        one.do("confirm-bust", entry=out[0])


def shown(whole):
    """The API's answers without the acts that led there, and without the seats at a table.
    An undone draw makes the next draw use a different seed.
    """
    view, state = whole["tournament"], whole["state"]
    parts = ("ledger", "prizes", "pool", "paid_in", "fees", "hand_for_hand", "break_order", "ended")
    sittings = [(one["table"], one["seat_count"], one["breaking"], one["closed"]) for one in view["sittings"]]
    return {part: view[part] for part in parts} | {
        "entries": [one | {"seat": 0} for one in view["entries"] if not one["voided"]],
        "sittings": sittings,
        "level": state["index"],
    }


def test_mistakes_at_every_step_are_undone_where_they_were_made(desk, room, faultless):
    desk.get_by_label("The key from the clock's settings").fill(KEY)
    desk.get_by_role("button", name="Enter").click()
    one = room.create("Friday", **TERMS)
    go(desk, "room")
    desk.get_by_label("Tournament shown").select_option(label="Friday")
    expect(desk.locator("#event")).to_have_text("Friday")
    evening = Mistaken(Console(desk), one)

    evening.enters()
    evening.opens_and_draws()
    evening.starts_and_moves()
    evening.counts_and_busts()
    evening.breaks()
    evening.deals()
    one.do("end")

    assert shown(one.whole) == faultless


class Mistaken:
    """A director at a desk who does everything wrong once."""

    def __init__(self, console, one):
        self.console, self.page = console, console.page
        self.one = one
        self.pictures = NumberedPictures("mistakes")

    def wrong(self, step, undo, within="main"):
        """Take a picture of the mistake, then undo it."""
        self.pictures.take(step, desk=self.page)
        self.console.undo(undo, within)

    def enters(self):
        console = self.console
        console.enter("Anna")
        console.open("Anna")
        self.wrong("wrong-name", "player entered", "#player-one")
        expect(console.rows()).to_have_count(0)
        for name in NAMES:
            console.enter(name)
        console.enter("Gus")
        one = console.open("Gus")
        self.pictures.take("one-too-many", desk=self.page)
        one.get_by_role("button", name=re.compile("^Cancel entry")).click()
        expect(self.page.locator("#player-one h2", has_text="Gus")).to_have_count(0)
        console.find("")
        expect(console.rows()).to_have_count(len(NAMES))

    def opens_and_draws(self):
        console, opened = self.console, self.page.locator("#opened li")
        go(self.page, "room")
        for table in (*TABLES, 33):
            self.page.get_by_label("Another table").fill(str(table))
            self.page.locator("#plan-add").get_by_role("button", name="Add").click()
            self.page.get_by_role("button", name="Done").click()
        console.open_table(31, 6)
        console.open_table(33, 6)
        self.wrong("wrong-table", "table opened", "#seats")
        expect(opened).to_have_count(1)
        draw = self.page.locator("#draw-seats:not(.locked)")
        draw.click()
        expect(opened).to_have_text([re.compile("6 of 6 seats taken")])
        self.wrong("drawn-too-early", "seats drawn", "#seats")
        expect(opened).to_have_text([re.compile("0 of 6 seats taken")])
        console.open_table(32, 6)
        draw.click()
        expect(opened).to_have_text([re.compile("3 of 6 seats taken")] * 2)

    def starts_and_moves(self):
        console, page = self.console, self.page
        page.locator("#start:not(.locked)").click()
        expect(page.locator("#paused")).to_be_hidden()
        go(page, "clock")
        self.wrong("started-too-early", "Start", ".clock")
        expect(page.locator("#paused")).to_be_visible()
        page.locator("#start:not(.locked)").click()
        expect(page.locator("#paused")).to_be_hidden()

        name, seat = mover(self.one.view)
        wrong = max({*range(1, 7)} - {seat} - {one["seat"] for one in here(self.one.view, 32)})
        console.move(name, f"table 32, seat {wrong}")
        self.wrong("wrong-seat", "player moved", "#player-one")
        expect(page.locator("#player-one .of").first).to_contain_text("table 31")
        console.move(name, f"table 32, seat {seat}")

        console.next_level("Level 2")
        console.next_level("Break")
        self.wrong("wrong-level", "Next", ".clock")
        expect(page.locator("#level")).to_contain_text("Level 2")

    def counts_and_busts(self):
        console, page = self.console, self.page
        right = counts(self.one.view, 31)
        alive, *_, out = right
        console.count(31, **{alive: 0, out: 10_000})
        console.accept("Confirm")
        self.wrong("wrong-bust", "player eliminated", "#just-done")
        expect(page.locator("#just-done")).not_to_contain_text("player eliminated")
        console.table(31)
        self.wrong("wrong-counts", "table entered by hand", "#one-table")
        expect(page.locator("#counts").get_by_label(alive)).to_have_value("5,000")
        for table in TABLES:
            console.count(table, **counts(self.one.view, table))
        for _ in TABLES:
            console.accept("Confirm")

    def breaks(self):
        console, page = self.console, self.page
        console.break_table(31)
        expect(page.locator("#map .tile")).to_have_count(1)
        self.wrong("wrong-break", "table broken", "#map")
        expect(page.locator("#map .tile")).to_have_count(2)
        console.break_table(32)
        expect(page.locator("#map .tile")).to_have_count(1)

    def deals(self):
        console, page = self.console, self.page
        for _ in range(2):
            console.count(31, **counts(self.one.view, 31))
            console.accept("Confirm")
        go(page, "prizes")
        console.press("Work out a deal")
        console.press("As agreed")
        page.locator("#deal-table input").first.fill("1000")
        console.press("All 2 agree to this split")
        expect(page.locator("#deal-why")).not_to_be_empty()
        self.pictures.take("deal-differs", desk=page)
        console.press("By chips")
        console.press("All 2 agree: divide by chips")
        self.wrong("wrong-deal", "deal", "#deal")
        expect(page.get_by_role("button", name="Undo: deal")).to_have_count(0)
        console.press("Work out a deal")
        console.press("By ICM")
        console.press("All 2 agree: divide by ICM")
        expect(page.get_by_role("button", name="Undo: deal")).to_be_visible()
