"""The floor moves a player to an open seat at the same table: the player and the chips go in one ruling."""

import pytest

from engine.actions import Action, Fold, Push, Redo, Undo
from engine.events import Blinds, ChangeSeat, Event, FloorOrder, Overruled, VoidHand
from engine.game.awarding import last_awarded
from engine.game.game import Game, decide
from engine.history.recall import recall
from engine.history.record import hands
from engine.history.stack_line import stack_line
from engine.public import public
from engine.refused import Refused
from engine.table.actions.chips import OpenRace
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Penalize, Warn
from engine.table.actions.people import PlanLeave, SeatChanged, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.seats import sitting
from tests.kit.randomplay import ask
from tests.kit.story import TDA
from tests.rules.seated import next_deal, table


def floor(order: FloorOrder) -> Overrule:
    return Overrule("Flo", "seat change", order)


def after(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = ask(game, action).after
    return game


UNDO = Undo(confirmed=True, floor="wrong seat")
PLAYED, _ = next_deal(table(1, 3, 5, 7, button=1))
"""After a hand with the button at seat 1 and the blinds at seats 3 and 5."""


def test_a_player_and_the_chips_move_to_an_open_seat_in_one_ruling():
    step = ask(PLAYED, floor(ChangeSeat(3, 9)))
    before, seats = PLAYED.table.seats, step.after.table.seats

    assert [type(event) for event in step.events] == [Overruled, SeatChanged]
    assert seats[2] is None
    assert seats[8] == before[2]
    assert step.after.table.issued == PLAYED.table.issued


def test_warnings_penalties_and_a_planned_departure_go_with_the_player():
    game = after(PLAYED, Warn(3, "slow"), Penalize(3, "Flo", "phone", hands=2), PlanLeave(3, 4))

    moved = sitting(after(game, floor(ChangeSeat(3, 9))).table.seats, 9)

    assert (moved.warnings, moved.misses, moved.leaves_for) == (1, 2, 4)


def test_the_blinds_move_on_as_if_the_player_of_the_old_seat_had_left():
    """The big blind of the last hand moves away. The dead button does not skip anyone."""
    game, deal = next_deal(after(PLAYED, floor(ChangeSeat(5, 9))))

    assert (deal.button, deal.small, deal.big) == (3, 5, 7)
    assert sorted(deal.seats) == [1, 3, 7, 9]
    assert game.table.issued == PLAYED.table.issued


def test_undo_takes_back_a_seat_change_and_then_the_push_before_it():
    """The seats are as they were when the hand was played."""
    moved = after(PLAYED, floor(ChangeSeat(3, 9)))
    undone = after(moved, UNDO)

    assert not public(moved).undo_ends
    assert undone.state == PLAYED.state
    assert last_awarded(undone.state)
    assert after(undone, UNDO).state == after(PLAYED, UNDO).state
    assert after(undone, UNDO, Redo(), Redo()).table == moved.table


def test_undo_of_the_deal_that_follows_a_seat_change_still_reaches_the_push():
    moved = after(PLAYED, floor(ChangeSeat(3, 9)))

    assert after(moved, StartHand(), UNDO).state == moved.state
    assert after(moved, StartHand(), UNDO, UNDO, UNDO).table == after(PLAYED, UNDO).table


def test_undo_ends_at_a_seat_change_once_someone_took_the_old_seat():
    game = after(PLAYED, floor(ChangeSeat(3, 9)), TakeSeat(3, "new", "Noa", 1_000))

    assert public(game).undo_ends
    assert public(after(game, StartHand(), UNDO)).undo_ends
    with pytest.raises(Refused, match="chips-came-since"):
        decide(game, UNDO)


def test_the_seats_that_a_player_left_and_took_show_nothing_of_the_last_hand():
    seats = public(after(PLAYED, floor(ChangeSeat(3, 9)))).seats

    assert not seats[2].dealt
    assert not seats[8].dealt
    assert (seats[8].name, seats[8].chips) == ("Player 3", sitting(PLAYED.table.seats, 3).chips)


PLAYING = ask(PLAYED, StartHand()).after
REFUSED: dict[str, tuple[Game, ChangeSeat, str]] = {
    "during a hand": (PLAYING, ChangeSeat(3, 9), "hand-in-play"),
    "while a deal waits to be dealt again": (after(PLAYING, floor(VoidHand())), ChangeSeat(3, 9), "hand-in-play"),
    "during a chip race": (after(PLAYED, OpenRace(25, 100)), ChangeSeat(3, 9), "race-open"),
    "from an open seat": (PLAYED, ChangeSeat(2, 9), "seat-empty (seat=2)"),
    "to a taken seat": (PLAYED, ChangeSeat(3, 7), "seat-taken (seat=7)"),
    "to their own seat": (PLAYED, ChangeSeat(3, 3), "seat-taken (seat=3)"),
    "off the table": (PLAYED, ChangeSeat(3, 11), "no-such-seat (seat=11)"),
}


@pytest.mark.parametrize(("game", "order", "says"), REFUSED.values(), ids=REFUSED)
def test_a_seat_change_is_refused(game, order, says):
    with pytest.raises(Refused) as refused:
        decide(game, floor(order))

    assert str(refused.value) == says


def test_the_record_names_the_player_at_the_new_seat():
    """The hand history, the last hands, and the history of the player's stack."""
    game, events = Game(), list[Event]()
    sits = [TakeSeat(seat, f"p{seat}", f"Player {seat}", 1_000) for seat in (1, 3, 5)]
    hand = [StartHand(), Fold(1)]
    for action in (
        *(OpenTable(1, "Open", TDA, 10), *sits, SetLevel(Blinds(1, 50, 100)), PlaceButton(1)),
        *(*hand, Fold(3), Push(), floor(ChangeSeat(3, 9)), *hand, Fold(5), Push()),
    ):
        step = ask(game, action)
        game, events = step.after, events + step.record

    second = hands(events)[-1]
    line = stack_line(events, range(len(events)), 1, {"p3"})

    assert dict(zip(second.deal.seats, second.names, strict=True))[9] == "Player 3"
    assert dict(zip(second.deal.seats, second.players, strict=True))[9] == "p3"
    assert recall(events, 1)[0].winners == ((9, "Player 3"),)
    assert [result.hand for result in line.results] == [1, 2]
    assert [happened.what for happened in line.happened] == ["sat", "seat-changed"]
