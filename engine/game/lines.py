"""The lines of a hand that the dealer can read and repair, and the last action of each seat."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.events import (
    Amended,
    Asked,
    BetMade,
    BoardDealt,
    BoardReturned,
    Called,
    Checked,
    Event,
    Folded,
    HandMucked,
    HandRevived,
    Raised,
    StreetClosed,
    Touched,
)
from engine.game.timeline import Fact
from engine.hand.state import BOARD_CARDS, SHOWDOWN, STREETS

SeatAction = Literal["", "fold", "check", "call", "bet", "raise", "muck"]
SEAT_ACTIONS: dict[type[Event], SeatAction] = {
    Folded: "fold", Checked: "check", Called: "call", BetMade: "bet", Raised: "raise", HandMucked: "muck",
}  # fmt: skip
FOR_GOOD = ("fold", "muck")
_BESIDE = (Asked, Touched, Amended)
_STREET_WITH = tuple(
    next(street for street, most in enumerate(BOARD_CARDS) if most >= cards) for cards in range(BOARD_CARDS[-1] + 1)
)


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """One event of the hand that still counts, at `mark` in the table's record."""

    mark: int
    event: Event
    inferred: bool
    street: str


class LastAction(msgspec.Struct, frozen=True, gc=False):
    """A seat's last action, whether it was inferred, and whether it needs to be checked."""

    action: SeatAction = ""
    inferred: bool = False
    doubtful: bool = False


NO_ACTION = LastAction()


def lines(facts: Sequence[Fact]) -> tuple[LogLine, ...]:
    """The events of a hand with their streets, without the events that only record the touch."""
    found: list[LogLine] = []
    cards, closed = 0, False
    for fact in facts:
        event = fact.event
        if isinstance(event, _BESIDE):
            continue
        if isinstance(event, BoardDealt):
            cards, closed = cards + 1, False
        elif isinstance(event, BoardReturned):
            cards -= len(event.cards)
        street = SHOWDOWN if closed and cards == BOARD_CARDS[-1] else _STREET_WITH[cards]
        found.append(LogLine(fact.mark, event, is_inferred(event), STREETS[street]))
        closed = closed or isinstance(event, StreetClosed)
    return tuple(found)


def last_actions(facts: Sequence[Fact]) -> dict[int, LastAction]:
    """Each seat's last action on this street. A fold or muck counts for the rest of the hand."""
    last: dict[int, LastAction] = {}
    doubtful: set[int] = set()
    closing = -1  # the last mark of the touch that closed a street
    for fact in facts:
        match fact.event:
            case Touched(what="card" | "close-street", events=events):
                closing = fact.mark + events
            case StreetClosed():
                kept = {seat: done for seat, done in last.items() if done.action in FOR_GOOD}
                last = {seat: replace(done, doubtful=seat in doubtful) for seat, done in kept.items()}
                doubtful = set()
            case Folded() | Checked() | Called() | BetMade() | Raised() | HandMucked() as event:
                inferred = is_inferred(event)
                if isinstance(event, Folded) and inferred and fact.mark <= closing:
                    doubtful.add(event.seat)
                last[event.seat] = LastAction(SEAT_ACTIONS[type(event)], inferred, event.seat in doubtful)
            case HandRevived(seat):
                last.pop(seat, None)
    return last


def last_choices(facts: Sequence[Fact]) -> dict[int, LastAction]:
    """Each seat's last action in the whole hand. Unlike in `last_actions`, the end of a street clears none."""
    last: dict[int, LastAction] = {}
    for fact in facts:
        match fact.event:
            case Folded() | Checked() | Called() | BetMade() | Raised() | HandMucked() as event:
                last[event.seat] = LastAction(SEAT_ACTIONS[type(event)], is_inferred(event))
            case HandRevived(seat) if seat in last and last[seat].action in FOR_GOOD:
                last.pop(seat)
    return last


def is_inferred(event: Event) -> bool:
    """Whether the event was inferred because nobody entered it."""
    return bool(getattr(event, "inferred", False))
