"""Levels as the books define them: by formula, by orbits or hands of a table's own play, and with or without antes."""

from itertools import pairwise
from random import Random

import pytest

from engine.books.rulebook import load_book, shipped_ids
from engine.button import ends_orbit
from engine.events import HandStarted
from engine.game.game import decide, replay
from engine.refused import Refused
from engine.table.actions.setup import SetLevel
from engine.table.next_deal import play_so_far
from engine.tournament.levels.level_clock import ends_at_ms, first_clock, start
from engine.tournament.levels.structure import (
    BadStructure,
    Level,
    advances_by,
    blinds,
    blinds_at,
    level_by_play,
    level_number,
    load_structure,
    misfit,
    parse_structure,
)
from tests.kit.randomplay import ask, hands, tables
from tests.kit.story import TDA
from tests.rules.seated import next_deal, table
from tests.said import english
from ui.words.languages import words_in

HEAD = 'name = "Mine"\nstarting_stack = 100\nchips = [1]\n'


def by(lasts: str, count: int) -> str:
    levels = ", ".join(f"{{ small = {n}, big = {2 * n}, {lasts} = {count} }}" for n in (1, 2, 3))
    return f"{HEAD}entries = [{levels}]"


@pytest.mark.parametrize("structure_id", ["astate-2009", "intramural"])
def test_the_blinds_are_n_and_2n_to_the_twelfth_level_and_beyond(structure_id):
    """R3.6: 1:2, 2:4 ... 12:24, and the same formula after that; one chip, worth 1 (R3.4)."""
    structure = load_structure(structure_id)
    first = [(terms.small, terms.big) for terms in (blinds(structure, index) for index in range(13))]

    assert first == [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12), (7, 14), (8, 16), (9, 18), (10, 20), (11, 22),
                     (12, 24), (13, 26)]  # fmt: skip
    assert blinds_at(1, 77) == (77, 154)
    assert structure.chips == (1,)


@pytest.mark.parametrize("book_id", shipped_ids())
def test_each_book_ships_with_a_structure_that_it_can_be_played_with(book_id):
    """The lengths of the levels are those in the book, and there are antes if the book has them."""
    book = load_book(book_id)
    structure = load_structure(book.structure)

    assert misfit(structure, book) is None
    assert advances_by(structure) == book.levels.value


@pytest.mark.parametrize("structure_id", ["washburn", "house"])
def test_a_structure_has_the_starting_stack_that_its_document_names(structure_id):
    """
    Washburn 3 and House rules, Chips: 10,000.
    """
    assert load_structure(structure_id).starting_stack == 10_000


def test_washburn_has_antes_and_twenty_minute_levels():
    """
    Washburn 5: minimum bet and antes go up on a set time; the small blind is half the minimum.
    """
    levels = [entry for entry in load_structure("washburn").entries if isinstance(entry, Level)]

    assert {level.minutes for level in levels} == {20}
    assert [level for level in levels if 2 * level.small != level.big] == []
    assert levels[-1].ante > levels[1].ante > 0


# Antes forbidden


def test_a_structure_with_an_ante_does_not_fit_a_book_without_antes():
    """R3.5: reported in one line, with the entry."""
    why = misfit(load_structure("washburn"), load_book("astate-2009"))

    assert why is not None
    assert words_in("en").say(why) == (
        "Washburn: entry 2 has an ante, but Arkansas State intramural hold'em does not allow antes (R3.5)"
    )


def test_a_level_with_an_ante_is_refused_at_a_table_without_antes():
    """
    R3.5: with the clause.
    """
    game = table(1, 2, button=1, by=load_book("intramural"))

    with pytest.raises(Refused) as refused:
        decide(game, SetLevel(blinds(load_structure("washburn"), 1)))

    assert refused.value.clause == "Intramural 5"
    assert decide(game, SetLevel(blinds(load_structure("intramural"), 1)))


# Levels by play

ORBITS = parse_structure(by("orbits", 1), "mine.toml")
HANDS = parse_structure(by("hands", 4), "mine.toml")


def test_a_level_by_hands_or_orbits_ends_after_its_number_of_them():
    """The last level runs on."""
    assert [level_by_play(HANDS, played, 0) for played in (0, 3, 4, 7, 8, 99)] == [0, 0, 1, 1, 2, 2]
    assert [level_by_play(ORBITS, 0, orbits) for orbits in (0, 1, 2, 3)] == [0, 1, 2, 2]


def test_a_break_in_a_structure_by_play_is_skipped():
    """The director calls the breaks."""
    text = by("hands", 4).replace("}, {", '}, { kind = "break", minutes = 5 }, {', 1)

    assert [level_by_play(parse_structure(text, "mine.toml"), played, 0) for played in (3, 4, 8)] == [0, 2, 3]


def test_a_structure_by_minutes_has_no_level_by_play():
    """Its levels are counted by the clock."""
    with pytest.raises(ValueError, match="Club evening goes by minutes, not by play"):
        level_by_play(load_structure("club"), 1, 1)


def test_the_clock_never_ends_a_level_that_goes_by_play():
    """
    However long it runs.
    """
    running = start(first_clock(ORBITS), ORBITS, 0)

    assert ends_at_ms(running, ORBITS) is None


ORBIT = {
    "the button returns": (3, 2, 3, True),
    "it passes an empty seat": (3, 2, 5, True),
    "it passes it over the end of the table": (1, 8, 2, True),
    "it is on its way": (3, 4, 5, False),
    "it leaves": (3, 3, 4, False),
    "it stays": (3, 3, 3, False),
}


@pytest.mark.parametrize(("first", "was", "now", "ends"), ORBIT.values(), ids=ORBIT)
def test_an_orbit_ends_when_the_button_returns_to_where_it_began_or_passes_it(first, was, now, ends):
    """
    Counted clockwise, empty seats and all.
    """
    assert ends_orbit(first, was, now) is ends


def test_a_table_starts_the_next_level_with_the_hand_that_begins_an_orbit():
    """
    Five players: five hands at 1:2, five at 2:4; the table knows it before the hand is dealt.
    """
    game, levels = table(1, 3, 4, 7, 9, button=4, by=load_book("astate-2009")), []
    for _ in range(11):
        game = ask(game, SetLevel(blinds(ORBITS, level_by_play(ORBITS, *play_so_far(game.table))))).after
        game, deal = next_deal(game)
        levels.append(deal.terms.small)

    assert levels == [1] * 5 + [2] * 5 + [3]


def test_orbits_are_counted_from_the_buttons_of_the_hands():
    """
    Whoever busts, leaves or sits down.
    """
    record, buttons = [], []
    for step in hands(tables(Random(5), book=TDA), 60):
        record += step.record
        buttons += [event.button for event in step.events if isinstance(event, HandStarted)]
    orbits = sum(ends_orbit(buttons[0], was, now) for was, now in pairwise(buttons))

    assert replay(record).table.orbits == orbits > 5


# Refusals

BAD = {
    "levels of two kinds": (by("orbits", 1).replace("orbits", "hands", 1), "entry 2: levels are measured in either"),
    "a level of two kinds": (by("orbits", 1).replace("orbits", "hands = 2, orbits", 1), "entry 1: a level is measured"),
    "no length": (by("orbits", 0), "entry 1: minutes must be from 0.5 to 1440, not 0"),
    "too many orbits": (by("orbits", 1_001), "entry 1: orbits must be from 1 to 1000, not 1001"),
    "a formula without levels": (f"{HEAD}[formula]\nsmall = 1\norbits = 1", "formula: missing required field `levels`"),
    "a formula of nothing": (f"{HEAD}[formula]\nsmall = 0\nlevels = 5\norbits = 1", "formula, small: must be at least"),
    "a formula and entries": (f"{by('hands', 1)}\n[formula]\nsmall = 1\nlevels = 5", "unknown field `formula`"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), BAD.values(), ids=BAD)
def test_an_invalid_structure_by_play_is_refused_in_one_line(text, says):
    """
    With the entry and what is allowed.
    """
    with pytest.raises(BadStructure) as bad:
        parse_structure(text, "mine.toml")

    assert says in english(bad.value)
    assert "\n" not in english(bad.value)


def test_levels_by_play_have_numbers_and_names_like_others():
    """
    The display calls them the same way.
    """
    assert [entry.name for entry in ORBITS.entries] == ["Level 1", "Level 2", "Level 3"]
    assert level_number(ORBITS, 2) == 3
