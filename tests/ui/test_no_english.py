"""Every page that can be opened, every refusal and every fault in the pseudo-language. Text without accents is from no
catalog,
and would be English on every screen.
`test_languages.py` checks the painted text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.bad_input import BadInput
from engine.books.rulebook import load_book, parse_book, shipped_ids
from engine.cards import DECK, Card
from engine.game.game import Game, decide
from engine.history.phh.form import read_phh
from engine.history.recall import recall
from engine.message import Message
from engine.public import public
from engine.refused import Refused
from engine.tournament.levels.structure import parse_structure
from engine.tournament.tables.room_info import IncomingPlayer
from hardware.camera.settings import CameraSettings
from hardware.reading.deck import parse_deck
from hardware.reading.line_settings import SerialSettings
from kiosk.faults import Fault
from kiosk.protocol.codec import decode_event
from kiosk.protocol.staff import Member
from kiosk.settings import parse_settings
from kiosk.structures.csv_form import parse_csv
from kiosk.structures.json_form import parse_json
from kiosk.structures.make import StructureRequest, make_structure
from kiosk.structures.tdt import parse_tdt
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.play import dealt, record_of, sat
from tests.kit.played import overruled_story, random_records, rare_story, record_of_story
from tests.screens import chips, dealer
from tests.screens.shots import EIGHT
from tests.screens.table import STAFF
from tests.ui.given import GIVEN
from tests.ui.pseudo import plain, pseudo_words
from tests.ui.test_pages import GAME, PAGES
from ui.dealer.model.cards import Decks
from ui.dealer.model.surroundings import Link, Surroundings
from ui.dealer.model.taps import Ask, Enroll, OpenPage, Prefer, Unlock
from ui.dealer.model.values import (
    ButtonView,
    CellView,
    GridView,
    LineView,
    PageView,
    PlaceView,
    QuestionView,
    SeatTileView,
    View,
)
from ui.dealer.notices.recovery import Missing, RecoveryPage
from ui.dealer.pages.contents import MENU
from ui.dealer.pages.history.recall import RecallPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.splash import SplashScreen
from ui.dealer.view.screen import view
from ui.look import DARK, Look
from ui.words.history import hand as told_hand

WORDS = pseudo_words()
MOST_OF_A_KIND = 40
"""The limit of pages of one kind in one situation, because keyed digits make many of the same."""
LEVEL = replace(chips.BREAK, name="Level 3", is_break=False, running=False)
AROUND = Surroundings(
    decks=Decks(("Red", "Green"), (("Blue 2", 3),), ("Blue 2",)),
    starting_stack=20_000,
    coming=(IncomingPlayer("n", "Nia", 7_300, 12),),
    staff=STAFF,
    floor_ms=3_700_000,
    link=Link(),
)
RECALLED = recall(record_of(*chips.PLAYED), 10)
SITUATIONS: dict[str, tuple[Game, Surroundings, Iterable[Page]]] = {
    "before": (sat(EIGHT), AROUND, (RecallPage(RECALLED), *(RecallPage(RECALLED, at) for at in range(len(RECALLED))))),
    "break": (sat(chips.ODD, chips.LOW), replace(AROUND, level=chips.BREAK), ()),
    "paused": (dealt(EIGHT), replace(AROUND, level=LEVEL, link=Link(connected=False, refused=True)), ()),
    "picked": (GAME, AROUND, PAGES.values()),
    **{
        name: (dealer.STATES[name].game(), replace(AROUND, staff=()), ())
        for name in ("people", "raise", "flop-due", "showdown", "side-pots", "who-called", "list", "race",
                     "misdeal-board", "ruling-due", "level-due", "folded-out", "run-out", "winners", "heads-up")
    },
}  # fmt: skip
HIDDEN = {
    ButtonView: ("name", "tap", "suit", "emphasis", "picture"), CellView: ("name",), GridView: ("name", "hue"),
    PageView: ("name",), LineView: ("style",), SeatTileView: ("mood",),
}  # fmt: skip
"""Fields without text: names that tests and shortcuts use, the meaning of a touch, colors."""


def texts(shown: object) -> Iterator[str]:
    """All the text of a view."""
    match shown:
        case Card() | bytes():
            pass
        case str():
            yield shown
        case tuple():
            for each in shown:
                yield from texts(each)
        case Message():
            yield WORDS.say(shown)
        case msgspec.Struct():
            hidden = HIDDEN.get(type(shown), ("name",) if type(shown).__name__ == "AwardView" else ())
            for field in shown.__struct_fields__:
                if field not in hidden:
                    yield from texts(getattr(shown, field))


def taps(shown: object) -> Iterator[object]:
    """The meaning of every touch on a view."""
    if isinstance(shown, ButtonView):
        yield shown.tap
    elif isinstance(shown, tuple):
        for each in shown:
            yield from taps(each)
    elif isinstance(shown, View | PageView | GridView | SeatTileView | PlaceView | QuestionView):
        for field in shown.__struct_fields__:
            yield from taps(getattr(shown, field))


def leads_to(shown: View | PageView) -> Iterator[tuple[Page | None, Ask | None]]:
    """The pages and requests behind the buttons of a view."""
    for tap in taps(shown):
        ask = tap if isinstance(tap, Ask) else tap.ask if isinstance(tap, Unlock) else None
        page = tap.page if isinstance(tap, OpenPage | Enroll | Prefer) else ask.then if ask else None
        yield page if isinstance(page, Page) else None, ask


def walked(first: list[Page], context: PageContext) -> Iterator[tuple[Page, PageView]]:
    """The pages that touches reach from the first, nearest first; `MOST_OF_A_KIND` of each kind."""
    count, waits, seen = Counter[type[Page]](), list(first), set()
    for page in waits:
        key = repr(page)
        if key in seen or count[type(page)] >= MOST_OF_A_KIND:
            continue
        seen.add(key)
        count[type(page)] += page not in first
        shown = page.show(context)
        yield page, shown
        waits += [led for led, _ in leads_to(shown) if led]


class Walk(NamedTuple):
    """The texts on every page of a situation, the number of orders behind the buttons, and the texts in them."""

    said: set[tuple[str, str]]
    orders: int
    held: set[tuple[str, str]]


@cache
def walk(name: str) -> Walk:
    """
    From the felt and every page that MORE offers, on to whatever their buttons open; and each refusal of their
    requests.
    """
    game, around, picked = SITUATIONS[name]
    context = PageContext(public(game), game, around, WORDS)
    felt = view(context)
    first = [page() for page in MENU.values() if page.offered(context)]
    first += [page for page, _ in leads_to(felt) if page] + list(picked)
    said = {("felt", text) for text in texts(felt)}
    asks = [ask for _, ask in leads_to(felt) if ask]

    for page, shown in walked(first, context):
        keyed = {getattr(page, "typed", ""), getattr(page, "name", "")}
        said |= {(type(page).__name__, text) for text in texts(shown) if text not in keyed}
        asks += [ask for _, ask in leads_to(shown) if ask]
    said |= {("refused", text) for ask in asks for text in refused(game, ask)}
    orders = [order for ask in asks for order in (ask.action, ask.follow) if order]
    held = {(type(order).__name__, text) for order in orders for text in strings(msgspec.to_builtins(order))}
    return Walk(said, len(orders), held)


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_page_that_can_be_opened_has_only_text_from_the_catalogs(name: str) -> None:
    assert {(where, text) for where, text in walk(name).said if plain(text, GIVEN)} == set()


@pytest.mark.parametrize("name", SITUATIONS)
def test_no_order_of_any_page_holds_a_text_from_the_catalogs(name: str) -> None:
    """
    A record holds codes, because it may be read in another language. Every text of the pseudo-language has an accent.
    """
    assert walk(name).orders > 5
    assert {(order, text) for order, text in walk(name).held if not text.isascii()} == set()


def strings(value: object) -> Iterator[str]:
    """All the text in a decoded JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def refused(game: Game, ask: Ask) -> Iterator[str]:
    """The reason why a table refuses a request; nothing if it accepts it."""
    try:
        decide(game, ask.action)
    except Refused as why:
        yield WORDS.say(why.message)


def test_a_page_with_a_text_of_its_own_is_found() -> None:
    """
    Otherwise the test above would find nothing: English on a button, in a line or a title, painted or not.
    """
    button = ButtonView("menu-director", "ASK", said="ask the director")
    shown = PageView("menu", WORDS.menu.title, (LineView("Or the floor"),), (GridView("menu", 1, (button,)),))

    assert [text for text in texts(shown) if plain(text, GIVEN)] == ["Or the floor", "ASK", "ask the director"]


def test_the_opening_frame_and_the_page_of_an_incomplete_record_have_no_english(qtbot: QtBot) -> None:
    """
    They appear before there is a table, and paint themselves.
    """
    look, said = Look(DARK, 5.9), set()
    opening = SplashScreen(look, 7, WORDS)
    qtbot.addWidget(opening)
    said |= {opening.windowTitle(), opening.accessibleName()}
    for missing in (Missing(7, 90, 100, 100, ""), Missing(7, 80, 90, 100, "", has_clock=False)):
        page = RecoveryPage(look, missing, WORDS, lambda _: None)
        qtbot.addWidget(page)
        for held in (None, 50, 200):
            page.show_clock(held)
            said |= {label.text() for label in page.findChildren(QLabel)}
        page.go.click()
        said |= {button.text() for button in page.findChildren(QPushButton)}

    assert len(said) > 12
    assert [text for text in said if plain(text)] == []


HEAD = 'name = "x"\nstarting_stack = 1_000\nchips = [25, 100]\nentries = '
BAD: dict[str, tuple[Callable[[], object], str]] = {
    "settings": (lambda: parse_settings("table = 0", "f", TableSettings), "f journal"),
    "settings of another kind": (lambda: parse_settings('table = "x"\njournal = "j"', "f", TableSettings), "f table"),
    "a table's number": (lambda: TableSettings(-1, "j"), ""),
    "a place": (lambda: ReaderSettings("sim:///s", "bored"), "bored"),
    "a pattern": (lambda: SerialSettings(pattern="(?P<uid>"), "uid"),
    "a camera": (lambda: CameraSettings(enlarge=9), ""),
    "staff": (lambda: Member("Ana", "floor", "1234"), "Ana"),
    "a book": (lambda: parse_book('id = "own"\nname = "Own"\n', "f"), "f edition"),
    "no book": (lambda: load_book("hoyle"), f"hoyle {' '.join(shipped_ids())}"),
    "a structure": (lambda: parse_structure(f"{HEAD}[{{ small = 75, big = 50, minutes = 20 }}]", "f"), "f"),
    "a formula": (lambda: parse_structure("[formula]\nsmall = 0\nlevels = 5", "f"), "f formula small"),
    "a structure of another clock": (lambda: parse_json('[{"bb": "x"}]', "f", ""), "f big"),
    "no JSON": (lambda: parse_json("[", "f", ""), "f JSON"),
    "a table without levels": (lambda: parse_csv("x", "f", ""), "f small big ante minutes"),
    "no literal": (lambda: parse_tdt("{x", "f", ""), "f tdt"),
    "a literal without levels": (lambda: parse_tdt("{}", "f", ""), "f"),
    "a wish": (lambda: make_structure(StructureRequest("x", 900, 1, (25,), minutes=30)), "min"),
    "a deck": (lambda: parse_deck('name = "red"\n[codes]\nQh = "1"'), f"red {' '.join(map(str, DECK))}"),
    "a history": (lambda: read_phh("variant ="), ""),
    "a record": (lambda: decode_event(b'{"form": 99}'), ""),
}
"""Unusable values, with the names in their error messages."""


@pytest.mark.parametrize(("use", "names"), BAD.values(), ids=BAD)
def test_an_unusable_value_is_reported_with_text_from_the_catalogs(use: Callable[[], object], names: str) -> None:
    """
    The file, the field and the allowed values are names. Everything around them is translated.
    """
    with pytest.raises((BadInput, Fault)) as caught:
        use()
    assert isinstance(caught.value, BadInput | Fault)
    message = caught.value.message
    said = str(WORDS.fault(message)) if isinstance(caught.value, Fault) else WORDS.say(message)

    given = frozenset((*names.split(), *TableSettings.__struct_fields__))
    assert plain(said, given) == []


def test_every_word_of_a_hands_story_comes_from_the_catalogs() -> None:
    """
    Every letter has an accent in the pseudo-language, except in names, clauses, and a person's own text.
    """
    records = [record for seed in range(12) for record in random_records(seed)]
    records += [record_of_story(rare_story()), record_of_story(overruled_story())]
    for record in records:
        wrote = {getattr(event, field, "") for event in record.events for field in ("why", "floor", "by")}
        given = GIVEN | {record.event, *record.names, *wrote, *map(str.capitalize, wrote)} - {""}
        lines = told_hand.in_words(record, WORDS).splitlines()

        assert [line for line in lines if plain(line, given)] == []
