"""The place "Players": search while typing, known people, entry, seats, moves, undo, and import."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.kiosk.clock.features.leagues.test_leagues import played
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY, eventually

pytestmark = pytest.mark.slow
HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def friday(room):
    room.create("Thursday").enter("Petra Král", "Петро Гончар")
    one = room.create("Friday", late_levels=2, buy_in=2000, currency="EUR")
    for table in (1, 2):
        one.do("open-table", table=table, seat_count=6, typed=True)
    one.enter("Marek Dvořák", "Omar Faruq", "Jo")
    one.draw()
    one.do("start")
    return one


def test_a_player_is_found_while_typing_and_entered_seated_moved_and_canceled(pages, friday):
    page = pages.director("players")
    rows = page.locator("#entries-rows tr")
    search = page.get_by_label("Player name")
    for asked, found in (("mar dvor", ["Marek Dvořák"]), ("OMAR", ["Omar Faruq"]), ("3", ["Jo"]), ("nobody", [])):
        search.fill(asked)
        expect(rows.locator("th")).to_have_text(found)

    search.fill("král")
    page.get_by_role("button", name="Petra Král 1 event, most recently Thursday").click()
    expect(rows).to_have_count(4)
    assert friday.view["entries"][3]["player"] == "petra král"

    rows.filter(has_text="Petra").get_by_role("button").click()
    one = page.locator("#player-one")
    one.get_by_role("button", name="Draw a seat").click()
    expect(one).to_contain_text(re.compile(r"entry 4 · table \d, seat \d"))
    one.get_by_role("button", name="Move", exact=True).click()
    one.get_by_label("To").select_option("table 2, seat 6")
    one.get_by_role("button", name="Move there").click()
    expect(rows.filter(has_text="Petra")).to_contain_text("table 2, seat 6")
    one.get_by_role("button", name="Cancel entry, refund 20 EUR").click()
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Undo: ").last.click()
    expect(rows).to_have_count(4)


def test_known_people_are_offered_however_late_the_answer_comes(pages, friday):
    page = pages.director("players")
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/people", hold)
    with page.expect_request("**/api/people"):
        page.get_by_label("Player name").fill("král")
    expect(page.locator("#entries-rows tr")).to_have_count(0)
    eventually(lambda: page.evaluate("true") and bool(late))

    late[0].continue_()

    expect(page.get_by_role("button", name="Petra Král 1 event, most recently Thursday")).to_be_visible()


DROP = """(area) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["Lee\\nMo"], "list.csv"));
    area.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_a_list_can_be_dropped_or_pasted_previewed_and_entered_and_seat_cards_printed(pages, room, friday):
    page = pages.director("players")
    page.get_by_role("button", name="Import a list").click()
    page.locator(".import").evaluate(DROP)
    expect(page.get_by_text("2 players would enter")).to_be_visible()
    page.get_by_label("Paste the list").fill("Name;Nr\nJo;\nKim Lee;7\n;8\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("1 player would enter")).to_be_visible()
    expect(page.locator("#player-one .lines li")).to_have_text(
        ["Line 3 Kim Lee No. 7", "Line 2 Jo: already entered", "Line 4 No. 8: there is no name on this line"]
    )
    no_violations(page)
    page.get_by_role("button", name="Enter 1 player").click()
    expect(page.locator("#entries-rows tr")).to_have_count(4)
    page.get_by_role("button", name="Close").click()

    with page.expect_download() as cards:
        page.get_by_role("button", name="Seat cards").click()
    assert cards.value.suggested_filename == "seat-cards.pdf"
    assert cards.value.path().read_bytes().startswith(b"%PDF")
    fits_a_phone(page)
    page.locator("#entries-rows .who").first.click()
    fits_a_phone(page)
    no_violations(page)


def test_an_imported_list_says_how_much_to_collect_until_its_event_is_over(pages, room):
    one = room.create("Friday", structure="demo", buy_in=1500, fee=500, currency="EUR")
    one.do("open-table", table=31, seat_count=6, typed=True)
    page = pages.director("players")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list").fill("Ana\nBo\nCy\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("3 players would enter")).to_be_visible()
    page.get_by_role("button", name="Enter 3 players").click()
    expect(page.get_by_role("status").get_by_text("3 players entered: collect 60\u00a0EUR")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.locator("#player").fill("Di")
    page.get_by_role("button", name="Enter player").click()
    answered = page.get_by_text("Di entered: collect 20\u00a0EUR")
    expect(answered).to_be_visible()

    one.draw()
    one.do("start")
    counts = [{"entry": 1, "chips": 20_000}, *({"entry": entry, "chips": 0} for entry in (2, 3, 4))]
    one.do("type-table", sitting=1, hands=10, button=one.view["entries"][0]["seat"], counts=counts)
    asked = one.view["proposals"]
    assert [proposal["action"]["do"] for proposal in asked[:1]] == ["confirm-bust"]
    one.do("confirm-bust", entry=asked[0]["action"]["entry"])  # all three, who are tied
    one.do("end")
    expect(answered).to_have_count(0)
    room.create("Saturday")

    expect(page.locator("#event")).to_have_text("Saturday")
    expect(answered).to_have_count(0)


def test_an_ambiguous_list_and_a_known_name_are_asked_about(pages, friday):
    page = pages.director("players")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list").fill("Hill\tEva\tBonn\nLee\tKim\tKöln\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("group", name="How are the names written?")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"^Enter \d"))).to_have_count(0)
    no_violations(page)
    page.get_by_role("button", name="Last name, first name Eva Hill · Kim Lee").click()
    expect(page.locator("#player-one .lines li")).to_have_text(["Line 1 Eva Hill", "Line 2 Kim Lee"])

    page.get_by_label("Paste the list").fill("Name;Member\nPetra Kral;4711\nKim Lee;7\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("1 player would enter")).to_be_visible()
    page.get_by_role("button", name="Same person: Petra Král (Thursday)").click()
    page.get_by_role("button", name="Enter 2 players").click()
    expect(page.locator("#entries-rows tr")).to_have_count(5)
    page.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Undo: 2 players entered").click()

    expect(page.locator("#entries-rows tr")).to_have_count(3)


def test_a_name_is_corrected_in_the_sheet_and_two_people_are_merged(pages, friday):
    page = pages.director("players")
    rows = page.locator("#entries-rows tr")
    one = page.locator("#player-one")
    rows.filter(has_text="Jo").get_by_role("button").click()
    one.get_by_role("button", name="Correct the name").click()
    one.get_by_label("The right name").fill("Joe Day")
    one.get_by_role("button", name="Correct", exact=True).click()
    expect(rows.filter(has_text="Joe Day")).to_have_count(1)
    expect(one.locator("h2")).to_have_text("Joe Day")
    expect(one.locator(".correct .lines")).to_contain_text("Jo → Joe Day")
    no_violations(page)
    fits_a_phone(page)
    one.locator(".correct").get_by_role("button", name="Undo").click()
    expect(one.locator("h2")).to_have_text("Jo")

    one.get_by_role("button", name="Same person as").click()
    one.get_by_label("Who?").fill("petr")
    no_violations(page)
    one.get_by_role("button", name="Same person: Petra Král").click()
    expect(one.locator("h2")).to_have_text("Petra Král")


def test_a_typed_name_that_resembles_a_known_one_is_asked_about(pages, room, friday):
    room.create("Saturday").do("add-entry", player="112", name="Tom")
    page = pages.director("players")
    page.get_by_label("Player name").fill("Marek Dvorak")
    page.get_by_role("button", name="Enter player").click()
    question = page.get_by_role("group", name="Marek Dvorak: the same person?")
    expect(question).to_be_visible()
    no_violations(page)

    question.get_by_role("button", name="Somebody else").click()

    expect(page.locator("#entries-rows tr")).to_have_count(2)


def test_a_former_name_is_asked_about_and_two_people_who_played_at_once_need_a_second_touch_to_merge(pages, room):
    """
    Tom and Thomas played against each other on Thursday.
    """
    played(room, "Thursday", "Thomas", "Tom", table=7)
    room.create("Friday").enter("Ann Smith", "Tom")
    page = pages.director("players")
    rows, one = page.locator("#entries-rows tr"), page.locator("#player-one")
    rows.filter(has_text="Ann Smith").get_by_role("button").click()
    one.get_by_role("button", name="Correct the name").click()
    one.get_by_label("The right name").fill("Ann Jones")
    one.get_by_role("button", name="Correct", exact=True).click()
    expect(one.locator("h2")).to_have_text("Ann Jones")

    page.get_by_label("Player name").fill("Ann Smith")
    page.get_by_role("button", name="Enter player").click()

    question = page.get_by_role("group", name="Ann Smith: the same person?")
    expect(question.get_by_role("button")).to_have_text(
        ["Same person: Ann Jones (formerly Ann Smith, Friday)", "Somebody else"]
    )
    page.get_by_label("Player name").fill("Tom")
    rows.filter(has_text="Tom").get_by_role("button").click()
    one.get_by_role("button", name="Same person as").click()
    one.get_by_label("Who?").fill("thomas")
    one.get_by_role("button", name="Same person: Thomas").click()
    expect(one.get_by_role("alert")).to_contain_text("Tom and Thomas played in Thursday at the same time")
    expect(one.locator("h2")).to_have_text("Tom")
    no_violations(page)
    fits_a_phone(page)
    one.get_by_role("button", name="Merge anyway").click()
    expect(one.locator("h2")).to_have_text("Thomas")
    expect(one.get_by_role("button", name="Merge anyway")).to_have_count(0)


def test_a_known_person_whose_name_was_corrected_meanwhile_is_asked_about(pages, clock, room, friday):
    page = pages.director("players")
    page.get_by_label("Player name").fill("petra")
    choice = page.locator(".known button")
    expect(choice).to_contain_text("Petra Král")
    rename = {"player": "petra král", "name": "Petra Novák"}
    httpx.post(f"{clock.site}/api/people/rename", headers=HEADERS, json=rename).raise_for_status()

    choice.click()

    question = page.get_by_role("group", name="Petra Král: the same person?")
    question.get_by_role("button", name="Same person: Petra Novák (formerly Petra Král, Thursday)").click()
    expect(page.locator("#entries-rows tr")).to_have_count(4)
    expect(page.locator("#entries-rows")).to_contain_text("Petra Novák")
    page.reload()
    page.get_by_label("Player name").fill("kral")
    expect(page.locator(".known button")).to_have_count(0)  # she plays here
    other = room.create("Saturday")
    page.goto(f"{clock.site}/director/?tournament={other.id}#players")
    page.get_by_label("Player name").fill("petra kral")
    expect(page.locator(".known button")).to_contain_text("Petra Novák")


def test_import_messages_and_refusals_are_in_the_pages_language(pages, friday):
    """
    The browser's own language does not matter, because the page may be opened in another one.
    """
    page = pages.open(f"/director/?lang=es#key={KEY}&place=players")
    page.get_by_role("button", name="Importar una lista").click()
    page.get_by_label("Pegar la lista").fill("Name;Paid\nLee;x\n;x")
    page.get_by_role("button", name="Vista previa").click()

    expect(page.get_by_text("No se ha leído: columna 2")).to_be_visible()
    expect(page.get_by_text("there is no name")).to_have_count(0)


def test_a_player_who_is_out_re_enters_only_where_the_amount_to_collect_is_shown(pages, room):
    one = room.create("Friday", structure="demo", buy_in=1500, fee=500, currency="EUR", late_levels=4, re_entries=2)
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter("Ana Lopez", "Bo", "Cy")
    one.draw()
    one.do("start")
    counts = [{"entry": entry, "chips": chips} for entry, chips in ((1, 0), (2, 10_000), (3, 5_000))]
    one.do("type-table", sitting=1, hands=10, button=one.view["entries"][1]["seat"], counts=counts)
    one.do("confirm-bust", entry=1)
    page = pages.director("players")
    for press in ("Ana Lopez out of this event; open to re-enter", "Enter player"):
        page.get_by_label("Player name").fill("ana lopez")
        page.get_by_role("button", name=press).click()
        again = page.locator("#player-one").get_by_role("button", name="Re-enter, collect 20\u00a0EUR")
        expect(again).to_be_visible()
        page.locator("#player-one").get_by_role("button", name="Close").click()
    assert len(one.view["entries"]) == 3

    page.get_by_role("button", name="Ana Lopez out of this event").click()
    again.click()
    expect(page.get_by_text("Ana Lopez is back in: collect 20\u00a0EUR")).to_be_visible()


def test_a_typed_name_and_a_pasted_list_survive_a_reload(pages, friday):
    page = pages.director("players")
    page.get_by_label("Player name").fill("Half a na")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list").fill("\n".join(f"Guest {number}" for number in range(60)))

    page.reload()

    expect(page.get_by_label("Player name")).to_have_value("Half a na")
    page.get_by_role("button", name="Import a list").click()
    expect(page.get_by_label("Paste the list")).to_have_value(re.compile("Guest 59$"))
    page.get_by_role("button", name="Preview").click()
    lines = page.locator("#player-one .lines")
    expect(lines.locator("li")).to_have_count(60)
    assert lines.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "the list scrolls in a box"
    expect(page.get_by_role("button", name="Enter 60 players")).to_be_in_viewport()
    fits_a_phone(page)
    expect(page.get_by_role("button", name="Enter 60 players")).to_be_in_viewport()
    page.get_by_role("button", name="Enter 60 players").click()
    expect(page.get_by_text("60 players entered")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Import a list").click()
    expect(page.get_by_label("Paste the list")).to_have_value("")
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Player name").fill("Half a name")
    page.get_by_role("button", name="Enter player").click()
    expect(page.get_by_label("Player name")).to_have_value("")
    page.reload()
    expect(page.get_by_label("Player name")).to_have_value("")
