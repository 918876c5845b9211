"""The hands of a table's record: complete, in order, and without those that were undone or voided."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Declare, Undo
from engine.events import Event, HandEnded, HandStarted, Mishap, StreetClosed, TakenBack
from engine.game.game import BadRecord, Game, replay
from engine.history.record import final, hands, surviving
from engine.table.actions.hands import StartHand
from engine.table.actions.people import SeatTaken
from tests.kit.played import EXAMPLES, random_events
from tests.kit.randomplay import ask

pytestmark = pytest.mark.fuzz

seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_each_hand_ends_with_the_stacks_that_its_table_had(seed):
    """Even after many undone hands, the hands are those that the table itself records."""
    events = random_events(seed, 6, kill=0.02, undo=0.1, move=0.2)
    records = hands(events)
    table = replay(events).table

    assert [record.deal.hand for record in records] == list(range(1, table.hands + 1))
    assert all(isinstance(record.events[-1], HandEnded) for record in records)
    assert table.hand == final(records[-1])
    assert {record.event for record in records} == {table.event}


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_the_surviving_events_give_the_same_table_without_an_undo(seed):
    """A player who sat down in the meantime stays, as at the table."""
    events = random_events(seed, 4, undo=0.1, move=0.3)
    left = [event for _, event in surviving(events)]

    assert not any(isinstance(event, TakenBack) for event in left)
    assert replay(left).table == replay(events).table


def test_a_repair_that_is_undone_and_redone_keeps_the_rooms_decisions():
    """Two acts were undone, and a player sat down between them. The repair goes back to before all of it."""
    act, sat = StreetClosed(), SeatTaken(2, "2", "B", 500)
    played: list[Event] = [act, act, TakenBack(1), sat, act, TakenBack(4)]
    repaired = [*played, TakenBack(0)]
    undone = [*repaired, act, TakenBack(6)]

    assert surviving(played) == surviving(undone) == [(0, act), (3, sat)]
    assert surviving(repaired) == surviving([*undone, TakenBack(0)]) == [(3, sat)]


def test_a_record_has_the_players_names_by_place_and_its_table():
    """A name belongs to the seat as it was when the hand began."""
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

    records = hands(events, times)

    assert records
    assert all(record.deal == events[times.index(record.started)] for record in records)
    assert {record.started for record in hands(events)} == {""}


def until_dealt(seed: int) -> tuple[Game, list[Event]]:
    """A table that has just dealt its third hand, and its record."""
    events = random_events(seed, 2, move=0)
    game = replay(events)
    dealt = ask(game, StartHand())
    return dealt.after, [*events, *dealt.events]


def test_a_voided_hand_is_left_out():
    """A misdeal has no result. The redealt hand has one."""
    game, events = until_dealt(1)
    voided = ask(game, Declare(Mishap("first-card-exposed")))
    events += voided.events

    assert [record.deal.hand for record in hands(events)] == [1, 2]
    taken_back = ask(voided.after, Undo())
    assert [record.deal.hand for record in hands([*events, *taken_back.record])] == [1, 2]


def test_a_hand_in_play_is_left_out():
    """It may still be undone."""
    _, events = until_dealt(1)

    assert len(hands(events)) == 2


def test_a_record_without_its_beginning_is_refused():
    """The book and the names would be unknown."""
    events = random_events(5, 1)
    start = next(number for number, event in enumerate(events) if isinstance(event, HandStarted))

    with pytest.raises(BadRecord):
        hands(events[start:])
