"""Rooms by seed in which every possible order is given, sensible or not: chips, seats, undo and replay hold.

No kind of order is left out of the proof.
"""

from collections import Counter
from functools import reduce
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    HandForHand,
    NextHand,
    SendPurchases,
    TimeHand,
    TournamentAction,
    TournamentEvent,
    UndoAct,
)
from engine.tournament.custody.denominations import denominations
from engine.tournament.custody.differences import difference_message, differences
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import team_of
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import in_transit, lost_on_the_way
from engine.tournament.targets import target
from engine.tournament.tournament import order
from tests.kit.sizes import size
from tests.kit.wide_room import WideRoom

FEW, ROOMS = 50, size("KIOSK_WIDE_ROOMS", 150)
"""In the daily run, and in the nightly one. Of the rarest kinds of order, one is accepted in each dozen or two."""
ELSEWHERE = {HandForHand, NextHand, TimeHand, SendPurchases}
"""Too rare at random: hand for hand, and purchases left behind have their own tests."""
decoded = msgspec.json.Decoder(TournamentEvent).decode


def check(room: WideRoom) -> None:
    now, facts = room.tournament, room.facts
    if not now.flight:  # in a flight, bags replace stacks
        unbooked = sum(one.brought for table in facts.values() for one in table.unbooked)
        carried = in_transit(facts)
        accepted = sum(entry.accepted for number, entry in now.entries.items() if number not in carried)
        assert ledger(now.entries, facts).missing == sum(lost_on_the_way(facts).values()) - accepted - unbooked
    assert {entry.seat: number for number, entry in now.entries.items() if entry.seat} == dict(now.occupied)
    held = [entry for table in facts.values() for entry in table.held]
    assert len(held) == len(set(held))
    for one in differences(now, facts, room.now_ms):
        assert difference_message(now, one).code
    denominations(now, facts)
    for entry in now.entries.values():
        assert len({one.waits for one in team_of(now.entries, entry) if one.nth == 1}) <= 1
    for sitting in now.sittings:
        target(now, sitting)


def check_undo(room: WideRoom, before: Tournament) -> None:
    """An undone order restores the old state. Redone, it gives the new state again."""
    number = len(room.tournament.acts)
    try:
        undo = order(room.tournament, UndoAct(number), "Dana", room.now_ms, room.facts)
    except Refused:
        return
    after = reduce(apply, undo, room.tournament)
    # An undone draw is still known.
    assert replace(after, acts=(), pending=0, draws={}) == replace(before, acts=(), pending=0, draws={})
    again = reduce(apply, order(after, UndoAct(number + 1), "Dana", room.now_ms, room.facts), after)
    assert replace(again, acts=()) == replace(room.tournament, acts=())


def play(seed: int) -> Counter[type[TournamentAction]]:
    """The number of orders of each kind that were given."""
    room = WideRoom(seed)
    room.begin()
    before = room.tournament
    for _ in room.go_on(60):
        check(room)
        if len(room.tournament.acts) == len(before.acts) + 1:
            check_undo(room, before)
        before = room.tournament
    assert reduce(apply, (decoded(msgspec.json.encode(event)) for event in room.events), Tournament()) == before
    return room.done


def hold(seeds: range) -> None:
    done = sum(map(play, seeds), Counter[type[TournamentAction]]())

    assert set(get_args(TournamentAction)) - ELSEWHERE - set(done) == set()


@pytest.mark.slow
def test_rooms_with_every_kind_of_order_keep_their_promises():
    hold(range(FEW))


@pytest.mark.nightly
def test_many_rooms_with_every_kind_of_order_keep_their_promises():
    hold(range(FEW, FEW + ROOMS))
