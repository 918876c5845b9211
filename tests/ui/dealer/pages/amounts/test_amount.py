"""The amount page if the pot or the limit is the most: it says so, and a bet above the pot becomes a bet of the pot."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.actions import PutIn
from engine.books.rulebook import load_book
from engine.events import Raised
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import ApplyRuling, StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.terms import Motion
from tests.kit.play import LEVEL, NAMES, dealt, do, play
from tests.ui.conftest import Table
from ui.dealer.pages.amounts.amount import AmountPage

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
FOUR = (20_000, 20_000, 20_000, 800)


def table(betting):
    """Four players under the TDA rules with this betting structure, and the first hand dealt."""
    book = load_book("tda")
    own = replace(book, betting=replace(book.betting, value=betting))
    sit = (TakeSeat(seat, f"p{seat}", NAMES[seat - 1], chips) for seat, chips in enumerate(FOUR, 1))
    return do(Game(), OpenTable(7, "Autumn Open", own, 4), *sit, PlaceButton(1), SetLevel(LEVEL), StartHand())


def opened(sit, betting, script=""):
    """The page for the player whose turn it is."""
    screen, engine, finger = sit(play(table(betting), script))
    screen.open(AmountPage(public(engine.game).legal.seat))
    return screen, engine, finger


def most(screen):
    """The key of the largest amount, and the head of the page."""
    page = screen.content.page.show(screen.content.context)
    key = next(each for grid in page.grids for each in grid.buttons if each.name == "all-in")
    return key.text, key.small, page.entry.small


@pytest.mark.parametrize(
    ("betting", "script", "text", "head"),
    [
        ("no-limit", "f", "ALL-IN", "min 400, all-in 20,000"),
        ("pot-limit", "f", "POT", "min 400, pot 900"),
        ("pot-limit", "", "ALL-IN", "min 400, all-in 800"),
        ("fixed-limit", "f", "LIMIT", "limit 400 only"),
    ],
)
def test_the_largest_amount_is_called_all_in_pot_or_limit(sit, betting, script, text, head):
    screen, _, _ = opened(sit, betting, script)

    assert (most(screen)[0], most(screen)[2]) == (text, head)


def test_a_raise_above_the_pot_becomes_the_pot_after_confirmation(sit):
    """
    TDA 2024 rule 54. It is an ordinary line of the log, undone with one touch.
    """
    screen, engine, finger = opened(sit, "pot-limit", "f")
    finger.tap("key-2", "key-000")
    page = screen.content.page.show(screen.content.context)
    assert page.entry.small == "2,000 is above the pot"
    assert page.grids[-1].buttons[-1].small == "raise to 900, POT"

    finger.tap("amount-ok")
    assert engine.asked[-1] == PutIn(1, 900)
    finger.tap("undo")
    assert public(engine.game).price == 200


def test_an_amount_above_the_players_stack_is_still_refused(sit):
    screen, _, finger = opened(sit, "pot-limit")
    finger.tap("key-5", "key-000")

    assert not finger.can("amount-ok")
    assert screen.content.page.show(screen.content.context).entry.small == "all-in is 800"


def test_one_key_erases_the_digits_one_by_one(sit):
    screen, engine, finger = opened(sit, "no-limit", "f")
    finger.tap("key-1", "key-5", "key-00", "erase", "erase", "erase", "key-8", "key-00")
    assert screen.content.page.typed == "1800"

    finger.tap("amount-ok")
    assert engine.asked[-1] == PutIn(1, 1_800)


@pytest.mark.parametrize(
    ("betting", "script", "keys"),
    [
        ("no-limit", "f", [("MIN", "400"), ("½ POT", "500"), ("POT", "900"), ("ALL-IN", "20,000")]),
        ("pot-limit", "f", [("MIN", "400"), ("½ POT", "500"), ("POT", "900"), ("", "")]),
        ("pot-limit", "", [("MIN", "400"), ("½ POT", "500"), ("POT", ""), ("ALL-IN", "800")]),
        ("fixed-limit", "f", [("MIN", "400"), ("½ POT", ""), ("POT", ""), ("LIMIT", "400")]),
    ],
)
def test_half_the_pot_and_the_pot_are_named_and_never_move(sit, betting, script, keys):
    """
    A key whose amount is not possible stays in its place.
    """
    screen, _, _ = opened(sit, betting, script)
    ends = screen.content.page.show(screen.content.context).grids[1].buttons

    assert [(key.text, key.small) for key in ends] == keys
    assert all((key.tap is not None) == bool(key.small) for key in ends)


def test_an_amount_below_the_minimum_leads_to_its_ruling(sit: Callable[..., Table]):
    """The gray OK says why it does nothing, and RULING opens with the seat and the amount."""
    screen, engine, finger = sit(play(dealt(EIGHT), "r600 f c"))
    finger.tap("raise-7", "key-8", "key-00")

    finger.tap("amount-ok")

    assert screen.drawn is not None
    assert screen.drawn.page is not None
    assert "the minimum is 1,000" in screen.drawn.page.refused
    finger.tap("amount-ruling")
    assert "said: 800" in str(screen.drawn.page)
    finger.tap("ruling-apply")
    assert engine.asked == [ApplyRuling(Motion(7, "800"))]


def test_a_correction_leads_to_no_ruling(sit: Callable[..., Table]):
    game = play(dealt(EIGHT), "r600 f c")
    line = next(line.mark for line in public(game).lines if isinstance(line.event, Raised))
    screen, _, finger = sit(game)
    screen.open(AmountPage(4, line=line))

    assert not finger.can("amount-ruling")
