"""A table seats itself as the clock assigned it, until its first hand."""

import pytest
from msgspec.structs import replace

from engine.actions import OpenTable, PlaceButton, SetLevel, StartHand, TakeSeat
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.game.game import Game
from engine.tournament.seating.seats import AssignedSeat, Seating
from kiosk.faults import Fault
from kiosk.table.seating import missing_actions
from tests.kit.play import do

TWO = (AssignedSeat(2, "a", "Ana", 5000), AssignedSeat(5, "b", "Bo", 4000))
SEATING = Seating(table=7, event="Club night", book="astate-2009", seat_count=9, button=2, seats=TWO)


def seated(seating: Seating, game: Game) -> Game:
    """The table after the missing actions."""
    return do(game, *missing_actions(seating, game.table))


def test_a_new_table_is_opened_seated_and_given_its_button() -> None:
    """
    It uses the rule book that the clock names, in this order: nobody can sit at a table that is not open.
    """
    assert list(missing_actions(SEATING, Game().table)) == [
        OpenTable(7, "Club night", load_book("astate-2009"), 9),
        TakeSeat(2, "a", "Ana", 5000),
        TakeSeat(5, "b", "Bo", 4000),
        PlaceButton(2),
    ]


def test_once_seated_nothing_is_missing() -> None:
    """
    The clock may send the same seating again, as it does with each connection.
    """
    assert list(missing_actions(SEATING, seated(SEATING, Game()).table)) == []


def test_a_player_assigned_later_is_seated_and_nobody_twice() -> None:
    """
    Players are identified by the clock's ids, wherever they have sat down.
    """
    game = seated(SEATING, Game())
    more = replace(SEATING, seats=(AssignedSeat(9, "a", "Ana", 5000), *TWO[1:], AssignedSeat(6, "c", "Cem", 3000)))

    assert list(missing_actions(more, game.table)) == [TakeSeat(6, "c", "Cem", 3000)]


def test_after_the_first_deal_the_tables_own_seating_counts() -> None:
    """The clock's first assignment would seat players again who have since left."""
    game = do(seated(SEATING, Game()), SetLevel(Blinds(1, 25, 50, chip=25)), StartHand())
    more = replace(SEATING, seats=(*TWO, AssignedSeat(6, "c", "Cem", 3000)))

    assert list(missing_actions(more, game.table)) == []


def test_a_rooms_own_rule_book_is_used_as_it_was_sent() -> None:
    """
    No program ships it: only the clock has its file.
    """
    own = replace(load_book("tda"), id="our-club")
    first = next(missing_actions(replace(SEATING, book="our-club", rules=own), Game().table))

    assert isinstance(first, OpenTable)
    assert first.book == own


def test_an_unknown_rule_book_is_refused() -> None:
    """
    An older table may not ship the rule book of a newer clock.
    """
    with pytest.raises(Fault, match="book-not-here"):
        list(missing_actions(replace(SEATING, book="of-next-year"), Game().table))
