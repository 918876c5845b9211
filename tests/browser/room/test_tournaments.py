"""A tournament on the director's page: made, entered, seated, started and undone, in a real browser."""

import hashlib
import json
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.browser.test_words import CURRENCIES, HASH, SAID
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY
from tests.kit.room import TournamentApi
from tests.kit.signing import Asker
from tests.ui.pseudo import plain, pseudo_compiled

pytestmark = pytest.mark.slow
NAMES = ("Ana", "Bo", "Cyd", "Dee")


@pytest.fixture
def sunday(room):
    return room.create("Sunday", late_levels=2)


def test_an_evening_can_be_made_and_started_with_only_the_page(pages, room):
    """
    No tournament, then a form, players, a table without a kiosk, a draw whose seed was committed to, the clock, counts
    by which a player goes out, and undo.
    """
    page = pages.director()
    page.get_by_label("Name", exact=True).fill("Sunday")
    page.get_by_label("Structure").select_option(label="Demo, short levels")
    page.get_by_label("Late registration levels").fill("3")
    page.get_by_label("Re-entries").fill("1")
    page.get_by_label("Buy-in").fill("20.5")
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_text("Guarantee, bounty").click()
    page.get_by_label("Guaranteed").fill("500")
    page.get_by_label("Rebuys per").fill("2")
    page.get_by_label("Add-on chips").fill("5000")
    page.get_by_label("Places paid").select_option("curve")
    page.get_by_label("Round prizes to").fill("5")
    with page.expect_request("**/api/tournaments") as making:
        page.get_by_role("button", name="Create tournament").click()
    made = making.value.post_data_json
    assert (made["late_levels"], made["re_entries"], made["buy_in"]) == (3, 1, 2050)
    assert (made["rebuys"], made["rebuy_chips"], made["rebuy_cost"], made["payouts"]) == (2, 0, 2050, "curve")
    add_on = {"add_on_chips": 5000, "add_on_cost": 2050, "add_on_after": 0}
    assert made["prizes"] == {"guarantee": 50000, "bounty": 0, "round_to": 500, **add_on}
    expect(page.locator("#event")).to_have_text("Sunday")
    expect(page.locator("#make")).to_be_hidden()

    go(page, "players")
    for count, name in enumerate(NAMES, 1):
        page.get_by_label("Player name").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#entries-rows tr")).to_have_count(count)
        expect(page.get_by_label("Player name")).to_have_value("")
    go(page, "room")
    page.get_by_label("Another table").fill("31")
    page.locator("#plan-add").get_by_role("button", name="Add").click()
    page.get_by_label("Table", exact=True).select_option("31")
    page.get_by_label("Seats", exact=True).fill("6")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#opened li")).to_have_text(["Table 31: 0 of 6 seats taken"])
    its_id = room.listed()[0]["id"]
    committed = room.ask("GET", f"/{its_id}")["tournament"]["draw"]
    page.get_by_role("button", name="Draw 4 seats").click()
    expect(page.locator("#opened li")).to_have_text(["Table 31: 4 of 6 seats taken"])
    page.get_by_role("button", name="Start the clock").click()

    expect(page.locator("#paused")).to_be_hidden()
    expect(page.locator("#draw-seats")).to_be_hidden()
    go(page, "players")
    expect(page.locator("#entries-rows .at")).to_have_text([re.compile(r"table 31, seat \d")] * 4)
    view = room.ask("GET", f"/{its_id}")["tournament"]
    assert re.fullmatch("[0-9a-f]{64}", view["seed"])
    assert committed == hashlib.sha256(view["seed"].encode()).hexdigest()
    assert [entry["player"] for entry in view["entries"]] == ["ana", "bo", "cyd", "dee"]

    one_is_out_and_back(page)
    assert [entry["finish"] for entry in room.ask("GET", f"/{its_id}")["tournament"]["entries"]] == [0] * 4


def one_is_out_and_back(page):
    """By the counts that are typed for a table without a kiosk."""
    go(page, "tables")
    page.locator("#map .tile").click()
    page.locator("#counts").get_by_label("Ana").fill("9 000")
    page.locator("#counts").get_by_label("Bo").fill("0")
    expect(page.locator("#counts .total")).to_contain_text("1,000 missing")
    page.get_by_role("button", name="Enter the counts").click()
    expect(page.locator("#counts-why")).to_contain_text("count again")
    page.locator("#counts").get_by_label("Ana").fill("10000")
    expect(page.locator("#counts .total")).to_contain_text("adds up")
    page.get_by_role("button", name="Enter the counts").click()
    go(page, "now")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Undo: player eliminated").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_after_the_end_the_console_offers_next_weeks_event_with_the_same_terms_tables_and_policies(pages, room):
    last = room.create("Last Friday", buy_in=2000, late_levels=3)
    last.open_tables(2, seats=6)
    last.enter("Ana")
    last.draw()
    last.do("start")
    last.do("jump", entry=6)
    last.do("set-policy", kind="break-table", policy="accept")
    last.do("end")
    page = pages.director()
    expect(page.locator(".ended li")).to_have_text(re.compile(r"place 1\s+Ana\s+2,000"))
    expect(page.locator("#level")).to_have_text("Over")
    expect(page.locator("#blinds")).to_have_text("Ana has won")
    for gone in ("#start", "#pause", "#paused", "#time", "#room-side"):
        expect(page.locator(gone)).to_be_hidden()
    no_violations(page)
    page.get_by_role("button", name="Next week's event").click()
    expect(page.locator("#new-name")).to_have_value("Last Friday")
    page.locator("#new-name").fill("Friday")
    expect(page.get_by_label("Buy-in")).to_be_visible()  # filled in as this week, to be changed
    page.get_by_role("button", name="Create tournament").click()

    expect(page.locator("#event")).to_have_text("Friday")
    go(page, "room")
    expect(page.locator("#opened li")).to_have_text(["Table 2: 0 of 6 seats taken"])


def test_the_form_of_the_first_tournament_keeps_its_entries_while_the_room_changes(pages, clock):
    page = pages.director()
    page.get_by_text("Guarantee, bounty").click()
    page.get_by_label("Places paid").select_option("curve")
    page.get_by_label("Places paid").focus()

    Asker(clock).post("plan/place", table=41).raise_for_status()

    expect(page.locator("#plan-table-41")).to_have_count(1)
    expect(page.get_by_label("Places paid")).to_be_focused()
    expect(page.get_by_label("Places paid")).to_have_value("curve")


def test_a_flight_that_ends_at_a_percentage_shows_how_many_players_that_is(pages, room):
    page = pages.director()
    page.get_by_label("Name", exact=True).fill("Flight A")
    page.get_by_label("Late registration levels").fill("2")
    page.get_by_text("Guarantee, bounty").click()
    page.get_by_label("Flight ends").select_option("percent-left")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator("#make-why")).to_contain_text("Enter when the flight ends")
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("main").get_by_label("Players, %, or level")).to_be_visible()
    no_violations(page)
    page.get_by_label("Players, %, or level").fill("12.5")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator("#event")).to_have_text("Flight A")
    expect(page.get_by_role("main")).to_have_count(1)

    one = TournamentApi(room, room.listed()[0]["id"])
    assert one.view["terms"]["flight"] == {"why": "percent-left", "at": 1250, "who": "all"}
    one.enter(*(f"Player {letter}" for letter in "ABCDEFGHI"))
    go(page, "prizes")
    expect(page.locator("#flight-end")).to_have_text(
        "With the entries so far, the flight is over when 2 players are left. The number is fixed when entries close."
    )
    no_violations(page)
    phone = pages.open("/player/")
    expect(phone.locator("#pool")).to_have_text("0, paid in the final · 2 players advance")
    no_violations(phone)
    board = pages.open("/display/?layout=prizes")
    expect(board.get_by_text("2 players advance")).to_be_visible()


def test_a_tournament_that_cannot_be_made_says_why(pages):
    page = pages.director()
    page.get_by_label("Name", exact=True).fill("Sunday")
    page.route("**/api/tournaments", lambda route: route.fulfill(status=400, json={"why": "not so"}))
    page.get_by_role("button", name="Create tournament").click()

    expect(page.locator("#make-why")).to_have_text("not so")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sunday")


def test_accepting_a_proposal_sends_exactly_its_action(pages, sunday):
    """
    The button sends the action that the rules propose, with the mark that was shown.
    """
    page = pages.director()
    sent: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
    expect(page.locator("#places")).to_be_visible()  # an unfinished request would fail at the reload
    page.reload()
    expect(page.locator("#lanes .first")).to_be_visible()
    sunday.open_tables(1)
    sunday.enter("Ana", "Bo")
    sunday.draw()
    sunday.enter("Cyd")
    [proposal], mark = sunday.view["proposals"], sunday.view["mark"]
    expect(page.locator("#lanes .card .reason")).to_have_text([proposal["why"]])

    page.get_by_role("button", name="Draw a seat").click()

    expect(page.locator("#lanes .card")).to_have_count(0)
    orders = [(one["command"], one["seen"]) for one in sent if one["say"] == "do"]
    assert orders == [(proposal["action"], mark)]
    assert all(entry["seat"] for entry in sunday.view["entries"])


def test_a_proposal_shows_its_clause(pages, sunday):
    page = pages.director()
    sunday.open_tables(1, 2)
    sunday.enter("Ana", "Bo", "Cyd", "Dee")
    sunday.draw()

    expect(page.locator("#lanes .clause")).to_have_text(["TDA 2024 rule 10"])
    expect(page.get_by_role("button", name="Break table 2")).to_have_attribute(
        "aria-describedby", "card-break-table-2-"
    )
    page.goto(f"{page.url.partition('/director/')[0]}/director/?lang=de#now")
    expect(page.locator("#lanes .clause")).to_have_text(["TDA 2024 Regel 10"])


def test_a_proposal_without_a_text_on_the_page_can_still_be_accepted(pages, sunday):
    """
    The page is older than its clock.
    """
    page = pages.director()
    expect(page.locator("#places")).to_be_visible()  # an unfinished request would fail at the reload

    def without_its_word(route):
        words = route.fetch().json()
        del words["director"]["now"]["to_table"]["break-table"]
        del words["director"]["actions"]["break-table"]
        route.fulfill(json=words)

    page.route("**/words.json*", without_its_word)
    page.reload()
    sunday.open_tables(1, 2)
    sunday.enter("Ana", "Bo", "Cyd", "Dee")
    sunday.draw()

    page.get_by_role("button", name="Accept", exact=True).click()

    expect(page.locator("#lanes .clause")).to_have_count(0)


def test_a_refusal_is_shown_where_the_order_was_given(pages, sunday):
    page = pages.director("players")
    sunday.enter("Ana")
    expect(page.locator("#entries-rows tr")).to_have_count(1)
    page.get_by_label("Player name").fill("ana")
    page.get_by_role("button", name="Enter player").click()
    page.get_by_role("button", name="Same person: Ana").click()

    expect(page.locator("#add-why")).not_to_be_empty()
    expect(page.get_by_label("Player name")).to_have_value("ana")
    expect(page.locator("#asks-why")).to_be_empty()
    expect(page.locator("#add-entry")).to_be_enabled()


def test_the_button_that_gave_an_order_waits_for_its_answer(pages):
    page = pages.director()
    said = """async () => {
        const { Sender } = await import('/director/sending.js');
        const why = document.createElement('p'), sent = [], done = [];
        const sender = new Sender((message) => sent.push(message));
        const seen = [];
        sender.send({ do: 'end' }, 4, why, () => done.push(1));
        seen.push(sender.isWaiting(why));
        sender.answered({ id: 1, why: 'no' });
        seen.push(sender.isWaiting(why), why.textContent);
        sender.send({ do: 'end' }, 5, why, () => done.push(2));
        sender.send({ do: 'end' }, 6, why, () => done.push(3));
        sender.answered({ id: 3, why: '' });
        seen.push(sender.isWaiting(why), why.textContent);
        sender.send({ do: 'end' }, 7, why);
        sender.forget();
        seen.push(sender.isWaiting(why));
        return [sent.map((one) => one.seen), seen, done];
    }"""

    assert page.evaluate(said) == [[4, 5, 6, 7], [True, False, "no", False, "", False], [3]]


def test_the_last_act_is_named_and_undone(pages, sunday):
    page = pages.director()
    sunday.enter("Ana")
    page.get_by_role("button", name="Undo: player entered").click()

    expect(page.get_by_role("button", name="Undo: player entered")).to_have_count(0)
    assert not sunday.view["entries"]


def test_every_chip_is_on_the_ledgers_lines(pages, sunday):
    page = pages.director()
    sunday.enter("Ana", "Bo")
    chips = sunday.view["ledger"]["issued"]

    expect(page.locator("#ledger")).to_contain_text(f"issued{chips:,}")
    expect(page.locator("#ledger")).to_contain_text(f"waiting to be handed out{chips:,}")
    lines = """async (ledger) => (await import('/director/ledger.js')).lines(ledger)"""
    ledger = {"issued": 9000, "raced": 100, "corrected": -500, "accepted": -100, "removed": 500, "waiting": 1000,
              "on_tables": 4500, "in_transit": 500, "bagged": 0}  # fmt: skip
    assert page.evaluate(lines, ledger) == [
        ["issued", "9,000"], ["gained or lost in chip races", "+100"], ["corrected at the tables", "−500"],
        ["accepted by the director", "−100"], ["removed", "500"], ["on the tables", "4,500"],
        ["waiting to be handed out", "1,000"], ["in transit", "500"], ["missing", "2,000"],
    ]  # fmt: skip
    assert page.evaluate(lines, ledger | {"on_tables": 7000})[-1] == ["extra", "500"]
    assert page.evaluate(lines, ledger | {"bagged": 2000})[-1] == ["in bags", "2,000"]


def test_missing_chips_are_red(pages, sunday):
    page = pages.director()
    sunday.enter("Ana")
    expect(page.locator("#ledger div")).to_have_count(3)
    drawn = """async () => {
        const { drawLedger } = await import('/director/ledger.js');
        const list = document.createElement('dl');
        const none = { raced: 0, corrected: 0, accepted: 0, removed: 0, waiting: 0, in_transit: 0, bagged: 0 };
        drawLedger(list, { ...none, issued: 9, on_tables: 5 });
        return [...list.children].map((line) => line.className);
    }"""

    assert page.evaluate(drawn) == ["", "", "missing"]


def test_a_difference_is_accepted_under_the_name_that_is_given(pages):
    page = pages.open("/director/")  # without a key nothing else draws there
    expect(page.locator("#key")).to_be_visible()
    drawn = """async () => {
        const { Now } = await import('/director/places/now.js');
        window.sent = [];
        document.getElementById('room').hidden = false;
        const action = { do: 'accept-difference', entry: 1 };
        const asked = { action, why: 'Ana is short', clause: '', rules: [], instead: [] };
        const none = { acts: [], legal: { undo: [] }, waits_on: [], entries: [], sittings: [] };
        const tournament = { ...none, mark: 1, proposals: [asked] };
        const sender = { isWaiting: () => false, send: (action) => window.sent.push(action) };
        const word = { structure: { entries: [{ kind: 'break', minutes: 5 }] } };
        const room = { tournament, word, now: { running: true }, tablets: { asked: [] }, tables: [] };
        new Now(sender, () => {}, async () => ({}), () => {}).draw({ ...room, atRest: false, serverMs: 0 });
    }"""
    page.evaluate(drawn)
    accept = page.locator("#lanes .act")

    accept.click()
    expect(page.get_by_label("Name of the person who signs")).to_be_focused()
    assert page.evaluate("window.sent") == []
    page.get_by_label("Name of the person who signs").fill(" Dana Floor ")
    accept.click()

    assert page.evaluate("window.sent") == [{"do": "accept-difference", "entry": 1, "by": "Dana Floor"}]


def test_money_paid_in_and_out_is_on_the_page(pages, room):
    one = room.create("Short", buy_in=1000, fee=100, prizes={"guarantee": 5000})
    one.enter("Ana", "Bo")
    page = pages.director()

    go(page, "prizes")

    expect(page.locator("#prize-lines")).to_have_text(
        "paid in2,000overlay (added by the house)3,000prize pool5,000fees (for the house)200place 15,000"
    )


def test_a_difference_that_counts_found_is_red_once_it_is_certain(pages, sunday):
    page = pages.director()
    sunday.enter("Ana")
    expect(page.locator("#ledger div")).to_have_count(3)
    expect(page.locator("#differences")).to_be_hidden()
    drawn = """async (found) => {
        const { drawDifferences } = await import('/director/ledger.js');
        const list = document.createElement('ul');
        drawDifferences(list, found);
        return [list.hidden, [...list.children].map((line) => [line.textContent, line.className])];
    }"""

    found = [{"said": "500 missing at seat 2", "sure": True}, {"said": "25 too many: count again", "sure": False}]
    lines = [["500 missing at seat 2", "missing"], ["25 too many: count again", ""]]
    assert page.evaluate(drawn, found) == [False, lines]
    assert page.evaluate(drawn, []) == [True, []]


def test_a_busted_player_has_a_place_and_the_prize_that_was_paid(pages, sunday):
    """Players still in come first, then the others by place.
    A player between two tables is on the way with the chips. A canceled entry is not listed.
    """
    page = pages.director("players")
    sunday.enter("Ana")
    expect(page.locator("#entries-rows tr")).to_have_count(1)
    drawn = """async () => {
        const { Players } = await import('/director/places/players.js');
        const entry = (entry, name, more) => ({
            entry, name, nth: 1, table: 1, seat: entry, chips: 0, finish: 0, payout: 0, voided: false, ...more,
        });
        const yen = { currency: 'JPY', minor_digits: 0 };
        const root = document.createElement('div');
        const place = new Players(root, { isWaiting: () => false }, () => '');
        const none = { legal: { enter: false, undo: [] }, acts: [], proposals: [] };
        place.draw({ word: null, tournament: { ...yen, ...none, entries: [
            entry(1, 'Ana', { finish: 3 }), entry(2, 'Bo', { finish: 2, payout: 1050 }),
            entry(3, 'Cyd', { chips: 9000 }),
            entry(4, 'Dee', { voided: true }),
            entry(5, 'Ana', { nth: 2, seat: 0, table: 0, chips: null }),
            entry(6, 'Fay', { table: 2, chips: 17625, on_the_way: true, from_table: 1 }),
        ] } });
        const texts = (row) => [...row.children].map((cell) => cell.textContent);
        return [...root.querySelectorAll('#entries-rows tr')].map(texts);
    }"""

    assert page.evaluate(drawn) == [
        ["3", "Cyd", "table 1, seat 3", "9,000"], ["5", "Ana (2 entries)", "no seat", ""],
        ["6", "Fay", "moving from table 1 to table 2, seat 6", "17,625"],
        ["2", "Bo", "place 2", "paid 1,050\u00a0JPY"], ["1", "Ana", "place 3", ""],
    ]  # fmt: skip


def test_at_the_end_the_page_shows_the_prizes_and_the_display_names_the_winner(pages, room):
    """The display no longer counts down a level, and names the winner."""
    one = room.create("Short", buy_in=1000)
    one.open_tables(1)
    one.enter("Ana")
    one.draw()
    one.do("start")
    page, display = pages.director("players"), pages.display()
    expect(display.locator("#time")).to_be_visible()

    one.do("end")

    expect(page.locator("#entries-rows td.count")).to_have_text("paid 1,000")
    expect(page.locator("#entries-rows")).to_be_visible()
    expect(display.locator("#level")).to_have_text("The tournament is over")
    expect(display.locator("#blinds")).to_have_text("Ana has won")
    expect(display.locator("#time")).to_be_hidden()
    one.do("undo", act=[act["act"] for act in one.view["acts"] if act["by"] != "clock"][-1])
    expect(display.locator("#time")).to_be_visible()


def test_a_broken_and_empty_table_is_no_longer_in_play(pages, sunday):
    page = pages.director()
    sunday.open_tables(1, 2)
    sunday.enter(*NAMES)
    sunday.draw()
    page.get_by_role("button", name="Break table 2").click()

    go(page, "tables")
    expect(page.locator("#map .tile")).to_have_count(1)
    go(page, "players")
    expect(page.locator("#entries-rows .at")).to_contain_text(["table 1"] * 4)


def test_one_of_several_tournaments_can_be_chosen_and_stays_chosen(pages, room, sunday):
    """Nothing of the previous one remains, and a reload shows the chosen one again."""
    sunday.open_tables(1)
    page = pages.director("tables")
    expect(page.locator("#map .tile")).to_have_count(1)
    expect(page.locator("#chosen")).to_be_hidden()
    room.create("Monday").enter("Ana")
    go(page, "room")
    page.get_by_label("Tournament shown").select_option(label="Monday")

    expect(page.locator("#event")).to_have_text("Monday")
    go(page, "tables")
    expect(page.locator("#map .tile")).to_have_count(0)
    go(page, "players")
    expect(page.locator("#entries-rows th")).to_have_text(["Ana"])
    go(page, "room")
    page.get_by_label("Tournament shown").select_option(label="Sunday")
    expect(page.locator("#event")).to_have_text("Sunday")
    page.reload()
    expect(page.locator("#event")).to_have_text("Sunday")


def test_the_display_says_that_there_is_no_tournament_until_there_is_one(pages, room):
    """
    It waits for the tournament, not for the clock, to which it is connected.
    """
    page = pages.display()
    expect(page.locator("#event")).to_have_text("No tournament yet")
    expect(page.locator("#time")).to_be_hidden()

    room.create("Sunday")

    expect(page.locator("#event")).to_have_text("Sunday")
    expect(page.locator("#time")).to_be_visible()


def test_a_page_that_waits_for_a_tournament_shows_one_made_elsewhere(pages, room):
    page = pages.director()
    expect(page.get_by_role("button", name="Create tournament")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    room.create("Sunday")

    expect(page.locator("#event")).to_have_text("Sunday")
    expect(page.locator("#make")).to_be_hidden()
    go(page, "room")
    page.get_by_role("button", name="New tournament").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#event")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_target_is_large_enough_for_a_finger_and_fits_a_phone(pages, sunday, language):
    page = pages.open(f"/director/?lang={language}#key={KEY}")
    sunday.open_tables(1, 2)
    sunday.enter(*NAMES, "Maximiliana von und zu Hohenstein-Sonderburg")
    sunday.draw()
    expect(page.locator("#lanes .act")).to_have_count(1)

    fits_a_phone(page)
    for place in ("tables", "players", "clock", "prizes", "log", "room"):
        go(page, place)
        fits_a_phone(page)
    page.locator("#new").click()
    fits_a_phone(page)


def test_every_word_of_a_tournament_comes_from_the_catalogs(pages, sunday):
    """
    In the pseudo-language: before the start, with proposals, and with the form for another tournament. The clock words
    the reasons, in the room's language.
    """
    pages.speak(pseudo_compiled())
    page = pages.director()
    said: set[str] = set()
    sunday.open_tables(1, 2)
    sunday.enter(*NAMES)
    for place in ("tables", "players", "prizes", "now"):
        go(page, place)
        expect(page.locator(f"#place-{place}")).not_to_be_empty()
        said |= set(page.evaluate(SAID))
    committed = sunday.view["draw"]
    sunday.draw()
    expect(page.locator("#lanes .clause")).not_to_be_empty()
    said |= set(page.evaluate(SAID))
    given = {
        *NAMES,
        *CURRENCIES,
        "Sunday",
        "TDA 2024",
        committed,
        sunday.view["seed"],
        *(one[part] for one in sunday.view["proposals"] for part in ("why", "clause")),
        *(said for one in sunday.view["proposals"] for rule in one["rules"] for said in rule.values()),
    }

    assert [text for text in said if plain(HASH.sub("", text), frozenset(given))] == []


def test_the_last_change_of_the_clock_is_undone_at_the_clock_or_where_it_was_done(pages, sunday):
    page = pages.director()
    sunday.open_tables(1)
    sunday.enter("Ana", "Bo")
    sunday.draw()
    taken_back = page.locator("#just-done li", has_text="seats drawn")
    expect(taken_back.get_by_role("button")).to_have_count(1)
    sunday.do("start")

    expect(page.locator("#undo")).to_have_text("Undo: Start")
    expect(page.locator("#just-done li", has_text="clock started").get_by_role("button")).to_have_count(1)


@pytest.mark.parametrize(("path", "width"), [("display", 1920), ("display", 1280), ("director", 390)])
def test_a_long_name_widens_no_page(pages, room, path, width):
    """
    A name of more than 65 letters once made the display wider than its screen.
    """
    name = "The Invitational Championship of the Riverside Social Club and Its Friends, Day 1A"
    room.create(name, structure="demo")
    page = pages.display() if path == "display" else pages.director()
    page.set_viewport_size({"width": width, "height": 900})

    expect(page.locator("#event")).to_have_text(name)
    right = page.locator("#time").evaluate("one => one.getBoundingClientRect().right")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert 0 < right <= width


def test_the_pages_count_down_to_a_scheduled_start(pages, sunday):
    """
    Then they count down to the end of the first level, without anyone at the clock.
    """
    both = (pages.display(), pages.director())
    for page in both:
        expect(page.locator("#time")).to_have_text("20:00")
    sunday.do("schedule", starts_ms=round(time.time() * 1000) + 120_000)

    for page in both:
        expect(page.locator("#level")).to_have_text(re.compile(r"^Starts at \d?\d:\d\d( [AP]M)?, in$"))
        expect(page.locator("#time")).to_have_text(re.compile(r"1:[0-5]\d"))
        expect(page.locator("#paused")).to_be_hidden()
        expect(page.locator("#blinds")).to_have_text("25 / 50")

    sunday.do("undo", act=len(sunday.view["acts"]))
    sunday.do("schedule", starts_ms=round(time.time() * 1000) + 5_000)

    for page in both:
        expect(page.locator("#level")).to_have_text("Level 1")
        expect(page.locator("#time")).to_have_text(re.compile("19:[0-5]"))
