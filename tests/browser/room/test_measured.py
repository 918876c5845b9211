"""Every page of the clock with long names and millions: measured on a phone, a tablet, a desk and a large screen, in
every language."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import no_violations
from tests.kit.clock import KEY
from tests.kit.measured_page import TARGET_PX, measured
from tests.screens.table import MILLIONS
from ui.words.languages import LANGUAGES

pytestmark = pytest.mark.slow
SIZES = {(390, 844): 14, (768, 1024): 13, (820, 1180): 13, (1180, 820): 13, (1280, 800): 13, (1920, 1080): 13}
"""The least text of each, in pixels."""
FRAMES = 20
PLACES = ("now", "tables", "players", "clock", "prizes", "log", "room", "room-devices", "room-setup")
STACK = 4_350_000
MASTERS = "European Masters of Amsterdam, Main Event, Day 3"
LONG = ("Maximiliane von Hohenlohe", "Bartholomew", "Anna-Katharina", "Christopher", "Wilhelmina", "Konstantinos",
        "Seraphina", "Alexander", "Guillermo de la Fuente", "Elisabetta")  # fmt: skip
BIG = {
    "name": "Big", "starting_stack": STACK, "chips": [5_000, 25_000, 100_000, 500_000],
    "entries": [
        {"kind": "level", "small": 50_000, "big": 100_000, "ante": 100_000, "ante_form": "big-blind", "minutes": 600},
        {"kind": "break", "minutes": 15, "color_up": [5_000]},
        {"kind": "level", "small": 1_000_000, "big": 2_000_000, "minutes": 600},
    ],
}  # fmt: skip


@pytest.fixture
def evening(room):
    """A final table with long names and millions, a second table, a player out, and a break to come."""
    one = room.create(MASTERS, buy_in=150_000, currency="EUR", re_entries=1, structure=BIG, late_levels=1)
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=10, typed=True)
    one.enter(*LONG, *(f"{name} II" for name in LONG))
    one.draw()
    one.do("start")
    for sitting in (1, 2):
        there = [entry for entry in one.view["entries"] if entry["sitting"] == sitting]
        counts = [{"entry": each["entry"], "chips": chips} for each, chips in zip(there, MILLIONS, strict=True)]
        counts[0]["chips"] += counts[3]["chips"] + 10 * STACK - sum(MILLIONS)
        counts[3]["chips"] = 0
        one.do("type-table", sitting=sitting, hands=9, button=there[0]["seat"], counts=counts)
    return one


def problems(page, sizes=SIZES, target_px=TARGET_PX):
    """The faults of a page at each size, with everything open that can be opened."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    found = []
    for (wide, high), text_px in sizes.items():
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("document.fonts.ready")
        for _ in range(FRAMES):  # a page that has just been resized or filled may need some to settle
            page.evaluate("new Promise(requestAnimationFrame)")
            wrong = measured(page, text_px, target_px)
            if not wrong:
                break
        found += [f"{wide}x{high}: {problem}" for problem in wrong]
    return found


def console(pages, language):
    """The console in this language."""
    page = pages.open(f"/director/?lang={language}#key={KEY}&place=now")
    expect(page.locator("#event")).to_have_text(MASTERS)
    expect(page.locator("#now-count")).not_to_be_empty()
    return page


def shown(page, place):
    """One place of the console, with a table open on the map."""
    go(page, place)
    if place == "tables":
        page.locator("#map .tile").first.click()
        expect(page.locator("article")).to_have_count(1)
    return page


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        pytest.param("de", {(820, 1180): 13, (1180, 820): 13}, id="de-tablet"),
        *(pytest.param(language, SIZES, id=language, marks=pytest.mark.nightly) for language in LANGUAGES),
    ],
)
def test_every_place_of_the_console_can_be_read_and_touched(pages, evening, language, sizes):
    """
    No text is too small, cut off or over another one, and no control is too small or over another one.
    """
    page = console(pages, language)
    found = {place: problems(shown(page, place), sizes) for place in PLACES}

    assert not any(found.values()), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_start_and_pause_can_be_reached_on_every_phone_and_tablet(pages, evening, language):
    """
    Even while chips are missing and the tournament has waited for hours.
    """
    page = console(pages, language)
    shows_all = """() => {
        document.getElementById("bar-chips").textContent = "−12.345.600 Chips";
        document.getElementById("time").textContent = "10:00:00";
        const button = [...document.querySelectorAll(".bar button")].find((one) => one.checkVisibility());
        const { left, right } = button.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
    }"""
    for button in ("#pause", "#start"):
        expect(page.locator(button)).to_be_visible()
        for width in (390, 768, 820, 1024, 1100, 1280):
            page.set_viewport_size({"width": width, "height": 1180})
            assert page.evaluate(shows_all), (button, width)
        if button == "#pause":
            evening.do("pause")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_for_players_and_spectators_can_be_read_and_touched(pages, evening, language):
    """
    The player's page without and with an entry, the results, and the chips of all players.
    """
    ready = {"player/": "#blinds", "player/?entry=1": "#who", "results/": "h1", "standings/": "h1"}
    found = {}
    for path, part in ready.items():
        page = pages.open(f"/{path}{'&' if '?' in path else '?'}lang={language}")
        expect(page.locator(part).first).not_to_be_empty()
        found[path] = problems(page)
        page.close()

    assert not any(found.values()), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_can_be_read_from_fifteen_meters(pages, evening, language):
    """
    A 65-inch screen shows nothing in letters below 44 px of its 1080, upright or not.
    """
    page = pages.open(f"/display/?lang={language}")
    expect(page.locator("#average")).not_to_be_empty()

    assert problems(page, {(1920, 1080): 44, (1080, 1920): 44}) == []


@pytest.mark.nightly
def test_every_place_of_the_console_has_enough_contrast(pages, evening):
    """
    In both themes, by axe-core. Colors do not depend on the language.
    """
    page = console(pages, "en")
    for place in PLACES:
        no_violations(shown(page, place))
