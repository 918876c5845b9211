"""The same records give the same tournament, in whatever order the tables' records are read.

Each undone act leaves the state that there would be without it. The rooms are random, by seed; `KIOSK_SAME_ROOMS` sets
their number in the nightly run.
"""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from random import Random

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament import state
from engine.tournament.actions import UndoAct
from engine.tournament.custody.ledger import ledger
from engine.tournament.proposals import proposals as rules
from engine.tournament.rules.barrier import unconfirmed
from engine.tournament.state import Event, Ordered, Tournament, apply, standing
from engine.tournament.tables.facts import Tables
from engine.tournament.tournament import order
from tests.kit.sizes import size
from tests.kit.small_room import SmallRoom

FEW = 12
ROOMS = size("KIOSK_SAME_ROOMS", 40)


def opened(seed: int) -> SmallRoom:
    room = SmallRoom(seed)
    room.open(room.dice.randint(6, 20), room.dice.randint(2, 3), room.dice.randint(7, 10), room.dice.choice((0, 0, 1)))
    return room


# Tables in another order


def otherwise(dice: Random, tables: Tables) -> Tables:
    """The same tables with the same records each, read in another order."""
    numbers = list(tables)
    dice.shuffle(numbers)
    return {number: tables[number] for number in numbers}


def check_order(seed: int) -> int:
    """How often the order differed."""
    room, dice, others = opened(seed), Random(-seed), 0
    for _ in room.play():
        facts = otherwise(dice, room.facts)
        context = room.context._replace(tables=facts)
        assert rules.proposals(room.tournament, context) == room.proposed()
        assert ledger(room.tournament.entries, facts) == ledger(room.tournament.entries, room.facts)
        for action in (one.action for one in room.proposed()):
            found = [order(room.tournament, action, "Dana", room.now_ms, tables) for tables in (facts, room.facts)]
            assert found[0] == found[1]
        others += list(facts) != list(room.facts)
    return others


@pytest.mark.slow
def test_the_tables_may_be_read_in_any_order():
    assert sum(check_order(seed) for seed in range(FEW)) > 10 * FEW


def test_hand_for_hand_is_not_proposed_while_a_bust_waits_for_confirmation():
    """
    In this room: every proposal is legal at its moment.
    """
    assert check_order(132)


@pytest.mark.nightly
def test_the_tables_may_be_read_in_any_order_in_many_rooms():
    for seed in range(FEW, ROOMS):
        check_order(seed)


def test_a_rule_that_depends_on_the_order_of_the_tables_is_detected(monkeypatch):
    def table_by_table(tournament, tables):
        return [group for number in tables for group in unconfirmed(tournament, {number: tables[number]})]

    monkeypatch.setattr(rules, "to_confirm", table_by_table)

    with pytest.raises(AssertionError):
        test_the_tables_may_be_read_in_any_order()


# Undo


def without(events: list[Event], act: int) -> Iterator[Event]:
    """The record as if this act had done nothing."""
    number = 0
    for event in events:
        if isinstance(event, Ordered):
            number += 1
            yield replace(event, events=0) if number == act else event
        elif number != act:
            yield event


def check_undo(seed: int) -> Counter[str]:
    """Undo anything that can be undone, the newest act or an older one. Returns the events that were undone."""
    room, undone = opened(seed), Counter[str]()
    for step, _ in enumerate(room.play()):
        if step % 11:
            continue
        for act in standing(room.tournament):
            if act.undoes or any(one.undoes for one in room.tournament.acts[act.number :]):
                continue  # a record that was undone by its number cannot be replayed
            try:
                events = order(room.tournament, UndoAct(act.number), "Dana", room.now_ms, room.facts)
            except Refused:
                continue
            after = reduce(apply, events, room.tournament)
            never = reduce(apply, without(room.events, act.number), Tournament())
            assert replace(after, acts=(), pending=0, draws={}) == replace(never, acts=(), pending=0, draws={}), act
            undone.update(type(event).__name__ for event in act.events)
    return undone


@pytest.mark.slow
def test_an_undone_act_leaves_the_state_that_there_would_be_without_it():
    undone = sum((check_undo(seed) for seed in range(FEW)), Counter[str]())

    assert len(undone) > 8, undone
    assert undone.total() > 5 * FEW


@pytest.mark.nightly
def test_undo_is_exact_in_many_rooms():
    for seed in range(FEW, ROOMS):
        check_undo(seed)


def test_an_undo_that_forgets_a_seat_is_detected(monkeypatch):
    was = state._before

    def forgets(tournament, change):
        return replace(was(tournament, change), occupied={})

    monkeypatch.setattr(state, "_before", forgets)

    with pytest.raises(AssertionError):
        test_an_undone_act_leaves_the_state_that_there_would_be_without_it()
