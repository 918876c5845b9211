"""Nobody is paid from a pot that they were not in, unless the floor awarded it by name: whatever is killed, mucked,
disqualified, misdealt or overruled.

Computed only from the events, by each player's bets; pots are not used. `KIOSK_FUZZ_HANDS` sets how many random hands
there are, and `KIOSK_FUZZ_SEED` the first seed.
"""

import os
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from engine.actions import KillHand, Muck
from engine.events import (
    AwardLast,
    AwardPots,
    Event,
    FloorOrder,
    HandEnded,
    HandStarted,
    MakeDead,
    Mishap,
    MishapDeclared,
    Overruled,
    PotAwarded,
)
from engine.history.record import surviving
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify
from engine.table.actions.setup import TableOpened
from tests.kit.randomfloor import play
from tests.kit.randomplay import BOOKS, Habits, PlayStep
from tests.kit.sizes import size
from tests.proofs.settlement import PencilNotes, ledger_of

pytestmark = pytest.mark.fuzz

HANDS = size("KIOSK_FUZZ_HANDS", 2000, daily=1000)
SEED = int(os.environ.get("KIOSK_FUZZ_SEED", "1"))
TABLE = 10
"""Hands played at one random table."""
ROUGH = Habits(kill=0.08, move=0.2)


def steps(name: str) -> Iterator[PlayStep]:
    """Random tables with many orders of the floor."""
    for number in range(-(-HANDS // len(BOOKS) // TABLE)):
        yield from play(Random(f"{SEED} {name} {number}").getrandbits(32), TABLE, 0.2, ROUGH, BOOKS[name])


def ended(steps: Iterable[PlayStep]) -> Iterator[tuple[list[Event], list[Event]]]:
    """For each step that ended a hand: the surviving events of that hand, and the step's own events up to its end."""
    record: list[Event] = []
    for step in steps:
        if any(isinstance(event, TableOpened) for event in step.events):
            record = []
        end = next((number for number, event in enumerate(step.record) if isinstance(event, HandEnded)), None)
        if end is not None:
            own = step.record[: end + 1]
            standing = [event for _, event in surviving([*record, *own])]
            deal = max(number for number, event in enumerate(standing) if isinstance(event, HandStarted))
            yield standing[deal:], own
        record += step.record


def most_won(ledger: PencilNotes, seat: int, antes_matched: bool) -> int:
    """The most that an all-in seat can win: from each player no more than it put in itself (tournament rule 17)."""
    mine, antes = ledger.bets[seat], ledger.antes
    if antes_matched:
        own = mine + antes[seat]
        matched = sum(min(ledger.bets[other] + antes[other], own) for other in ledger.seats)
        nominal = max(antes.values())
        given_up = sum(max(0, min(top + nominal, own) - bottom - nominal) for bottom, top in ledger.surrendered)
        return matched + given_up
    matched = sum(min(ledger.bets[other], mine) for other in ledger.seats)
    given_up = sum(max(0, min(top, mine) - bottom) for bottom, top in ledger.surrendered)
    return matched + sum(antes.values()) + given_up


def named(events: Iterable[Event]) -> bool:
    """Whether the floor awarded these pots by name."""
    return any(isinstance(event, Overruled) and isinstance(event.order, AwardPots | AwardLast) for event in events)


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_nobody_is_paid_from_a_pot_they_were_not_in_unless_the_floor_awards_it_by_name(name):
    """
    By every book.
    """
    short = paid = 0
    for whole, events in ended(steps(name)):
        if named(whole):
            continue
        deal = whole[0]
        assert isinstance(deal, HandStarted)
        ledger = ledger_of(event for event in whole if not isinstance(event, PotAwarded | HandEnded))
        won: dict[int, int] = {}
        for event in events:
            if isinstance(event, PotAwarded):
                for seat, share in zip(event.seats, event.shares, strict=True):
                    won[seat] = won.get(seat, 0) + share
        for seat, chips in won.items():
            paid += 1
            if not ledger.has_more(seat):
                short += 1
                assert chips <= most_won(ledger, seat, deal.antes_matched)

    assert paid > HANDS // len(BOOKS) // 2
    assert short > paid // 20


@pytest.mark.slow
def test_every_kind_of_event_happens_in_the_random_hands():
    """An event that never happens is never tested.

    Hands are killed, mucked, declared dead, disqualified, misdealt and awarded by the floor, and there are pots that no
    remaining player is in.
    """
    done = [step for name in sorted(BOOKS) for step in steps(name)]
    asked = {type(step.action) for step in done}
    orders: set[type[FloorOrder]] = {type(step.action.order) for step in done if isinstance(step.action, Overrule)}
    mishaps = [e.mishap for step in done for e in step.events if isinstance(e, MishapDeclared)]

    assert asked >= {KillHand, Muck, Disqualify}
    assert orders >= {AwardPots, AwardLast, MakeDead}
    assert all(isinstance(mishap, Mishap) for mishap in mishaps)
    assert len(mishaps) > 10
