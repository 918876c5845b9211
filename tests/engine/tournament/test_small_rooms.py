"""Small tournaments by seed, with every order that a director may give at any time: chips, seats, places and undo hold.

`KIOSK_ROOMS` sets their number in the nightly run.
"""

from functools import reduce

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import UndoAct
from engine.tournament.custody.ledger import ledger
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted, left
from engine.tournament.formats import Redraws, ShootOut
from engine.tournament.prizes.finishes import places
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import in_transit
from engine.tournament.tournament import order
from tests.kit.paid_again import each_place, paid_again, shares_again
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, SmallRoom, TournamentRoom

FEW = 20
ROOMS = size("KIOSK_ROOMS", 200)


def check(room: TournamentRoom) -> None:
    """The properties that hold after every event."""
    now, facts = room.tournament, room.facts
    unbooked = sum(one.brought for table in facts.values() for one in table.unbooked)
    assert ledger(now.entries, facts).missing == -unbooked
    seats = {entry.seat: number for number, entry in now.entries.items() if entry.seat}
    assert seats == dict(now.occupied)
    held = [entry for table in facts.values() for entry in table.held]
    assert len(held) == len(set(held))
    assert not set(held) & set(in_transit(facts))


def check_end(room: TournamentRoom) -> None:
    now = room.tournament
    assert now.ended
    assert not [one for table in room.facts.values() for one in table.unbooked]
    entries = counted(now.entries)
    rebuys = sum(len(entry.bought) for entry in entries)
    pool = 2000 * len(entries) + 1500 * rebuys
    prizes = each_place(pool, shares_again(CREATE.terms.payouts, len(entries)))
    won = paid_again(prizes, [[now.ended.winner], *reversed(now.finishes)])
    assert {paid.entry: paid.payout for paid in now.ended.paid} == won
    found = sorted([1, *places(now.entries, now.finishes).values()])
    assert len(found) == len(entries)
    assert all(place <= number for number, place in enumerate(found, 1))
    assert left(now.entries)[0].number == now.ended.winner


def check_undo(room: TournamentRoom, before: Tournament) -> None:
    """The newest act is undone. Everything is restored except the log and the list of draws that were made."""
    number = len(room.tournament.acts)
    try:
        events = order(room.tournament, UndoAct(number), "Dana", room.now_ms, room.facts)
    except Refused:
        return  # a table has followed it
    after = reduce(apply, events, room.tournament)
    assert replace(after, acts=(), pending=0, draws={}) == replace(before, acts=(), pending=0, draws={})
    redone = reduce(apply, order(after, UndoAct(number + 1), "Dana", room.now_ms, room.facts), after)
    assert replace(redone, acts=()) == replace(room.tournament, acts=())


@pytest.mark.parametrize("seed", range(FEW))
def test_a_random_room_keeps_its_promises(seed):
    play(seed)


@pytest.mark.nightly
def test_many_rooms_keep_their_promises():
    for seed in range(FEW, ROOMS):
        play(seed)


@pytest.mark.parametrize("seed", range(FEW))
def test_a_room_in_another_format_keeps_its_promises(seed):
    play_in_form(seed)


@pytest.mark.nightly
def test_many_rooms_in_other_formats_keep_their_promises():
    for seed in range(FEW, ROOMS):
        play_in_form(seed)


def play(seed: int) -> None:
    """A whole evening, checked after every event."""
    room = SmallRoom(seed)
    room.open(
        room.dice.randint(2, 20), room.dice.randint(1, 3), room.dice.randint(7, 10), room.dice.choice((0, 0, 1, 2))
    )
    play_on(room)


def play_in_form(seed: int) -> None:
    """The same with redraws, or in rounds."""
    room = SmallRoom(seed)
    dice, players = room.dice, room.dice.randint(2, 20)
    if dice.random() < 0.4:
        redraws = Redraws(tuple(dice.sample(range(4, 16), 2)), dice.choice((0, 5, "book")))
        create = replace(CREATE, terms=replace(CREATE.terms, redraws=redraws))
        room.open(players, dice.randint(2, 3), dice.randint(7, 10), dice.choice((0, 1)), create=create)
    else:
        seats = dice.randint(2, 6)
        rounds = ShootOut(seats, dice.randint(1, seats // 2))
        if dice.random() < 0.5:
            rounds = replace(rounds, stacks="fresh", places="by-round")
        terms = EventTerms(CREATE.terms.payouts, buy_in=2000, shoot_out=rounds)
        room.open(players, -(-players // seats), seats, create=replace(CREATE, terms=terms))
    play_on(room)


def play_on(room: SmallRoom) -> None:
    """Play the room to its end."""
    before = room.tournament
    for _ in room.play():
        check(room)
        if len(room.tournament.acts) == len(before.acts) + 1:
            check_undo(room, before)
        before = room.tournament
    check_end(room)
    assert reduce(apply, room.events, Tournament()) == room.tournament
