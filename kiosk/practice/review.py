"""The review of a practice hand: compares the screen's record with what happened at the table. Has no side effects."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

import msgspec

from engine import events
from engine.actions import Action, Bet, Call, Check, Fold, Muck, PutIn, RaiseTo
from engine.cards import Card
from engine.game.lines import lines
from engine.game.timeline import Fact
from kiosk.practice.par import What
from kiosk.practice.trial import PracticeHand
from ui.dealer.model.practice import SLOW_MS, Remark, Review

MOST_WRONG = 3
"""The largest number of errors that a review shows. Later errors usually follow from the first."""
FOLLOWS: tuple[tuple[What, type[Action]], ...] = (("fold", Fold), ("check", Check), ("muck", Muck))


class SeatAction(msgspec.Struct, frozen=True):
    """One action by a seat. `chips` are the chips added by a call, or the total on the street for a bet or raise."""

    what: str
    chips: int = 0


def review(hand: PracticeHand, number: int, screen: Sequence[Fact]) -> Review:
    """Review a hand that is finished both at the table and on the screen. `number` counts the session's hands."""
    wrong = tuple(_wrong(hand.true, screen))[:MOST_WRONG]
    lags = list(_lags(hand))
    lag_ms = round(median(lags)) if lags else None
    best = sum(need.taps for need in hand.needs)
    better = tuple(_better(hand, best, lag_ms))
    if hand.ended_early:
        better = (Remark("ended-early"), *better)
    return Review(number, hand.taps, best, wrong, better, hand.repairs, lag_ms)


# Errors in the record


def _wrong(true: Sequence[Fact], screen: Sequence[Fact]) -> list[Remark]:
    truly, shown = _deeds(true), _deeds(screen)
    compared = [
        _differs(*place, truly.get(place, []), shown.get(place, [])) for place in dict.fromkeys((*truly, *shown))
    ]
    found = [*filter(None, compared), *_cards(true, screen)]
    return found or ([Remark("wrong-end")] if _stacks(true) != _stacks(screen) else [])


def _deeds(facts: Sequence[Fact]) -> dict[tuple[str, int], list[SeatAction]]:
    deeds: dict[tuple[str, int], list[SeatAction]] = defaultdict(list)
    for line in lines(facts):
        if deed := _deed(line.event):
            deeds[line.street, deed[0]].append(deed[1])
    return deeds


def _deed(event: events.Event) -> tuple[int, SeatAction] | None:
    match event:
        case events.Folded(seat=seat):
            return seat, SeatAction("fold")
        case events.Checked(seat=seat):
            return seat, SeatAction("check")
        case events.Called(seat=seat, chips=chips):
            return seat, SeatAction("call", chips)
        case events.BetMade(seat=seat, to=to) | events.Raised(seat=seat, to=to):
            return seat, SeatAction("bet", to)
    return None


def _differs(street: str, seat: int, true: list[SeatAction], shown: list[SeatAction]) -> Remark | None:
    """The first difference between a seat's actions on a street and the screen's record of them."""
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


def _padded(deeds: list[SeatAction], other: list[SeatAction]) -> list[SeatAction | None]:
    return [*deeds, *[None] * (len(other) - len(deeds))]


def _cards(true: Sequence[Fact], screen: Sequence[Fact]) -> Iterator[Remark]:
    truly, shown = _lying(true), _lying(screen)
    for place, cards in truly.items():
        seen = shown.get(place, [])
        for number, card in enumerate(cards):
            if card not in seen:
                yield Remark("wrong-card" if number < len(seen) else "missed-card", card=card)


def _lying(facts: Sequence[Fact]) -> dict[int, list[Card]]:
    """The face-up cards by seat, where 0 is the board."""
    lying: dict[int, list[Card]] = defaultdict(list)
    for fact in facts:
        match fact.event:
            case events.BoardDealt(card=card):
                lying[0].append(card)
            case events.CardTabled(seat=seat, card=card):
                lying[seat].append(card)
    return lying


def _stacks(facts: Sequence[Fact]) -> object:
    ended = [fact.event for fact in facts if isinstance(fact.event, events.HandEnded)]
    return [dict(zip(event.seats, event.stacks, strict=True)) for event in ended]


# Wasted taps and time


def _better(hand: PracticeHand, best: int, lag_ms: int | None) -> Iterator[Remark]:
    explained = 0
    for remark in (*_needless(hand), *_keyed(hand)):
        explained += remark.count
        yield remark if remark.kind != "keyed" else msgspec.structs.replace(remark, count=0)
    unexplained = hand.taps - best - explained
    if unexplained > 0 and not hand.repairs:
        yield Remark("looked", count=unexplained)
    if lag_ms is not None and lag_ms > SLOW_MS:
        yield Remark("slow", chips=lag_ms)


def _needless(hand: PracticeHand) -> Iterator[Remark]:
    """Remarks about unnecessary taps: folds, checks and mucks that the next touch or card implies."""
    asked = Counter(type(tapped.action) for tapped in hand.tapped)
    needed = Counter(need.what for need in hand.needs)
    for what, action in FOLLOWS:
        count = asked[action] - needed[what]
        if count > 0:
            yield Remark(f"tapped-{what}", count=count)


def _keyed(hand: PracticeHand) -> Iterator[Remark]:
    """Remarks about amounts that were entered on the keypad but were offered on the strip. `count` is the number of
    extra taps."""
    strip = {
        (act.does.seat, act.does.to)
        for act, need in ((hand.acts[need.act], need) for need in hand.needs)
        if need.by == "strip" and isinstance(act.does, Bet | RaiseTo)
    }
    for tapped in hand.tapped:
        put = tapped.action
        keys = sum(name.startswith("key-") for name in tapped.names)
        if isinstance(put, PutIn) and keys and (put.seat, put.to) in strip:
            yield Remark("keyed", put.seat, put.to, count=keys)


def _lags(hand: PracticeHand) -> Iterator[int]:
    """The delays, in ms, between the narration of a call, bet or raise and the tap that recorded it. Actions that were
    not tapped correctly are left out."""
    left = list(hand.tapped)
    for act, told_ms in zip(hand.acts, hand.told_ms, strict=False):
        if not isinstance(act.does, Call | Bet | RaiseTo):
            continue
        wanted = PutIn(act.does.seat, 0 if isinstance(act.does, Call) else act.does.to)
        found = next((tapped for tapped in left if tapped.action == wanted), None)
        if found:
            left.remove(found)
            yield max(0, found.at_ms - told_ms)
