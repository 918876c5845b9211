"""A structure from another program's file, in the place "Clock". The page says what was guessed or not read, and a
touch
makes the saved prizes the tournament's payouts."""

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import no_violations
from tests.kit.clock import eventually

pytestmark = pytest.mark.slow
LEVELS = ", ".join(
    f"new GameRound({{Minutes: 20, SmallBlind: {small}, BigBlind: {2 * small}, Ante: {ante}}})"
    for small, ante in ((25, 0), (50, 50), (100, 100))
)
PRIZES = ", ".join(
    f"new GamePrize({{Recipient: {place}, AmountType: 0, Amount: {each}}})" for place, each in ((1, 70), (2, 30))
)
SAVE = (
    '{ V: "3.7.2", T: new Tournament({Title: "Club evening", Players: Map.from([]), '
    f"Levels: new GameLevels({{Levels: [{LEVELS}]}}), Prizes: new GamePrizes({{Prizes: [{PRIZES}]}}) }}) }}"
)


def test_a_save_is_read_into_the_draft_and_its_prizes_into_the_terms(pages, room):
    one = room.create("Friday", buy_in=1000)
    one.enter("Ann", "Bo")
    page = pages.director("clock")
    page.locator(".sources summary").click()
    sources = page.locator(".sources")

    file = {"name": "friday.tdt", "mimeType": "text/plain", "buffer": SAVE.encode()}
    sources.locator("input[type=file]").set_input_files(file)

    expect(sources.locator(".guess")).to_have_text([
        "also read: the payout table, in percent: 70 · 30",
        "guessed: the big blind pays the ante for the table, because the ante is half the big blind or more",
        "guessed: the chips are 25, 100",
        "guessed: a starting stack of 5,000, a hundred big blinds",
        "not read: Players",
    ])  # fmt: skip
    no_violations(page)
    sources.get_by_role("button", name="Use its payout table").click()
    expect(sources.get_by_role("button", name="Use its payout table")).to_have_count(0)
    eventually(lambda: one.view["prizes"] == [1400, 600])


def test_a_file_without_lengths_gets_the_minutes_that_are_typed(pages, room):
    room.create("Friday", buy_in=1000)
    page = pages.director("clock")
    page.locator(".sources summary").click()
    sources = page.locator(".sources")
    file = {"name": "friday.csv", "mimeType": "text/csv", "buffer": b"25,50\n50,100\n75,150\n"}

    sources.locator("input[type=file]").set_input_files(file)
    expect(sources.get_by_role("alert")).to_contain_text("add a first row such as")
    sources.get_by_label("Minutes per level, if the file has none").fill("17.5")
    sources.locator("input[type=file]").set_input_files([])
    sources.locator("input[type=file]").set_input_files(file)

    expect(sources.locator(".guess").first).to_have_text("guessed: the columns are small, big")
    expect(sources.locator(".why")).to_have_text("")
    expect(page.locator("#structure-editor").get_by_label("Minutes for Level 3")).to_have_value("17.5")
    no_violations(page)
