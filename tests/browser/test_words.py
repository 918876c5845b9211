"""The pages use the catalog of a language: the room's, or the one in the address."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.books.rulebook import load_book
from engine.events import SetStacks
from engine.table.actions.hands import Overrule
from engine.table.actions.staff import CallFloor, SignIn
from kiosk.clock.web import answers
from kiosk.clock.web.sockets import sessions
from tests.browser.conftest import BrowserPages
from tests.kit.clock import KEY, ClockThread, ForkedClock, RandomTable, settings_text
from tests.kit.full_tables import NAMES, FullTables
from tests.ui.pseudo import plain, pseudo_compiled, pseudo_words
from ui.words.languages import words_in

SPANISH = 'language = "es"\n'


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock of a Spanish room."""
    process = ForkedClock(tmp_path, free_port, SPANISH + settings_text(free_port), FullTables())
    process.start()
    yield process
    process.kill()


@pytest.fixture
def pages(browser, clock):
    opened = BrowserPages(browser, clock)
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.mark.slow
def test_the_display_uses_the_rooms_language(pages):
    """
    The clock runs and is paused again: before the start, the display shows the seats.
    """
    page = pages.display()
    director = pages.director("clock")
    director.locator("#start").click()
    director.locator("#pause").click()

    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#level")).to_have_text("Nivel 1")
    expect(page.locator("#next-label")).to_have_text("Siguiente nivel")
    expect(page.locator("#average")).to_have_text("5.000")
    expect(page.locator("#paused")).to_have_text("EN PAUSA")
    expect(page).to_have_title(re.compile(r"^[23]:\d\d en pausa · Test Open$"))


@pytest.mark.slow
def test_a_page_uses_the_language_that_its_address_asks_for(pages):
    """
    For an untranslated language it uses the room's.
    """
    page = pages.open(f"/director/?lang=de#key={KEY}")
    expect(page.locator("#start")).to_have_text("Starten")
    expect(page.locator("#go-on")).to_have_text("Weiter: Level 2")
    expect(page.locator("#difference")).to_have_text("✓ alle Chips vollzählig")
    expect(page.locator("#players")).to_have_text("12 von 12 Spielern · Schnitt 5.000")
    expect(page.locator("#lanes")).to_have_attribute("aria-label", "Was die Regeln verlangen")

    page.goto(page.url.replace("#now", "#table-1"))
    expect(page.locator("#table-1 h2")).to_have_text("Tisch 1")

    other = pages.open(f"/director/?lang=xx#key={KEY}&place=table-1")
    expect(other.locator("#table-1 h2")).to_have_text("Mesa 1")


@pytest.mark.slow
def test_a_reload_while_the_clock_is_away_keeps_the_language(clock, pages):
    page = pages.display()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # so that its texts go through the worker that caches them
    expect(page.locator("#level")).to_have_text("Nivel 1")
    clock.kill()

    page.reload()

    expect(page.locator("#level")).to_have_text("Nivel 1")
    expect(page.locator("#away")).to_have_text(re.compile("sin conexión con el reloj"))


@pytest.mark.slow
def test_a_count_takes_its_plural_form_and_text_from_a_table_is_no_path(pages):
    page = pages.display()
    said = """async ([path, count]) => (await import('/web/words.js')).say(path, { count })"""
    knows = """async (path) => (await import('/web/words.js')).knows(path)"""

    assert [page.evaluate(said, ["display.big_blinds", count]) for count in (0, 1, 201, 2_000)] == [
        "0 ciegas grandes", "1 ciega grande", "201 ciegas grandes", "2.000 ciegas grandes",
    ]  # fmt: skip
    assert page.evaluate(knows, "readers.short.lost")
    assert not page.evaluate(knows, "readers.short.constructor")
    assert not page.evaluate(knows, "readers.short.__proto__.toString")


SAID = """() => {
    const said = [document.title];
    for (const element of document.querySelectorAll("body, body :not(script, noscript)")) {
        said.push(element.title, element.ariaLabel, element.ariaDescription, element.placeholder);
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    }
    return said.filter((text) => text?.trim());
}"""
"""Every text in a page, visible or not, its title, and the text for a screen reader."""
HASH = re.compile(r"[0-9a-f]{64}|\b\d?\d:\d\d [AP]M\b")
"""Text with letters but no language: the commitment of a draw, and times of day in the browser's format."""
CURRENCIES = re.findall('"([A-Z]{3})"', (Path(__file__).parents[2] / "ui/director/choice.js").read_text("utf-8"))
"""The currencies' ISO 4217 codes, which are the same in every language."""
ROOM = frozenset((*CURRENCIES, "Test Open", load_book("tda").name, "Flo", "Demo", "TOML", "JSON", "CSV", *NAMES))
"""Names: of the room, its rule book, its structure, and file formats."""


@pytest.fixture
def pseudo_clock(tmp_path, free_port, monkeypatch):
    """A clock of a Spanish room that words its answers in the pseudo-language for pages that ask for English, as those
    with the pseudo-language do. Yielded with what stops it.
    """
    for module in (answers, sessions):
        monkeypatch.setattr(module, "words_in", lambda code: pseudo_words() if code == "en" else words_in(code))
    one = ClockThread(tmp_path, free_port, SPANISH + settings_text(free_port), FullTables())
    one.start()
    with ExitStack() as running:
        running.callback(one.stop)
        yield one, running.close


@pytest.fixture
def pseudo_pages(browser, pseudo_clock):
    opened = BrowserPages(browser, pseudo_clock[0])
    opened.speak(pseudo_compiled())
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.mark.slow
def test_every_word_on_a_page_comes_from_the_catalogs(pseudo_clock, pseudo_pages, tmp_path):
    """In the pseudo-language, which puts an accent on every letter of its texts, and of the clock's answers.
    A table plays, calls, is overruled and disconnects. The clock runs, asks whether a press was meant, is paused and
    goes away.
    """
    (clock, stop), pages = pseudo_clock, pseudo_pages
    shown = {
        "display": pages.display(),
        "director": pages.director("clock"),
        "now": pages.director(),
        "table": pages.director("table-1"),
    }
    said: dict[str, set[str]] = {name: set() for name in shown}

    def look():
        for name, page in shown.items():
            said[name] |= set(page.evaluate(SAID))

    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        shown["director"].locator("#start").click()
        table.play(1)
        table.host.orders.ask(Overrule("Flo", "", SetStacks((2,), (4_500,), -500)))
        table.host.orders.ask(SignIn("Ana"))
        table.host.orders.ask(CallFloor("misdeal"))
        expect(shown["now"].locator("#lanes [data-kind=call] .reason")).to_have_count(1)
        shown["director"].locator("#go-on").click()
        look()
    expect(shown["now"].locator("#lanes [data-kind=trouble] .reason")).not_to_have_count(0)
    shown["director"].locator("#pause").click()
    expect(shown["display"].locator("#paused")).to_be_visible()
    look()
    stop()
    expect(shown["display"].locator("#away")).to_be_visible()
    expect(shown["director"].locator("#link.lost")).to_be_visible()
    look()

    assert all(len(texts) > 20 for texts in said.values())
    assert [(name, text) for name, texts in said.items() for text in texts if plain(HASH.sub("", text), ROOM)] == []


def test_a_text_that_a_page_has_of_its_own_is_found(pages):
    pages.speak(pseudo_compiled())
    page = pages.display()
    expect(page.locator("#level")).not_to_be_empty()

    said = page.evaluate(f"() => {{ document.querySelector('#level').append(' of the day'); return ({SAID})(); }}")

    assert [text for text in said if plain(HASH.sub("", text), ROOM)] == [" of the day"]
