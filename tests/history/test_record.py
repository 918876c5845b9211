"""The hands of a table's record: whole, in order, without what was taken back or voided."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Declare, StartHand, Undo
from engine.events import Event, HandEnded, HandStarted, Mishap, SeatTaken, StreetClosed, TakenBack
from engine.game.game import BadRecord, Game, replay
from engine.history.record import final, hands, surviving
from tests.kit.played import EXAMPLES, random_events
from tests.kit.randomplay import ask

pytestmark = pytest.mark.fuzz

seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_each_hand_ends_with_the_stacks_that_its_table_had(seed):
    """
    Those taken back over and over included: what stands is what the table's own record says.
    """
    events = random_events(seed, 6, kill=0.02, undo=0.1, move=0.2)
    told = hands(events)
    table = replay(events).table

    assert [record.deal.hand for record in told] == list(range(1, table.hands + 1))
    assert all(isinstance(record.events[-1], HandEnded) for record in told)
    assert table.hand == final(told[-1])
    assert {record.event for record in told} == {table.event}


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_what_still_stands_makes_the_same_table_without_an_undo(seed):
    """
    Whoever sat down in the meantime stays, as the table has it.
    """
    events = random_events(seed, 4, undo=0.1, move=0.3)
    left = [event for _, event in surviving(events)]

    assert not any(isinstance(event, TakenBack) for event in left)
    assert replay(left).table == replay(events).table


def test_a_repair_that_is_taken_back_and_done_again_keeps_what_the_room_decided():
    """
    Two acts that were undone, and between them somebody who sat down; a repair from before all of it.
    """
    act, sat = StreetClosed(), SeatTaken(2, "2", "B", 500)
    played: list[Event] = [act, act, TakenBack(1), sat, act, TakenBack(4)]
    repaired = [*played, TakenBack(0)]
    undone = [*repaired, act, TakenBack(6)]

    assert surviving(played) == surviving(undone) == [(0, act), (3, sat)]
    assert surviving(repaired) == surviving([*undone, TakenBack(0)]) == [(3, sat)]


def test_players_are_named_by_place_and_the_hand_by_its_table():
    """
    A name belongs to the seat as it was when the hand began.
    """
    events = random_events(5, 3)
    names = {event.seat: event.name for event in events if isinstance(event, SeatTaken)}
    first = hands(events)[0]

    assert first.names == tuple(names[seat] for seat in first.deal.seats)
    assert (first.event, first.table) == ("Random Open", 1)


def test_a_hand_begins_when_its_deal_was_written():
    """
    Times come from the journal, record by record.
    """
    events = random_events(5, 3, undo=0.05)
    times = [f"event {number}" for number in range(len(events))]

    told = hands(events, times)

    assert told
    assert all(record.deal == events[times.index(record.started)] for record in told)
    assert {record.started for record in hands(events)} == {""}


def until_dealt(seed: int) -> tuple[Game, list[Event]]:
    """A table that has just dealt its third hand, and its record."""
    events = random_events(seed, 2, move=0)
    game = replay(events)
    dealt = ask(game, StartHand())
    return dealt.after, [*events, *dealt.events]


def test_a_voided_hand_is_not_told():
    """
    A misdeal has no result; the hand dealt again does.
    """
    game, events = until_dealt(1)
    voided = ask(game, Declare(Mishap("first-card-exposed")))
    events += voided.events

    assert [record.deal.hand for record in hands(events)] == [1, 2]
    taken_back = ask(voided.after, Undo())
    assert [record.deal.hand for record in hands([*events, *taken_back.record])] == [1, 2]


def test_a_hand_that_goes_on_is_not_told_yet():
    """
    It may still be taken back.
    """
    _, events = until_dealt(1)

    assert len(hands(events)) == 2


def test_a_record_without_its_beginning_is_refused():
    """
    Nobody knows the book or the names.
    """
    events = random_events(5, 1)
    start = next(number for number, event in enumerate(events) if isinstance(event, HandStarted))

    with pytest.raises(BadRecord):
        hands(events[start:])
