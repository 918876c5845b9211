"""A table's last hands, to answer players' questions: the winners, how they won, and the board."""

from collections.abc import Iterable

import msgspec

from engine.cards import Card
from engine.events import CardTabled, Event, HandEnded, HandStarted, PotAwarded, ReportedPot
from engine.hand.state import SHOWDOWN
from engine.history.record import HandRecord, decided, final, hands, surviving
from engine.table.actions.hands import HandReported
from engine.table.actions.people import SeatChanged, SeatTaken
from engine.table.actions.setup import TableOpened

SeatedPlayer = tuple[int, str]


class Recalled(msgspec.Struct, frozen=True, gc=False):
    """One hand. `record` is the whole hand. A hand that was only reported does not have a `record`, only `reported` and
    `out`."""

    hand: int
    ending: str
    """How the hand ended: `fold`, `showdown` or `floor`. A reported hand is `told`, or `counted` if it has no pots."""
    pot: int
    winners: tuple[SeatedPlayer, ...] = ()
    board: tuple[Card, ...] = ()
    shown: tuple[tuple[SeatedPlayer, tuple[Card, ...]], ...] = ()
    record: HandRecord | None = None
    reported: tuple[ReportedPot, ...] = ()
    out: tuple[SeatedPlayer, ...] = ()


def recall(events: Iterable[Event], count: int) -> tuple[Recalled, ...]:
    """The last `count` hands in a table's whole record, newest first."""
    kept = [event for _, event in surviving(events)]
    ends = [index for index, event in enumerate(kept) if isinstance(event, HandEnded | HandReported)]
    return tuple(_recalled(kept, end) for end in reversed(ends[-count:] if count else []))


def _recalled(kept: list[Event], end: int) -> Recalled:
    event = kept[end]
    if isinstance(event, HandReported):
        return _summary(event, kept[:end])
    start = next(index for index in range(end, -1, -1) if isinstance(kept[index], HandStarted))
    before = [event for event in kept[:start] if isinstance(event, TableOpened | SeatTaken | SeatChanged)]
    (record,) = hands([*before, *kept[start : end + 1]])
    return _played(record)


def _played(record: HandRecord) -> Recalled:
    hand, names = final(record), dict(zip(record.deal.seats, record.names, strict=True))
    pushed = [event for event in record.events if isinstance(event, PotAwarded)]
    seats = dict.fromkeys(seat for event in pushed for seat in event.seats)
    shown = [(seat, cards) for seat, cards in zip(record.deal.seats, hand.tabled, strict=True) if cards]
    return Recalled(
        hand=record.deal.hand,
        ending=_ending(record, pushed),
        pot=sum(event.chips for event in pushed),
        winners=tuple((seat, names[seat]) for seat in seats),
        board=hand.board,
        shown=tuple(((seat, names[seat]), cards) for seat, cards in shown),
        record=record,
    )


def _ending(record: HandRecord, pushed: list[PotAwarded]) -> str:
    if any(event.follows for event in pushed):
        return "floor"
    tabled = any(isinstance(event, CardTabled) for event in record.events)
    return "showdown" if tabled or decided(record).street >= SHOWDOWN else "fold"


def _summary(event: HandReported, before: list[Event]) -> Recalled:
    names: dict[int, str] = {}
    for earlier in before:
        match earlier:
            case SeatTaken(seat=seat, name=name):
                names[seat] = name
            case SeatChanged(seat=seat, to=to):
                names[to] = names.pop(seat, "")
    winners = dict.fromkeys(seat for pot in event.pots for seat in pot.seats)
    return Recalled(
        hand=event.hand,
        ending="told" if event.pots else "counted",
        pot=sum(pot.chips for pot in event.pots),
        winners=tuple((seat, names.get(seat, "")) for seat in winners),
        reported=event.pots,
        out=tuple((seat, names.get(seat, "")) for seat in event.out),
    )
