"""The console's pages about play at the tables: a call ruled on from the page, the live table, and the figures around
it.
"""

import re

import pytest
from playwright.sync_api import expect

from engine.table.actions.staff import CallFloor
from engine.table.state import is_playing
from kiosk.clock.links import kiosks
from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import DEADLINE_S, KEY, RandomTable, eventually
from tests.kit.room import NAMES, clock, room

__all__ = ["clock", "room"]

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><html lang="en"><head><title>Insight</title><script type="module" src="/web/theme.js"></script>
<link rel="stylesheet" href="/web/look.css"><link rel="stylesheet" href="/director/insight/insight.css"></head>
<body><main><h1>Insight</h1><h2>Table</h2></main></body></html>"""
DRAW = """async ([id, key]) => {
  const place = () => document.querySelector("main").appendChild(document.createElement("div"));
  const load = (name) => import(`/director/insight/${name}.js`);
  const { answerOf: ask, KEY } = await import('/director/asking.js');
  sessionStorage.setItem(KEY, key);
  const [path, at] = [`tournaments/${id}`, `tournaments/${id}/sittings/1`];
  const table = new (await load("open_table")).OpenTable(place(), ask, () => {});
  table.open(id, 1);
  table.received(await ask(`${at}/live`));
  const { state } = await ask(path);
  await new (await load("room_side")).RoomSide(place(), ask).draw({ word: state, tournament: { id, entries: [] } });
}"""


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """The clock waits long enough for a table that the test handles only between two looks at the page."""
    monkeypatch.setattr(kiosks, "ANSWER_S", DEADLINE_S)


@pytest.fixture
def evening(room):
    """Nine players at one table, and the clock runs."""
    one = room.create("Club night", structure="club", buy_in=2000)
    one.open_tables(1)
    one.enter(*NAMES[:8], "Łukasz Żurawski")
    one.draw()
    one.do("start")
    return one


def test_one_touch_rules_on_a_call_and_the_ruling_becomes_case_law_and_a_penalty_is_given(
    evening, room, clock, pages, tmp_path
):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(6)
        while not is_playing(table.game.table):
            table.play_on(1)
        table.host.orders.ask(CallFloor("ruling"))
        eventually(lambda: room.ask("GET", f"/{evening.id}/sittings/1/live")["mark"] == table.game.mark)
        page = pages.open("/healthz")
        page.route("**/insight", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.goto(f"{clock.site}/insight")
        page.evaluate(DRAW, [evening.id, KEY])

        expect(page.locator(".rulings h4").first).to_contain_text(re.compile(r"One [\d,]+ chip"))
        expect(page.locator(".live .turn")).to_contain_text("to act")
        expect(page.locator(".last summary")).to_have_count(6)
        expect(page.locator(".forecast")).to_contain_text("In the money")
        expect(page.locator(".leaders li")).to_have_count(len(room.ask("GET", f"/{evening.id}/figures")["leaders"]))
        fits_a_phone(page)
        no_violations(page)

        page.get_by_label("Name of the person making the ruling").fill("Flo")
        page.locator(".rulings button.go").first.click()

        def is_done():
            table.host.take_posts()
            return page.locator(".call .done").is_visible()

        eventually(is_done)
        page.get_by_text("Penalty", exact=True).click()
        page.get_by_label("Penalty in hands").check()
        page.get_by_label("Player").select_option(index=2)
        page.get_by_label("How many").fill("2")
        expect(page.get_by_role("button", name="2-hand penalty")).to_be_disabled()
        page.get_by_label("Reason").fill("slow play")
        fits_a_phone(page)
        no_violations(page)
        page.get_by_role("button", name="2-hand penalty").click()

        def is_penalized():
            table.host.take_posts()
            return [seat.misses for seat in table.game.table.seats if seat and seat.misses] == [2]

        eventually(is_penalized)
        console = pages.director("log")
        console.get_by_text("Rulings in this room").click()
        console.get_by_label("Search rulings").fill("flo")
        expect(console.locator(".cases > li")).to_have_count(1)
        console.locator(".cases summary").click()
        expect(console.locator(".cases .streets")).to_be_visible()
        console.get_by_label("Search rulings").fill("nobody")
        expect(console.get_by_text("No ruling was found.")).to_be_visible()
        a_penalty_is_given_from_the_players_place(console, table)


def a_penalty_is_given_from_the_players_place(console, table):
    """Give a penalty to the player whose sheet is open, in an event without rebuys."""
    who = next(seat.name for seat in table.game.table.seats if seat and seat.chips)
    go(console, "players")
    console.locator("#entries-rows .who", has_text=who).click()
    one = console.locator("#player-one")
    expect(one.get_by_role("button", name="Rebuy")).to_have_count(0)
    one.get_by_role("button", name="Penalty").click()
    one.get_by_label("Penalty in hands").check()
    one.get_by_label("Reason").fill("stalling")
    with console.expect_request(re.compile("/answer$")) as sent:
        one.get_by_role("button", name=f"{who}: 1-hand penalty").click()
    assert sent.value.post_data_json["action"]["why"] == "reason-slow"

    def is_answered():
        table.host.take_posts()
        return one.locator(".call .done").is_visible()

    eventually(is_answered)
    assert sorted(seat.misses for seat in table.game.table.seats if seat and seat.misses) == [1, 2]
    record = one.get_by_role("region", name="History")
    expect(record.locator(".happened li").first).to_contain_text("penalty, 1 hand: stalling")
    expect(record.locator(".happened li").last).to_contain_text(re.compile(r"Table 1, seat \d+, with [\d,]+"))
    expect(record.get_by_role("img", name=re.compile(r"Stack after \d+ hands: from"))).to_be_visible()
    table.play(1)
    expect(record.get_by_role("img", name=re.compile(r"Stack after 7 hands: from"))).to_be_visible()
    no_violations(console)
    fits_a_phone(console)


def test_the_peak_in_a_players_story_is_the_players_own_even_below_the_average(pages):
    console = pages.director()
    shown = """async (story) => {
        const { render } = await import('/web/lit/lit-html.js');
        const { storyOf } = await import('/director/insight/story.js');
        const box = document.createElement('div');
        render(storyOf(story, 'UTC'), box);
        return [box.querySelector('figcaption').textContent, box.querySelector('svg').ariaLabel];
    }"""
    points = [{"table": 1, "hand": hand, "at_ms": hand, "chips": chips} for hand, chips in ((0, 10_000), (1, 4_000))]
    story = {"points": points, "pots": [], "happened": [], "average": 36_000, "chips": 4_000, "rank": 9, "entries": 1}

    caption, said = console.evaluate(shown, {**story, "players": 9})

    assert "peak 10,000, average now 36,000" in caption
    assert "peak 10,000, now 4,000" in said


def test_penalties_that_make_no_sense_without_chips_are_not_offered_and_a_button_names_the_player(pages):
    """
    Bo has lost everything, Cy is all in, Dee folded, and seat 5 is empty.
    """
    page = pages.director()
    asked = """async ([live, kind, seat]) => {
        const { barred, begun, gives, seatsOf } = await import('/director/insight/floor/kinds.js');
        const orders = { in_hands: false, pots: [] };
        const whose = seatsOf(kind, live).map((one) => one.seat);
        return [whose, barred(kind, live, orders, seat), gives({ ...begun(kind), seat }, live)];
    }"""
    common = {"bet": 0, "misses": 0}
    seats = [
        {"seat": 1, "name": "Ann", "chips": 900, "dealt": True, "live": True, **common},
        {"seat": 2, "name": "Bo", "chips": 0, "dealt": False, "live": False, **common},
        {"seat": 3, "name": "Cy", "chips": 0, "dealt": True, "live": True, **common},
        {"seat": 4, "name": "Dee", "chips": 500, "dealt": True, "live": False, **common},
    ]
    live = {"playing": True, "hand": 7, "seats": seats}

    def said(kind, seat, playing=True):
        return page.evaluate(asked, [live | {"playing": playing}, kind, seat])

    assert said("hands", 2) == [[1, 3, 4], "no_chips", "Bo: 1-hand penalty"]
    assert said("rounds", 2)[:2] == [[1, 3, 4], "no_chips"]
    assert said("warning", 2)[:2] == [[1, 2, 3, 4], ""]
    assert said("disqualify", 2)[1] == ""
    assert said("hands", 3)[1:] == ["", "Cy: 1-hand penalty"]
    assert said("hands", 3, playing=False)[:2] == [[1, 4], "no_chips"]
    assert said("hands", 5)[1:] == ["left", "seat 5: 1-hand penalty"]
    assert said("warning", 5)[1] == "left"
    assert said("hands", 0)[1:] == ["", "…: 1-hand penalty"]
    assert said("make-live", 0)[0] == [4]
    assert said("make-dead", 0)[0] == [1, 3]
    assert said("correct-bets", 0)[0] == [1, 3, 4]
    assert said("move-button", 0, playing=False)[0] == [1, 4]
