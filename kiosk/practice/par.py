"""Computes the fewest taps needed to record a hand. Knows nothing about the screen; the engine says what a tap implies.
Calls, bets and raises always count as tapped, although a card sometimes implies them."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.actions import Action, Bet, Call, Check, Fold, HandOver, Muck, Push, PutIn, RaiseTo, SeeCard
from engine.game.bet_sizes import sheet_sizes
from engine.game.game import Game
from engine.hand.state import Hand
from engine.public import public
from engine.refused import Refused
from engine.table.state import book_of
from kiosk.practice.exercises import ScriptedAct, do
from ui.dealer.model.keypad import fewest_keys

CARD_TAPS = 3
"""The taps to enter a card by hand: location, rank, suit."""
What = Literal["chips", "card", "fold", "check", "muck", "over"]


class NeededTap(msgspec.Struct, frozen=True):
    """The taps needed for one action. Actions are numbered from 0. `by` is how the amount is entered."""

    act: int
    taps: int
    what: What
    by: Literal["", "strip", "keys"] = ""


def taps_needed(game: Game, acts: Sequence[ScriptedAct]) -> tuple[NeededTap, ...]:
    """The fewest taps needed to record these actions, starting from `game` just after the deal."""
    true, screen = game, game
    silent: list[tuple[int, Action]] = []
    found: list[NeededTap] = []
    for number, act in enumerate(acts):
        does = act.does
        if isinstance(does, Fold | Check | Muck):
            true = do(true, does)
            silent.append((number, does))
            continue
        if isinstance(does, Push):
            return (*found, *_over(number, screen, silent))
        true = do(true, does)
        order = _order(does)
        before, explicit = _best(screen, silent, order, true)
        found += [NeededTap(index, 1, _what(said)) for index, said in explicit]
        if act.is_misread:
            found.append(NeededTap(number, CARD_TAPS, "card"))
        elif not isinstance(does, SeeCard):
            found.append(_chips(before, does, number))
        screen, silent = do(before, order), []
    return tuple(found)


def _order(does: Action) -> Action:
    match does:
        case Call(seat=seat):
            return PutIn(seat)
        case Bet(seat=seat, to=to) | RaiseTo(seat=seat, to=to):
            return PutIn(seat, to)
        case SeeCard(card=card):
            return SeeCard(card)
    return does


def _what(said: Action) -> What:
    return "fold" if isinstance(said, Fold) else "check" if isinstance(said, Check) else "muck"


Silent = list[tuple[int, Action]]


def _best(screen: Game, silent: Silent, order: Action, goal: Game) -> tuple[Game, Silent]:
    """The game after tapping the fewest silent actions (folds, checks or mucks) with which `order` leads to `goal`, and
    those actions."""
    for explicit in _ways(silent):
        try:
            before = _tapped(screen, explicit)
            if _same(do(before, order), goal):
                return before, explicit
        except Refused:
            continue
    raise AssertionError(f"no way to tell {order} after {silent}")


def _ways(silent: Silent) -> tuple[Silent, ...]:
    """The candidates, fewest taps first: no silent actions, only the mucks, or all of them."""
    return [], [each for each in silent if isinstance(each[1], Muck)], silent


def _tapped(screen: Game, explicit: Silent) -> Game:
    for _, said in explicit:
        screen = do(screen, said)
    return screen


def _same(one: Game, other: Game) -> bool:
    return _felt(one) == _felt(other) and not public(one).question


def _felt(game: Game) -> Hand | None:
    hand = game.table.hand
    return hand and replace(hand, early=0, acts=0)


def _over(number: int, screen: Game, silent: Silent) -> tuple[NeededTap, ...]:
    """The taps that end the hand: HAND OVER once, or several times if it first mucks hands. Sequences that make the
    screen ask a question are not used, because the answer would be a guess."""
    for explicit in _ways(silent):
        game = _tapped(screen, explicit)
        taps = int(public(game).is_untouched)  # the screen asks again whether everyone folded
        while public(game).playing and not public(game).question:
            game = do(game, HandOver(start=False))
            taps += 1
        if not public(game).question:
            return (*(NeededTap(index, 1, _what(said)) for index, said in explicit), NeededTap(number, taps, "over"))
    raise AssertionError(f"no way to end the hand after {silent}")


def _chips(before: Game, does: Action, number: int) -> NeededTap:
    """The taps to enter chips: one for a call; otherwise the seat, then either the strip, MIN or ALL-IN, or the keypad
    and OK."""
    if isinstance(does, Call):
        return NeededTap(number, 1, "chips")
    assert isinstance(does, Bet | RaiseTo)
    hand = before.table.hand
    assert hand is not None
    offer = next(offer for offer in public(before).offers if offer.seat == does.seat)
    sizes = sheet_sizes(before.bet_sizes, hand, does.seat, book_of(before.table))
    if does.to in (offer.least, offer.most, *sizes.all):
        return NeededTap(number, 2, "chips", "strip")
    return NeededTap(number, 2 + len(fewest_keys(does.to)), "chips", "keys")
