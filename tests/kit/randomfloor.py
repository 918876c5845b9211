"""A random floor: irregularities, overrides and penalties, sensible or not, at random tables.

The caller passes the random generator.
"""

from collections.abc import Iterator
from random import Random
from typing import get_args

from engine.actions import Action, Declare, Push
from engine.books.rulebook import RuleBook
from engine.cards import DECK
from engine.events import (
    AwardLast,
    AwardPots,
    ChangeSeat,
    FloorOrder,
    LiftPenalty,
    MakeDead,
    MakeLive,
    Mishap,
    MishapKind,
    MoveButton,
    MoveChips,
    SetStacks,
    VoidHand,
)
from engine.game.awarding import last_awarded
from engine.game.game import Game
from engine.refused import Refused
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify, Penalize, Warn
from engine.table.actions.people import MarkAway
from engine.table.state import chips_at
from tests.kit.randomplay import TDA, USUAL, Habits, PlayStep, ask, next_action, opening, random_award

KINDS = get_args(MishapKind)
FLOOR = (Declare, Overrule, MarkAway, Warn, Penalize, Disqualify)


def play(
    seed: int, hands: int = 6, often: float = 0.15, habits: Habits = USUAL, book: RuleBook = TDA
) -> Iterator[PlayStep]:
    """Every accepted action at one table, until some hands are over or voided."""
    dice = Random(seed)
    game, over = Game(), 0
    for action in opening(dice, dice.randint(2, 8), book):
        yield (step := ask(game, action))
        game = step.after
    while over < hands:
        floor = dice.random() < often
        if granted := ask_floor(game, dice) if floor else ask(game, next_action(game, dice, habits)):
            yield granted
            over += ended(granted)
            game = granted.after


def ask_floor(game: Game, dice: Random) -> PlayStep | None:
    """The request of the floor or a player; None if it was refused."""
    try:
        return ask(game, floor_action(game, dice))
    except Refused:
        return None


def ended(step: PlayStep) -> bool:
    """Whether a hand ended here, one way or another."""
    was, now = step.before.table.hand, step.after.table.hand
    return isinstance(step.action, Push) or (was is not None and now is not None and now.over and not was.over)


def floor_action(game: Game, dice: Random) -> Action:
    """Something that the dealer or the floor may want now, or ask for by mistake."""
    seat = dice.randint(0, len(game.table.seats) + 1) if dice.random() < 0.1 else dice.randint(1, len(game.table.seats))
    kind = dice.random()
    if kind < 0.4:
        return Declare(random_mishap(game, seat, dice), dice.choice(("dealer", "floor", "floor", "player")))
    if kind < 0.8:
        return Overrule("Floor", "so it was ruled", random_order(game, seat, dice))
    if kind < 0.9:
        return MarkAway(seat, dice.random() < 0.6)
    if kind < 0.98:
        hands, rounds = dice.randint(0, 2), dice.choice((0, 0, 1))
        return Penalize(seat, "Floor", "talked", hands, rounds) if hands or rounds else Warn(seat, "talked")
    return Disqualify(seat, "Floor", "signalled")


def random_mishap(game: Game, seat: int, dice: Random) -> Mishap:
    """Any irregularity, with any cards."""
    cards = tuple(dice.sample(DECK, dice.choice((0, 1, 1, 2))))
    hand = game.table.hand
    if hand and hand.board and dice.random() < 0.3:
        cards = (dice.choice(hand.board),)
    return Mishap(dice.choice(KINDS), seat, cards)


def random_order(game: Game, seat: int, dice: Random) -> FloorOrder:
    """Any order, with correct sums more often than not."""
    hand, last = game.table.hand, last_awarded(game.state)
    chip = max(1, game.table.chip)
    orders: list[FloorOrder] = [
        VoidHand(),
        MakeLive(dice.choice((seat, *dead_seats(game)))),
        MakeDead(seat),
        LiftPenalty(dice.choice((seat, *penalized_seats(game)))),
        MoveButton(seat),
        ChangeSeat(seat, dice.choice(range(1, 1 + len(game.table.seats)))),
        MoveChips(seat, chip * dice.randint(-50, 50)),
        AwardPots(()) if hand is None or hand.over else random_award(hand, dice),
        random_stacks(game, dice),
        AwardLast(()) if last is None else AwardLast(random_award(last.hand, dice).pots),
    ]
    return dice.choice(orders)


def dead_seats(game: Game) -> list[int]:
    """The seats of this hand that no longer have any cards."""
    hand = game.table.hand
    if hand is None:
        return []
    dealt = enumerate(hand.deal.seats)
    return [seat for place, seat in dealt if hand.mucked[place] or not hand.live[place]]


def penalized_seats(game: Game) -> list[int]:
    """The seats that still miss hands."""
    return [number for number, seat in enumerate(game.table.seats, 1) if seat and seat.misses]


def random_stacks(game: Game, dice: Random) -> SetStacks:
    """Chips moved from one seat to the next, or a corrected count."""
    seats = [number for number, sitting in enumerate(game.table.seats, 1) if sitting]
    if len(seats) < 2:
        return SetStacks((1,), (1,))
    giver, taker = dice.sample(seats, 2)
    chip = max(1, game.table.chip)
    chips = dice.choice((chips_at(game.table, giver), dice.randint(0, chips_at(game.table, giver) // chip) * chip))
    found = chip * dice.choice((0, 0, dice.randint(-5, 5)))
    stacks = (chips_at(game.table, giver) - chips, chips_at(game.table, taker) + chips + found)
    return SetStacks((giver, taker), stacks, found)
