"""Generates hands for practice, or reads them from a script. Knows nothing about the screen or the clock. Every ten
generated hands contain each kind once: the frequencies follow recorded tournaments only roughly, because a trainee has
to see the rare kinds."""

import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from random import Random
from typing import Literal, get_args

import msgspec

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard
from engine.bad_input import BadInput, why_bad
from engine.cards import DECK, Card, parse_cards
from engine.game.game import Game, apply, step
from engine.hand.ranking import best
from engine.hand.rules import LegalActions
from engine.public import PublicTable, public
from engine.refused import Refused
from kiosk.faults import Fault
from kiosk.storage.plain import check_plain

HandKind = Literal[
    "walk", "stolen", "limped", "raised", "re-raised", "all-in", "side-pots", "split", "misread", "unread"
]
HAND_KINDS: tuple[HandKind, ...] = get_args(HandKind)
ENOUGH_TRIES = 60
DOWN_TO_THE_RIVER = ("split", "all-in", "side-pots", "misread", "unread")
"""The kinds of hands in which players who see the flop do not fold later."""
AMOUNT = re.compile(r"([br])(\d+)")
SHOWN = re.compile(r"(?:(\d+):)?((?:[2-9TJQKA][shdc])+)")
OTHERWISE = re.compile(r"([2-9TJQKA][shdc])=([2-9TJQKA][shdc])?")
MUCKED = re.compile(r"m(\d+)")


class ScriptedAct(msgspec.Struct, frozen=True):
    """One action or card in a hand. `read` is the card that the reader reports, or None if it reports nothing."""

    does: Action
    read: Card | None = None

    @property
    def is_misread(self) -> bool:
        """Whether the reader misses the card or reads another one."""
        return isinstance(self.does, SeeCard) and self.read != self.does.card


class HandPlan(msgspec.Struct, frozen=True):
    """The plan for one hand: the seats that do not fold to a single raise, and all of the hand's cards."""

    kind: HandKind
    stay: frozenset[int]
    hole: dict[int, tuple[Card, Card]]
    board: tuple[Card, ...]


def kinds(dice: Random) -> Iterator[HandKind]:
    """An endless sequence of kinds. Each group of ten contains every kind once, shuffled."""
    while True:
        yield from dice.sample(HAND_KINDS, len(HAND_KINDS))


def hand_of(kind: HandKind, game: Game, dice: Random) -> tuple[ScriptedAct, ...]:
    """A hand of this kind, from `game` just after the deal until the pot is pushed. If there are too few players or
    chips for this kind, the result is the last of `ENOUGH_TRIES` attempts."""
    acts: tuple[ScriptedAct, ...] = ()
    for _ in range(ENOUGH_TRIES):
        acts, end = _attempt(kind, game, dice)
        if _is_one(kind, acts, end):
            break
    return _read(kind, acts, dice)


def do(game: Game, action: Action) -> Game:
    """The game after an action. Raises `Refused`."""
    return reduce(apply, step(game, action), game)


def _attempt(kind: HandKind, game: Game, dice: Random) -> tuple[tuple[ScriptedAct, ...], PublicTable]:
    plan, acts = _plan(kind, public(game), dice), list[ScriptedAct]()
    while not (table := public(game)).legal.push:
        action = _next(plan, table, dice)
        acts.append(_act(action))
        game = do(game, action)
    return (*acts, ScriptedAct(Push())), table


def _act(action: Action) -> ScriptedAct:
    return ScriptedAct(action, action.card if isinstance(action, SeeCard) else None)


def _is_one(kind: HandKind, acts: tuple[ScriptedAct, ...], end: PublicTable) -> bool:
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


def _plan(kind: HandKind, table: PublicTable, dice: Random) -> HandPlan:
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
    return HandPlan(kind, frozenset(stay), hole, tuple(deck[:5]))


def _alike(dice: Random) -> tuple[tuple[Card, Card], tuple[Card, Card]]:
    """Hole cards of the same two ranks for two players."""
    high, low = dice.sample("AKQJT9", 2)
    suits = dice.sample("shdc", 4)
    first, second, third, fourth = (Card(rank + suit) for rank, suit in zip((high, low, high, low), suits, strict=True))
    return (first, second), (third, fourth)


def _next(plan: HandPlan, table: PublicTable, dice: Random) -> Action:
    if table.legal.due:
        return _card(plan, table, dice)
    legal = table.legal
    if legal.seat not in plan.stay:
        return Check(legal.seat) if legal.check else Fold(legal.seat)
    return _preflop(plan, table, dice) if table.street == "preflop" else _later(plan, table, dice)


def _preflop(plan: HandPlan, table: PublicTable, dice: Random) -> Action:
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


def _later(plan: HandPlan, table: PublicTable, dice: Random) -> Action:
    """A later action in the hand: mostly calls and bets of round amounts, with an occasional fold if the kind allows
    one."""
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


def _put(legal: LegalActions, wanted: int, table: PublicTable) -> Action:
    """A bet or raise of the nearest legal round amount, because players bet with as few chips as possible."""
    chip = table.blinds.chip if table.blinds else 1
    unit = chip
    while unit * 20 <= wanted:
        unit *= 5 if str(unit)[0] == "1" else 2
    to = max(legal.least, min(legal.most, round(wanted / unit) * unit))
    if not legal.least:
        to = legal.most
    return Bet(legal.seat, to) if legal.opens else RaiseTo(legal.seat, to)


def _card(plan: HandPlan, table: PublicTable, dice: Random) -> Action:
    """The next card that is due. A beaten hand may be mucked instead."""
    where = table.legal.due[0]
    if where == BOARD:
        return SeeCard(plan.board[len(table.board)], BOARD)
    shown = table.seats[where - 1].cards
    if where in table.legal.muck and not shown and _is_beaten(plan, table, where) and dice.random() < 0.6:
        return Muck(where)
    return SeeCard(plan.hole[where][len(shown)], where)


def _is_beaten(plan: HandPlan, table: PublicTable, seat: int) -> bool:
    shown = [best((*one.cards, *table.board)) for one in table.seats if len(one.cards) == 2 and not one.mucked]
    mine = best((*plan.hole[seat], *table.board))
    return any(one.strength > mine.strength for one in shown)


def _read(kind: HandKind, acts: tuple[ScriptedAct, ...], dice: Random) -> tuple[ScriptedAct, ...]:
    """The actions, with each card as the reader reports it: correctly, except for one board card in a misread or unread
    hand."""
    board = [index for index, act in enumerate(acts) if isinstance(act.does, SeeCard) and act.does.seat == BOARD]
    if kind not in ("misread", "unread") or not board:
        return acts
    at = dice.choice(board)
    wrong = dice.choice(unseen_cards(acts)) if kind == "misread" else None
    return (*acts[:at], ScriptedAct(acts[at].does, wrong), *acts[at + 1 :])


def unseen_cards(acts: tuple[ScriptedAct, ...]) -> list[Card]:
    """The cards that are never face up in the hand."""
    seen = {act.does.card for act in acts if isinstance(act.does, SeeCard)}
    return [card for card in DECK if card not in seen]


def read_hands(path: Path) -> tuple[str, ...]:
    """The hands in a script, one line each. Raises `Fault` for a file that is unreadable or has no hands."""
    check_plain([path])
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault("script-unreadable", path=str(path), error=why_bad(error)) from error
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    if not any(lines):
        raise Fault("script-empty", path=str(path))
    return tuple(line for line in lines if line)


def parse_hand(line: str, game: Game) -> tuple[ScriptedAct, ...]:
    """Parse a hand from one line, starting from `game` just after the deal. Raises `Fault` if the hand cannot be
    played. The notation is: `f` fold, `k` check, `c` call, `b900` bet, `r900` raise to, `a` all-in. `QhJd2c` are cards
    on the board, `4:AsKs` is shown by seat 4, and `m4` means that seat 4 mucks. `9s=9h` is a nine of spades that is
    read as the nine of hearts, and `9s=` is one that is not read. `#` begins a comment. The push at the end is
    implied."""
    acts: list[ScriptedAct] = []
    for number, word in enumerate(line.split(), 1):
        try:
            for act in _acts(word, game):
                game = do(game, act.does)
                acts.append(act)
        except Refused as refused:
            raise Fault("script-word", line=line, number=number, word=word, why=refused.message) from refused
        except ValueError as error:
            raise Fault("script-word", line=line, number=number, word=word, why=why_bad(error)) from error
    try:
        do(game, Push())
    except Refused as refused:
        raise Fault("script-without-end", line=line, why=refused.message) from refused
    return (*acts, ScriptedAct(Push()))


def _acts(word: str, game: Game) -> list[ScriptedAct]:
    if found := OTHERWISE.fullmatch(word):
        read = Card(found[2]) if found[2] else None
        return [ScriptedAct(SeeCard(Card(found[1]), BOARD), read)]
    if found := SHOWN.fullmatch(word):
        return [ScriptedAct(SeeCard(card, int(found[1] or BOARD)), card) for card in parse_cards(found[2])]
    return [ScriptedAct(_action(word, game))]


def _action(word: str, game: Game) -> Action:
    legal = public(game).legal
    plain: dict[str, Action] = {
        "f": Fold(legal.seat),
        "k": Check(legal.seat),
        "c": Call(legal.seat),
        "a": Bet(legal.seat, legal.most) if legal.opens else RaiseTo(legal.seat, legal.most),
    }
    if word in plain:
        return plain[word]
    if found := AMOUNT.fullmatch(word):
        return Bet(legal.seat, int(found[2])) if found[1] == "b" else RaiseTo(legal.seat, int(found[2]))
    if found := MUCKED.fullmatch(word):
        return Muck(int(found[1]))
    raise BadInput("not-a-script-word")
