"""The bets and raises at the tables of a simulated event, from their journals, with the chips put in before each."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.events import (
    AntePosted,
    BetMade,
    BlindPosted,
    Called,
    Event,
    Folded,
    HandKilled,
    HandStarted,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal_reader import open_reader


class Wager(NamedTuple):
    """A bet or raise to `to` on a street, 0 before the flop.

    The other fields describe the moment before it: the price, the seat's chips in front, and all chips put in. `number`
    is that of the bet, with the big blind as the first; `live` players have cards.
    """

    street: int
    to: int
    price: int
    own: int
    pot: int
    big: int
    all_in: bool
    number: int
    live: int

    @property
    def pot_limit(self) -> int:
        """A call, and then as much as the pot."""
        return self.price + self.pot + self.price - self.own

    @property
    def unit(self) -> int:
        """Of limit: twice the big blind on the turn and the river."""
        return self.big * (2 if self.street > 1 else 1)


def wagers(folder: Path) -> Iterator[Wager]:
    """Of all hands."""
    for events in journals(folder):
        yield from _wagers(events)


def journals(folder: Path) -> Iterator[list[Event]]:
    """The events of every sitting, in the order of their names."""
    for path in sorted(folder.glob("table-*.journal")):
        with open_reader(path) as journal:
            yield [decode_event(record.body) for record in journal.walk()]


def _wagers(events: list[Event]) -> Iterator[Wager]:
    stacks, put, front = dict[int, int](), dict[int, int](), dict[int, int]()
    live, price, street, big, number = set[int](), 0, 0, 0, 0
    for event in events:
        match event:
            case HandStarted():
                stacks = dict(zip(event.seats, event.stacks, strict=True))
                put, front = dict.fromkeys(stacks, 0), dict.fromkeys(stacks, 0)
                live, street, big, number = set(stacks), 0, event.terms.big, 1
                price = big
            case AntePosted(seat=seat, chips=chips):
                put[seat] += chips
            case BlindPosted(seat=seat, chips=chips) | Called(seat=seat, chips=chips):
                put[seat] += chips
                front[seat] += chips
            case UncalledReturned(seat=seat, chips=chips):
                put[seat] -= chips
            case BetMade(seat=seat, to=to) | Raised(seat=seat, to=to):
                more, own, pot = to - front[seat], front[seat], sum(put.values())
                put[seat] += more
                wager = Wager(street, to, price, own, pot, big, put[seat] == stacks[seat], number + 1, len(live))
                front[seat] = to
                number += to - price >= wager.unit
                price = to
                yield wager
            case StreetClosed():
                street, price, number, front = street + 1, 0, 0, dict.fromkeys(front, 0)
            case Folded(seat=seat) | HandKilled(seat=seat):
                live.discard(seat)
            case _:
                pass
