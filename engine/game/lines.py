"""The lines of a hand that the dealer can read and repair, and what each seat did last."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

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

Did = Literal["", "fold", "check", "call", "bet", "raise", "muck"]
DEEDS: dict[type[Event], Did] = {
    Folded: "fold", Checked: "check", Called: "call", BetMade: "bet", Raised: "raise", HandMucked: "muck",
}  # fmt: skip
FOR_GOOD = ("fold", "muck")


class Line(msgspec.Struct, frozen=True):
    """One fact of the hand that still counts, at `mark` of the table's record."""

    mark: int
    event: Event
    inferred: bool
    street: str


class Deed(NamedTuple):
    """What a seat did last, whether nobody touched it, and whether it is worth a second look."""

    did: Did = ""
    inferred: bool = False
    doubtful: bool = False


NOTHING = Deed()


def lines(facts: Sequence[Fact]) -> tuple[Line, ...]:
    """The facts of a hand by street, without what says only how they were touched."""
    return tuple(_lines(facts))


def _lines(facts: Sequence[Fact]) -> Iterator[Line]:
    cards, closed = 0, False
    for mark, event in [(fact.mark, fact.event) for fact in facts]:
        if isinstance(event, Asked | Touched | Amended):
            continue
        if isinstance(event, BoardDealt):
            cards, closed = cards + 1, False
        elif isinstance(event, BoardReturned):
            cards -= len(event.cards)
        street = next(street for street, most in enumerate(BOARD_CARDS) if most >= cards)
        if closed and cards == BOARD_CARDS[-1]:
            street = SHOWDOWN
        yield Line(mark, event, _is_inferred(event), STREETS[street])
        closed = closed or isinstance(event, StreetClosed)


def deeds(facts: Sequence[Fact]) -> dict[int, Deed]:
    """What each seat did last on this street; that it folded or mucked, for the rest of the hand."""
    last: dict[int, Deed] = {}
    doubtful: set[int] = set()
    closing = -1  # the last mark of the touch that closed a street
    for fact in facts:
        match fact.event:
            case Touched(what="card" | "close-street", events=events):
                closing = fact.mark + events
            case StreetClosed():
                last = {seat: _kept(deed, seat in doubtful) for seat, deed in last.items() if deed.did in FOR_GOOD}
                doubtful = set()
            case Folded() | Checked() | Called() | BetMade() | Raised() | HandMucked() as event:
                inferred = _is_inferred(event)
                if isinstance(event, Folded) and inferred and fact.mark <= closing:
                    doubtful.add(event.seat)
                last[event.seat] = Deed(DEEDS[type(event)], inferred, event.seat in doubtful)
            case HandRevived(seat):
                last.pop(seat, None)
    return last


def _kept(deed: Deed, doubtful: bool) -> Deed:
    return deed._replace(doubtful=doubtful)


def _is_inferred(event: Event) -> bool:
    return bool(getattr(event, "inferred", False))
