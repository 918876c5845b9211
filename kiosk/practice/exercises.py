"""Pretend hands for practice: what happens at the table, from dice that are handed in. Knows no screen and no clock.

Every ten hands have all kinds once: how often a hand ends where, and how it is played, is that of recorded tournaments
only roughly, since rare kinds are what a trainee has to see.
"""

from collections.abc import Iterator
from functools import reduce
from random import Random
from typing import Literal, get_args

import msgspec

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard
from engine.cards import DECK, Card
from engine.game.game import Game, apply, decide
from engine.hand.rules import Legal
from engine.public import PublicTable, public
from engine.ranking import best

Kind = Literal["walk", "stolen", "limped", "raised", "re-raised", "all-in", "side-pots", "split", "misread", "unread"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ENOUGH_TRIES = 60
DOWN_TO_THE_RIVER = ("split", "all-in", "side-pots", "misread", "unread")
"""Kinds in which whoever stays does not fold after the flop."""


class Act(msgspec.Struct, frozen=True):
    """What a player or a card does; `read` is what the reader says of the card, None where it says nothing."""

    does: Action
    read: Card | None = None

    @property
    def is_misread(self) -> bool:
        """Whether the reader does not say what lies there."""
        return isinstance(self.does, SeeCard) and self.read != self.does.card


class Plan(msgspec.Struct, frozen=True):
    """Who does not fold to a single raise, and which cards lie where."""

    kind: Kind
    stay: frozenset[int]
    hole: dict[int, tuple[Card, Card]]
    board: tuple[Card, ...]


def kinds(dice: Random) -> Iterator[Kind]:
    """The kinds of hands without end, each ten of them in an order of their own."""
    while True:
        yield from dice.sample(KINDS, len(KINDS))


def hand_of(kind: Kind, game: Game, dice: Random) -> tuple[Act, ...]:
    """A hand of this kind from `game`, where it is just dealt; the push is its last act.

    Where few players or short stacks do not allow it, a hand as near to it as came of many tries.
    """
    acts: tuple[Act, ...] = ()
    for _ in range(ENOUGH_TRIES):
        acts, end = _attempt(kind, game, dice)
        if _is_one(kind, acts, end):
            break
    return _read(kind, acts, dice)


def do(game: Game, action: Action) -> Game:
    """The game after an action. Raises `Refused`."""
    return reduce(apply, decide(game, action), game)


def _attempt(kind: Kind, game: Game, dice: Random) -> tuple[tuple[Act, ...], PublicTable]:
    """The hand, and the table with its pots decided."""
    plan, acts = _plan(kind, public(game), dice), list[Act]()
    while not (table := public(game)).legal.push:
        action = _next(plan, table, dice)
        acts.append(_act(action))
        game = do(game, action)
    return (*acts, Act(Push())), table


def _act(action: Action) -> Act:
    return Act(action, action.card if isinstance(action, SeeCard) else None)


def _is_one(kind: Kind, acts: tuple[Act, ...], end: PublicTable) -> bool:
    shown = sum(bool(seat.cards) for seat in end.seats)
    match kind:
        case "split":
            return any(len(award.seats) > 1 for award in end.awards)
        case "side-pots":
            return len(end.awards) > 1 and len(end.board) == 5
        case "all-in" | "misread" | "unread":
            return len(end.board) == 5 and shown > 1
        case "raised" | "re-raised" | "limped":
            return len(end.board) >= 3
    return True


def _plan(kind: Kind, table: PublicTable, dice: Random) -> Plan:
    seats = [seat.seat for seat in table.seats if seat.live]
    wanted = {"walk": 0, "stolen": 1, "raised": dice.choice((2, 2, 3)), "side-pots": dice.choice((3, 4))}.get(
        kind, 3 if kind == "limped" else 2
    )
    could = [seat for seat in seats if seat != table.big] if kind in ("stolen", "limped") else seats
    stay = dice.sample(could, min(wanted, len(could)))
    deck = dice.sample(DECK, len(DECK))
    hole = {seat: (deck.pop(), deck.pop()) for seat in seats}
    if kind == "split":
        hole.update(zip(stay, _alike(dice), strict=False))
        taken = {card for cards in hole.values() for card in cards}
        deck = [card for card in dice.sample(DECK, len(DECK)) if card not in taken]
    return Plan(kind, frozenset(stay), hole, tuple(deck[:5]))


def _alike(dice: Random) -> tuple[tuple[Card, Card], tuple[Card, Card]]:
    """Two hands of the same ranks."""
    high, low = dice.sample("AKQJT9", 2)
    suits = dice.sample("shdc", 4)
    first, second, third, fourth = (Card(rank + suit) for rank, suit in zip((high, low, high, low), suits, strict=True))
    return (first, second), (third, fourth)


def _next(plan: Plan, table: PublicTable, dice: Random) -> Action:
    if table.legal.due:
        return _card(plan, table, dice)
    legal = table.legal
    if legal.seat not in plan.stay:
        return Check(legal.seat) if legal.check else Fold(legal.seat)
    return _preflop(plan, table, dice) if table.street == "preflop" else _later(plan, table, dice)


def _preflop(plan: Plan, table: PublicTable, dice: Random) -> Action:
    legal, raised = table.legal, _is_raised(table)
    big = table.blinds.big if table.blinds else 1
    if plan.kind == "limped" or not legal.most:
        return Check(legal.seat) if legal.check else Call(legal.seat)
    if not raised:
        return _put(legal, dice.choice((2 * big, 2 * big, big * 5 // 2, 3 * big)), table)
    if plan.kind in ("all-in", "side-pots"):
        return _put(legal, legal.most, table)
    if plan.kind == "re-raised" and table.price <= 4 * big:
        return _put(legal, 3 * table.price, table)
    return Call(legal.seat)


def _is_raised(table: PublicTable) -> bool:
    return table.blinds is not None and table.price > table.blinds.big


def _later(plan: Plan, table: PublicTable, dice: Random) -> Action:
    """Mostly bets of round amounts and calls; who will not go down to the river folds now and then."""
    legal, mood = table.legal, dice.random()
    if legal.call:
        if plan.kind not in DOWN_TO_THE_RIVER and mood < 0.35:
            return Fold(legal.seat)
        if legal.most and mood > 0.9:
            return _put(legal, 3 * table.price, table)
        return Call(legal.seat)
    if legal.most and mood < 0.45:
        return _put(legal, int(table.pot * dice.choice((0.33, 0.5, 0.5, 0.75))), table)
    return Check(legal.seat)


def _put(legal: Legal, wanted: int, table: PublicTable) -> Action:
    """The nearest round amount of chips that is allowed: players put in few chips."""
    chip = table.blinds.chip if table.blinds else 1
    step = chip
    while step * 20 <= wanted:
        step *= 5 if str(step)[0] == "1" else 2
    to = max(legal.least, min(legal.most, round(wanted / step) * step))
    if not legal.least:
        to = legal.most
    return Bet(legal.seat, to) if legal.opens else RaiseTo(legal.seat, to)


def _card(plan: Plan, table: PublicTable, dice: Random) -> Action:
    """The next card that is due; who is beaten may muck."""
    where = table.legal.due[0]
    if where == BOARD:
        return SeeCard(plan.board[len(table.board)], BOARD)
    shown = table.seats[where - 1].cards
    if where in table.legal.muck and not shown and _is_beaten(plan, table, where) and dice.random() < 0.6:
        return Muck(where)
    return SeeCard(plan.hole[where][len(shown)], where)


def _is_beaten(plan: Plan, table: PublicTable, seat: int) -> bool:
    shown = [best((*one.cards, *table.board)) for one in table.seats if len(one.cards) == 2 and not one.mucked]
    mine = best((*plan.hole[seat], *table.board))
    return any(one.strength > mine.strength for one in shown)


def _read(kind: Kind, acts: tuple[Act, ...], dice: Random) -> tuple[Act, ...]:
    """The reader says every card as it lies, but one of a misread hand's."""
    board = [index for index, act in enumerate(acts) if isinstance(act.does, SeeCard) and act.does.seat == BOARD]
    if kind not in ("misread", "unread") or not board:
        return acts
    at = dice.choice(board)
    wrong = dice.choice(unused(acts)) if kind == "misread" else None
    return (*acts[:at], Act(acts[at].does, wrong), *acts[at + 1 :])


def unused(acts: tuple[Act, ...]) -> list[Card]:
    """The cards that never lie open in the hand."""
    seen = {act.does.card for act in acts if isinstance(act.does, SeeCard)}
    return [card for card in DECK if card not in seen]
