"""A table as the director's page is told of it."""

import pytest

from engine.actions import (
    BOARD,
    Bet,
    Call,
    Check,
    Fold,
    OpenTable,
    PlaceButton,
    Push,
    RaiseTo,
    SeeCard,
    SetLevel,
    StartHand,
    TakeSeat,
)
from engine.books.rulebook import load_book
from engine.cards import DECK
from engine.events import Blinds
from engine.game.game import Game
from engine.tournament.seats import Seating
from kiosk.clock.director import decode_from_director
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.tables.view import LinkState, table_view
from kiosk.protocol.codec import Unreadable
from tests.kit.randomplay import ask
from tests.said import refused

BOOK = load_book("tda")
BEGUN = (
    OpenTable(1, "Test Open", BOOK, 2), TakeSeat(1, "a", "Ana", 5000), TakeSeat(2, "b", "Bo", 5000),
    SetLevel(Blinds(1, 25, 50, 0, "none", 25)), PlaceButton(1),
)  # fmt: skip
SEEN = tuple(SeeCard(card, BOARD) for card in DECK[:5])
CHECKED = (Check(2), Check(1))
FLOP = (StartHand(), Call(1), Check(2), *SEEN[:3])
RIVER = (*FLOP, *CHECKED, SEEN[3], *CHECKED, SEEN[4])


def stage(*actions):
    game = Game()
    for action in (*BEGUN, *actions):
        game = ask(game, action).after
    return table_view(AuditedTable(Seating(1, "Test Open", "tda", 2, 1, ()), BOOK, game=game), LinkState()).stage


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((), ""),
        (FLOP[:1], "preflop"),
        (FLOP[:3], "preflop"),
        (FLOP[:4], "flop"),
        (FLOP, "flop"),
        ((*FLOP, *CHECKED), "flop"),
        ((*FLOP, *CHECKED, SEEN[3]), "turn"),
        ((*FLOP, Bet(2, 100), Fold(1)), "push"),
        ((StartHand(), Fold(1)), "push"),
        ((StartHand(), RaiseTo(1, 5000), Call(2)), "preflop"),
        (RIVER, "river"),
        ((*RIVER, *CHECKED), "showdown"),
        ((StartHand(), Fold(1), Push()), ""),
    ],
)
def test_how_far_a_hand_has_come_is_told_by_the_cards_on_the_board(actions, said):
    assert stage(*actions) == said


@pytest.mark.parametrize(
    "text", ["", "{}", '{"say":"sing"}', '{"say":"ping","t0":1,"x":' + "[" * 5_000 + "]" * 5_000 + "}"]
)
def test_what_a_page_cannot_have_said_is_unreadable(text):
    """
    Also lists within lists, five thousand deep.
    """
    with refused(Unreadable, "this page does not speak as the clock does"):
        decode_from_director(text)
