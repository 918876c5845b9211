"""What was wrong or too much in a hand of practice: the screen's record beside what really happened. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

import msgspec

from engine.actions import Action, Bet, Call, Check, Fold, Muck, PutIn, RaiseTo, SeeCard
from engine.cards import Card
from engine.events import (
    BetMade,
    BoardDealt,
    Called,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    Raised,
)
from engine.game.game import Game
from engine.game.lines import lines
from engine.game.timeline import Fact
from kiosk.practice.exercises import Act
from kiosk.practice.par import Need, What
from ui.dealer.model.practice import SLOW_MS, Remark, Review

MOST_WRONG = 3
"""What follows from a mistake is wrong too; the first few say enough."""
FOLLOWS: tuple[tuple[What, type[Action]], ...] = (("fold", Fold), ("check", Check), ("muck", Muck))


class Tapped(msgspec.Struct, frozen=True):
    """What the trainee asked for, when, and with the touches that led to it."""

    action: Action
    at_ms: int
    names: tuple[str, ...] = ()


class Trial(msgspec.Struct, frozen=True):
    """A hand as it was told and as it was tapped. `told_ms` has a time for each act of it that was told."""

    hand: int
    acts: tuple[Act, ...]
    needs: tuple[Need, ...]
    told_ms: tuple[int, ...]
    tapped: tuple[Tapped, ...]
    taps: int
    repairs: int = 0
    ended_early: bool = False


class Deed(msgspec.Struct, frozen=True):
    """What a seat did once: chips are what it added to call, or its total for the street."""

    what: str
    chips: int = 0


def facts_of_hand(game: Game, hand: int) -> tuple[Fact, ...]:
    """The facts of this hand, in play or just over; none where the record no longer has them at hand."""
    for story in (game.scene.story, game.scene.last):
        if story and any(isinstance(fact.event, HandStarted) and fact.event.hand == hand for fact in story.facts):
            return story.facts
    return ()


def review(trial: Trial, true: Sequence[Fact], screen: Sequence[Fact]) -> Review:
    """What is to be said of a hand that is over both at the table and on the screen."""
    wrong = tuple(_wrong(true, screen))[:MOST_WRONG]
    lags = list(_lags(trial))
    lag_ms = round(median(lags)) if lags else None
    best = sum(need.taps for need in trial.needs)
    better = tuple(_better(trial, best, lag_ms))
    if trial.ended_early:
        better = (Remark("ended-early"), *better)
    return Review(trial.hand, trial.taps, best, wrong, better, trial.repairs, lag_ms)


# What is wrong


def _wrong(true: Sequence[Fact], screen: Sequence[Fact]) -> Iterator[Remark]:
    truly, shown = _deeds(true), _deeds(screen)
    found = False
    for street, seat in (*truly, *(place for place in shown if place not in truly)):
        remark = _differs(street, seat, truly.get((street, seat), []), shown.get((street, seat), []))
        if remark:
            found = True
            yield remark
    for remark in _cards(true, screen):
        found = True
        yield remark
    if not found and _stacks(true) != _stacks(screen):
        yield Remark("wrong-end")


def _deeds(facts: Sequence[Fact]) -> dict[tuple[str, int], list[Deed]]:
    """By street and seat, in the order in which they came."""
    deeds: dict[tuple[str, int], list[Deed]] = defaultdict(list)
    for line in lines(facts):
        if deed := _deed(line.event):
            deeds[line.street, deed[0]].append(deed[1])
    return deeds


def _deed(event: Event) -> tuple[int, Deed] | None:
    match event:
        case Folded(seat=seat):
            return seat, Deed("fold")
        case Checked(seat=seat):
            return seat, Deed("check")
        case Called(seat=seat, chips=chips):
            return seat, Deed("call", chips)
        case BetMade(seat=seat, to=to) | Raised(seat=seat, to=to):
            return seat, Deed("bet", to)
    return None


def _differs(street: str, seat: int, true: list[Deed], shown: list[Deed]) -> Remark | None:
    """The first thing that one seat did on a street otherwise than the screen has it."""
    for was, said in zip(_padded(true, shown), _padded(shown, true), strict=True):
        if was == said:
            continue
        if was and said and was.chips and said.chips:
            return Remark("wrong-amount", seat, was.chips, said.chips, street=street)
        if was and was.chips:
            return Remark("missed-call" if was.what == "call" else "missed-bet", seat, was.chips, street=street)
        if said and said.chips:
            return Remark("wrong-seat", seat, street=street)
        if was and was.what == "fold":
            return Remark("missed-fold", seat, street=street)
    return None


def _padded(deeds: list[Deed], other: list[Deed]) -> list[Deed | None]:
    return [*deeds, *[None] * (len(other) - len(deeds))]


def _cards(true: Sequence[Fact], screen: Sequence[Fact]) -> Iterator[Remark]:
    """Cards that the screen has otherwise, or not at all where it has fewer."""
    truly, shown = _lying(true), _lying(screen)
    for place, cards in truly.items():
        seen = shown.get(place, [])
        for number, card in enumerate(cards):
            if card not in seen:
                yield Remark("wrong-card" if number < len(seen) else "missed-card", card=card)


def _lying(facts: Sequence[Fact]) -> dict[int, list[Card]]:
    """The cards by place, the board's at 0."""
    lying: dict[int, list[Card]] = defaultdict(list)
    for fact in facts:
        match fact.event:
            case BoardDealt(card=card):
                lying[0].append(card)
            case CardTabled(seat=seat, card=card):
                lying[seat].append(card)
    return lying


def _stacks(facts: Sequence[Fact]) -> object:
    ended = [fact.event for fact in facts if isinstance(fact.event, HandEnded)]
    return [dict(zip(event.seats, event.stacks, strict=True)) for event in ended]


# What cost taps and time


def _better(trial: Trial, best: int, lag_ms: int | None) -> Iterator[Remark]:
    explained = 0
    for remark in (*_needless(trial), *_keyed(trial)):
        explained += remark.count
        yield remark if remark.kind != "keyed" else msgspec.structs.replace(remark, count=0)
    unexplained = trial.taps - best - explained
    if unexplained > 0 and not trial.repairs:
        yield Remark("looked", count=unexplained)
    if lag_ms is not None and lag_ms > SLOW_MS:
        yield Remark("slow", chips=lag_ms)


def _needless(trial: Trial) -> Iterator[Remark]:
    """Folds, checks and mucks that were tapped although the next touch or card implies them."""
    asked = Counter(type(tapped.action) for tapped in trial.tapped)
    needed = Counter(need.what for need in trial.needs)
    for what, action in FOLLOWS:
        count = asked[action] - needed[what]
        if count > 0:
            yield Remark(f"tapped-{what}" if count == 1 else f"tapped-{what}s", count=count)


def _keyed(trial: Trial) -> Iterator[Remark]:
    """Amounts that were keyed although they lay on the strip; `count` is what that cost."""
    strip = {
        (act.does.seat, act.does.to)
        for act, need in ((trial.acts[need.act], need) for need in trial.needs)
        if need.by == "strip" and isinstance(act.does, Bet | RaiseTo)
    }
    for tapped in trial.tapped:
        put = tapped.action
        keys = sum(name.startswith("key-") for name in tapped.names)
        if isinstance(put, PutIn) and keys and (put.seat, put.to) in strip:
            yield Remark("keyed", put.seat, put.to, count=keys)


def _lags(trial: Trial) -> Iterator[int]:
    """From the chips to their tap, for each act that put chips in and was tapped as it was."""
    left = list(trial.tapped)
    for act, told_ms in zip(trial.acts, trial.told_ms, strict=False):
        if isinstance(act.does, SeeCard) or not isinstance(act.does, Call | Bet | RaiseTo):
            continue
        wanted = PutIn(act.does.seat, 0 if isinstance(act.does, Call) else act.does.to)
        found = next((tapped for tapped in left if tapped.action == wanted), None)
        if found:
            left.remove(found)
            yield max(0, found.at_ms - told_ms)
