"""Any evening with fallbacks, counts and color-ups among random hands: no chip is made or lost silently."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Action, SeeCard
from engine.cards import DECK
from engine.events import Blinds, Event, ReportedPot, SetStacks
from engine.game.game import Game, replay
from engine.public import public
from engine.refused import Refused
from engine.table.actions.chips import CloseRace, CountStacks, OpenRace
from engine.table.actions.hands import Overrule, ReportHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, SetMode
from engine.terms import LADDER
from tests.kit.randomplay import Habits, ask, next_action
from tests.kit.tables import TDA

QUIET = Habits(kill=0.02, undo=0.1, move=0)
LEVELS = (Blinds(1, 25, 50, chip=25), Blinds(2, 100, 200, chip=100), Blinds(3, 500, 1_000, chip=500))
STACKS = (10_000, 4_025, 7_550, 12_375, 9_100, 6_650)
OPENING = (
    OpenTable(1, "Open", TDA, 6),
    *(TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat, chips in enumerate(STACKS, 1)),
    SetLevel(LEVELS[0]),
    PlaceButton(1),
)


@pytest.mark.slow
def test_the_table_holds_the_chips_that_were_brought_and_the_named_differences():
    """
    After every fact, over many evenings, in which each of these orders was taken often enough to mean something.
    """
    done: Counter[str] = Counter()
    for seed in range(60):
        done += _evening(Random(seed))

    assert all(done[kind.__name__] >= 20 for kind in (SetMode, ReportHand, CountStacks, Overrule, OpenRace, CloseRace))


def _evening(dice: Random) -> Counter[str]:
    """The acts until one player has all the chips or it is late."""
    game, record, done = Game(), list[Event](), Counter[str]()
    for opening in OPENING:
        step = ask(game, opening)
        game, record = step.after, record + step.record
    for _ in range(400):
        if sum(seat is not None for seat in game.table.seats) < 2:
            break
        action = _odd(game, dice) if dice.random() < 0.4 else next_action(game, dice, QUIET)
        try:
            step = ask(game, action)
        except Refused:
            continue
        game, record = step.after, record + step.record
        done[type(action).__name__] += 1
        now = public(game)
        held = sum(seat.chips + seat.bet for seat in now.seats) + sum(pot.chips for pot in now.pots)
        assert held == now.issued == sum(STACKS) + now.adjusted
    assert replay(record) == game
    return done


def _odd(game: Game, dice: Random) -> Action:
    """One of the orders that are not part of a hand; often one that is refused."""
    table = public(game)
    if table.race and dice.random() < 0.9:
        return dice.choice((SeeCard(dice.choice(DECK)), CloseRace()))
    seats = [seat.seat for seat in table.seats if seat.player]
    stacks = [seat.chips for seat in table.seats if seat.player]
    moved = dice.choice((0, 0, table.chip, -table.chip))
    counted = (stacks[0] + moved, *stacks[1:-1], stacks[-1] - moved)
    pot = ReportedPot(table.chip * dice.randint(0, 40), tuple(dice.sample(seats, dice.randint(1, 2))))
    few = tuple(dice.sample(seats, dice.choice((0, 0, 0, 1))))
    odd, chip = table.race_due or (table.chip, table.chip * 4)
    return dice.choice((
        SetMode(dice.choice(LADDER), "reader"),
        ReportHand(dice.choice(((), (pot,))), few),
        CountStacks(tuple(seats), counted),
        Overrule("Kim", "recount", SetStacks((seats[0],), (stacks[0] + table.chip,), table.chip)),
        SetLevel(dice.choice(LEVELS)),
        OpenRace(odd, chip),
        SeeCard(dice.choice(DECK)),
        CloseRace(),
    ))  # fmt: skip
