"""The evening by touch: a desk and a phone at once, real tables that play, no file edited, nothing restarted.
It runs from the sign-in to the public results. `EVENING_PICTURES=FOLDER` keeps a picture of every step.
"""

import re

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.browser.evening.console import Console
from tests.browser.evening.pictures import NumberedPictures
from tests.kit.accessible import PHONE
from tests.kit.clock import KEY, eventually
from tests.kit.playing_tables import PlayingTables

pytestmark = pytest.mark.nightly

LIST = "Name;Number\nAna Ödegård;1\nBo;2\nĐorđe Šarić;3\nДария;4\nEli;5\nFay;6\n"
TYPED = 31


def pages_of(pdf):
    """The words of each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def in_play(view):
    """The players still in, by name."""
    return {one["name"]: one for one in view["entries"] if not one["finish"] and not one["voided"]}


class BrowserEvening:
    """The two pages, the tables, and what the API shows of them."""

    def __init__(self, desk, phone, room, tables):
        self.desk, self.phone = Console(desk), Console(phone)
        self.room = room
        self.tables = tables
        self.pictures = NumberedPictures("evening")

    def take(self, step):
        """Take a picture of both pages."""
        self.pictures.take(step, desk=self.desk.page, phone=self.phone.page)

    @property
    def whole(self):
        """The newest tournament with its tables."""
        newest = self.room.listed()[-1]["id"]
        return self.room.ask("GET", f"/{newest}")

    @property
    def view(self):
        """The newest tournament without its tables."""
        return self.whole["tournament"]

    def left(self):
        """The players still in, by name."""
        return in_play(self.view)

    def do_all(self, console, *but):
        """Accept the first proposal until there is none, except those that begin with these words."""
        while console.accept_one(*but):
            eventually(self.settled)

    def settled(self):
        """Whether all players sit where they belong, except at the typed table."""
        whole = self.whole
        seats = {(table["sitting"], seat["seat"]): seat["name"] for table in whole["tables"] for seat in table["seats"]}
        moved = (one for one in in_play(whole["tournament"]).values() if one["table"] != TYPED)
        return all(seats.get((one["sitting"], one["seat"]), "").startswith(one["name"]) for one in moved)

    def at_kiosks(self):
        """The players at tables with a kiosk, the smallest stack first."""
        return sorted(self.tables.stacks(), key=self.tables.stacks().get)


@pytest.fixture
def evening(desk, phone, room, clock, tmp_path):
    with PlayingTables(tmp_path, clock.socket, 1, 2, 3) as tables:
        yield BrowserEvening(desk, phone, room, tables)


def test_a_whole_evening_is_run_by_touch(evening, pages):
    sign_in_and_make(evening)
    enter_seat_and_start(evening)
    late_and_counted(evening)
    again_moved_and_broken(evening)
    break_with_color_up(evening)
    bubble_and_final_table(evening)
    deal_results_and_export(evening, pages)


def sign_in_and_make(evening):
    desk, phone = evening.desk.page, evening.phone.page
    expect(phone.locator("#sign-in .code")).to_have_count(1)
    evening.take("sign-in")
    desk.get_by_label("The key from the clock's settings").fill(KEY)
    desk.get_by_role("button", name="Enter").click()

    desk.get_by_label("Name", exact=True).fill("Thursday")
    desk.get_by_label("Structure").select_option(label="Demo, short levels")
    desk.get_by_label("Late registration levels").fill("2")
    desk.get_by_label("Re-entries").fill("1")
    desk.get_by_label("Buy-in").fill("20")
    desk.get_by_label("House fee").fill("2.5")
    desk.get_by_label("Currency").select_option("EUR")
    evening.take("preset")
    desk.get_by_role("button", name="Create tournament").click()
    expect(desk.locator("#event")).to_have_text("Thursday")

    go(desk, "room-setup")
    desk.locator("#staff").get_by_label("Name").fill("Flo")
    desk.locator("#staff").get_by_label("Role").select_option("director")
    desk.locator("#staff").get_by_label("PIN (at least four").fill("4711")
    desk.locator("#staff").get_by_role("button", name="Add").click()
    expect(desk.locator("#staff").get_by_text("Flo", exact=True)).to_be_visible()
    code = phone.locator("#sign-in .code").get_attribute("aria-label").replace(" ", "")
    go(desk, "room-devices")
    desk.get_by_label("Code on the device").fill(code)
    desk.get_by_label("Device name").fill("Flo's phone")
    desk.get_by_label("Highest role").select_option("director")
    desk.get_by_role("button", name="Pair").click()
    phone.get_by_role("button", name="Flo director").click()
    for digit in "4711":
        phone.get_by_role("button", name=digit, exact=True).click()
    evening.take("pin")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.locator("#event")).to_have_text("Thursday")

    go(desk, "room")
    desk.get_by_role("button", name="New tournament").click()
    desk.locator("#new-name").fill("Friday")
    desk.get_by_label("Structure").select_option(label="like Thursday, 0 entries")
    evening.take("as-last-week")
    desk.get_by_role("button", name="Create tournament").click()
    expect(desk.locator("#event")).to_have_text("Friday")
    go(phone, "room")
    phone.get_by_label("Tournament shown").select_option(label="Friday")
    expect(phone.locator("#event")).to_have_text("Friday")


def enter_seat_and_start(evening):
    desk, phone = evening.desk, evening.phone
    go(desk.page, "players")
    desk.press("Import a list")
    desk.page.get_by_label("Paste the list").fill(LIST)
    desk.press("Preview")
    expect(desk.page.get_by_text("6 players would enter")).to_be_visible()
    phone.enter("Gus")
    evening.take("import")
    desk.press("Enter 6 players")
    expect(desk.rows()).to_have_count(7)
    desk.press("Close")
    for name in ("Hal", "Ivy"):
        desk.enter(name)
    expect(phone.rows()).to_have_count(9)
    evening.take("entered")

    go(desk.page, "room")
    desk.page.get_by_label("Another table").fill(str(TYPED))
    desk.page.locator("#plan-add").get_by_role("button", name="Add").click()
    desk.page.get_by_role("button", name="Done").click()
    for table in (1, 2, 3, TYPED):
        desk.open_table(table, 3)
    evening.take("opened")
    desk.page.get_by_role("button", name="Draw 9 seats").click()
    expect(desk.page.locator("#opened li").first).to_contain_text("of 3 seats taken")
    expect(desk.page.locator("#start-clock")).to_be_enabled()
    go(phone.page, "players")
    expect(phone.rows().locator(".at")).to_have_text([re.compile(r"table \d+, seat \d")] * 9)
    evening.take("drawn")

    go(desk.page, "players")
    cards = pages_of(desk.pdf("Seat cards"))
    assert all(name in "".join(cards) for name in ("Ana Ödegård", "Đorđe Šarić", "Дария"))
    phone.page.locator("#start").click()
    for one in (desk, phone):
        expect(one.page.locator("#paused")).to_be_hidden()
    evening.tables.deal(2)
    go(desk.page, "tables")
    go(phone.page, "now")
    evening.take("started")


def late_and_counted(evening):
    desk, phone = evening.desk, evening.phone
    phone.enter("Lou")
    evening.take("late")
    phone.accept(re.compile("Draw a seat"))
    expect(phone.page.locator("#just-done")).to_contain_text("player seated · ")
    eventually(evening.settled)

    here = [one for one in evening.left().values() if one["table"] == TYPED]
    first, *others = here
    one = desk.table(TYPED)
    one.get_by_label(first["name"]).fill("4000")
    one.get_by_label(others[0]["name"]).fill("5900")
    go(phone.page, "tables")
    phone.table(TYPED)
    evening.take("counting")
    one.get_by_role("button", name="Enter the counts").click()
    expect(one.locator("#counts-why")).to_contain_text("count again")
    evening.take("counted-wrong")
    desk.count(TYPED, **{others[0]["name"]: 6000})
    expect(phone.page.locator("#counts").get_by_label(others[0]["name"])).to_have_value("6,000")


def again_moved_and_broken(evening):
    desk, phone, tables = evening.desk, evening.phone, evening.tables
    out = evening.at_kiosks()[0]
    tables.bust(out)
    go(phone.page, "now")
    evening.take("bust")
    phone.accept("Confirm")
    one = phone.open(out)
    evening.take("out")
    one.get_by_role("button", name="Re-enter").click()
    expect(phone.rows().filter(has_text=f"{out} (2 entries)")).to_have_count(1)
    phone.accept(re.compile("Draw a seat"))
    eventually(evening.settled)

    taken = {(one["table"], one["seat"]) for one in evening.left().values()}
    free = next((table, seat) for table in (1, 2, 3) for seat in (1, 2, 3) if (table, seat) not in taken)
    mover = next(one["name"] for one in evening.left().values() if one["table"] not in (TYPED, free[0]))
    desk.move(mover, f"table {free[0]}, seat {free[1]}")
    evening.take("moved")
    [ticket] = pages_of(desk.pdf("Move ticket", "#player-one"))
    assert mover in ticket
    eventually(evening.settled)
    evening.do_all(phone, "Break")

    tables.bust(evening.at_kiosks()[0])
    phone.accept("Confirm")
    evening.take("breaking")
    gone = [one["name"] for one in evening.left().values() if one["table"] == TYPED]
    desk.break_table(TYPED)
    go(desk.page, "now")
    tickets = "".join(pages_of(desk.pdf("Tickets", "#just-done")))
    evening.take("broken")
    assert all(name in tickets for name in gone)
    eventually(evening.settled)
    evening.do_all(phone)
    go(desk.page, "now")
    expect(desk.page.locator("#ledger")).not_to_contain_text("missing")


def break_with_color_up(evening):
    evening.desk.next_level("Level 2")
    evening.desk.next_level("Break")
    eventually(lambda: all(held % 100 == 0 for held in evening.tables.stacks().values()))
    go(evening.phone.page, "clock")
    evening.take("break")
    evening.desk.next_level("Level 3")
    evening.do_all(evening.phone)
    evening.take("level-3")


def bubble_and_final_table(evening):
    desk, phone, tables = evening.desk, evening.phone, evening.tables
    while len(evening.left()) > 4:
        tables.bust(evening.at_kiosks()[0])
        phone.accept("Confirm")
        evening.do_all(phone, "Hold all")
    go(desk.page, "prizes")
    go(phone.page, "now")
    evening.take("bubble")
    phone.accept("Hold all tables")
    tables.wait_until_held()
    tables.deal(1)
    evening.take("hand-for-hand")
    tables.bust(evening.at_kiosks()[0])
    expect(phone.page.locator("#lanes")).to_contain_text("Waiting on")
    tables.deal(1)  # the other table's hand, which decides whether they tie
    evening.take("bubble-bursts")
    phone.accept("Confirm")
    phone.accept("Release all tables")
    phone.accept("Draw the seats")
    eventually(evening.settled)
    go(desk.page, "tables")
    evening.take("final-table")
    evening.do_all(phone)
    tables.deal(1)
    expect(desk.page.locator("#map .tile")).to_have_count(1)


def deal_results_and_export(evening, pages):
    desk, phone = evening.desk, evening.phone
    for one in (desk, phone):
        go(one.page, "prizes")
        one.press("Work out a deal")
        expect(one.page.locator("#deal-table tr")).to_have_count(5)
    desk.press("As agreed")
    evening.take("deal")
    desk.press("By chips")
    desk.press("All 3 agree: divide by chips")
    expect(desk.page.get_by_role("button", name="Undo: deal")).to_be_visible()
    evening.do_all(phone)
    evening.take("over")
    with desk.page.expect_popup() as opened:
        desk.page.get_by_role("link", name="Results page").click()
    public = opened.value
    rows = public.get_by_role("row")
    expect(rows).to_have_count(1 + len(evening.view["entries"]))
    evening.pictures.take("results", desk=public)
    public.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    evening.pictures.take("results", phone=public)
    public.close()

    go(desk.page, "players")
    desk.find("")
    with desk.page.expect_download() as saved:
        desk.press("Save results")
    lines = saved.value.path().read_text("utf-8-sig").splitlines()
    assert len(lines) == 1 + len(evening.view["entries"])
    paid = sum(one["payout"] for one in evening.view["entries"])
    assert paid == 2000 * len(evening.view["entries"])
    go(phone.page, "log")
    evening.take("log")
