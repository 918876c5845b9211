"""Time chips: more time for a player on the clock, as many times as the rule book says."""

import pytest
from msgspec.structs import replace

from engine.actions import Action, Fold, Push, Undo
from engine.events import Blinds
from engine.game.game import Game, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import CallClock, LeaveSeat, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.actions.time_chips import TimeChipUsed, UseTimeChip, time_chips_left
from engine.table.state import book_of
from tests.kit.play import do
from tests.kit.randomplay import TDA

THREE = replace(TDA, time_bank=replace(TDA.time_bank, value="three-chips", clause="Friday rules, 4"))


def dealt(book=THREE) -> Game:
    """Blinds at seats 2 and 3, and the turn at seat 1."""
    sits = [TakeSeat(seat, f"p{seat}", f"Player {seat}", 5_000) for seat in (1, 2, 3)]
    return do(Game(), OpenTable(1, "Open", book, 9), *sits, PlaceButton(1), SetLevel(Blinds(1, 25, 50)), StartHand())


def left(game: Game, seat: int) -> int:
    return time_chips_left(game.table, seat, book_of(game.table))


CALLED = do(dealt(), CallClock(1))


def test_a_player_on_the_clock_spends_a_time_chip_and_stays_on_the_clock():
    assert decide(CALLED, UseTimeChip(1)) == [TimeChipUsed(1, "p1")]
    game = do(CALLED, UseTimeChip(1))

    assert (left(CALLED, 1), left(game, 1), left(game, 2)) == (3, 2, 3)
    assert public(game).on_clock == 1
    assert game.table.hand == CALLED.table.hand


def test_an_undone_time_chip_is_not_spent():
    assert left(do(CALLED, UseTimeChip(1), Undo()), 1) == 3


def test_spent_chips_stay_spent_in_later_hands():
    game = do(CALLED, UseTimeChip(1), UseTimeChip(1), Fold(1), Fold(2), Push(), StartHand())

    assert left(game, 1) == 1


NO: dict[str, tuple[Game, Action, str, str]] = {
    "no time bank": (do(dealt(TDA), CallClock(1)), UseTimeChip(1), "no-time-bank", "TDA 2024: no clause"),
    "no clock": (dealt(), UseTimeChip(1), "clock-not-called (seat=1)", "Friday rules, 4"),
    "not on the clock": (CALLED, UseTimeChip(2), "clock-not-called (seat=2)", "Friday rules, 4"),
    "an empty seat": (CALLED, UseTimeChip(0), "clock-not-called (seat=0)", "Friday rules, 4"),
    "none left": (do(CALLED, *[UseTimeChip(1)] * 3), UseTimeChip(1), "time-chips-spent (seat=1)", "Friday rules, 4"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "action", "says", "clause"), NO.values(), ids=NO)
def test_a_time_chip_is_refused_with_the_clause(game, action, says, clause):
    with pytest.raises(Refused) as refused:
        decide(game, action)

    assert str(refused.value) == f"{says} ({clause})"


def test_a_player_who_comes_from_another_table_brings_the_chips_and_the_count_starts_over():
    game = do(CALLED, UseTimeChip(1), Fold(1), Fold(2), Push(), LeaveSeat(1, 2))

    assert left(do(game, TakeSeat(1, "p1", "Player 1", 5_000, 2)), 1) == 3
