"""Reads the tables' journals: who sat down, who busted, when and to whom, and the final chip counts. As an independent
check of the clock, it works differently: it adds up the chips that each seat puts in."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from engine import events
from engine.table.actions.chips import ChipsRaced
from engine.table.actions.people import SeatChanged, SeatLeft, SeatTaken
from engine.tournament.state import Tournament
from kiosk.clock.store.streams import sitting_id
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal_reader import open_reader
from kiosk.storage.sitting_files import SittingFiles


class Out(NamedTuple):
    """A bust: its wall-clock time, the stack when the hand was dealt, and the entries that took the last chips."""

    at_ms: int
    sitting: int
    hand: int
    had: int
    entry: int
    by: tuple[int, ...] = ()


class JournalOutcome(NamedTuple):
    """A tournament's outcome according to its journals. `left` has each remaining entry's last sitting and chips."""

    sat: frozenset[int]
    outs: tuple[Out, ...]
    left: Mapping[int, tuple[int, int]]


class _Hand:
    """The chips that each seat has put into one hand, and the winners of each pot."""

    def __init__(self, deal: events.HandStarted | None = None) -> None:
        self.number = deal.hand if deal else 0
        self.stacks = dict(zip(deal.seats, deal.stacks, strict=True)) if deal else {}
        self.live = set(self.stacks)
        self._matched = deal.antes_matched if deal else False
        self._put = dict.fromkeys(self.stacks, 0)
        self._street = dict.fromkeys(self.stacks, 0)
        self._pots: dict[int, tuple[int, ...]] = {}

    def see(self, event: events.Event) -> None:
        match event:
            case events.AntePosted(seat=seat, chips=chips) if self._matched:
                self._put[seat] += chips
            case events.BlindPosted(seat=seat, chips=chips) | events.Called(seat=seat, chips=chips):
                self._add(seat, chips)
            case events.BetMade(seat=seat, to=to) | events.Raised(seat=seat, to=to):
                self._add(seat, to - self._street[seat])
            case events.BetsCorrected(seats=seats, chips=more):
                for seat, chips in zip(seats, more, strict=True):
                    self._add(seat, chips)
            case events.UncalledReturned(seat=seat, chips=chips):
                self._add(seat, -chips)
            case events.StreetClosed():
                self._street = dict.fromkeys(self._street, 0)
            case events.Folded(seat=seat) | events.HandKilled(seat=seat):
                self.live.discard(seat)
            case events.PotAwarded(pot=pot, seats=seats):
                self._pots[pot] = seats
            case _:
                pass

    def takers(self, seat: int) -> tuple[int, ...]:
        """The seats that won the last pot containing this seat's chips. Each smaller total put in by a live hand means
        one more pot before that one."""
        if seat not in self._put:
            return ()
        smaller = {self._put[one] for one in self.live if self._put[one] < self._put[seat]}
        return tuple(one for one in self._pots.get(len(smaller), ()) if one != seat)

    def _add(self, seat: int, chips: int) -> None:
        self._put[seat] += chips
        self._street[seat] += chips


def seen(tournament: Tournament, folder: Path) -> JournalOutcome:
    """The record of a tournament, from the journals of all its sittings in this folder."""
    sat: set[int] = set()
    outs: list[Out] = []
    back: dict[int, int] = {}
    left: dict[int, tuple[int, int]] = {}
    for number in sorted(tournament.sittings):  # a redraw opens later sittings
        happened = _standing(tournament, number, folder)
        back |= {int(event.player): max(at_ms, back.get(int(event.player), 0)) for at_ms, event in happened
                 if isinstance(event, SeatTaken) and isinstance(event.purchase, int)}  # fmt: skip
        chips = _read(number, happened, sat, outs)
        left |= {entry: (number, held) for entry, held in chips.items()}
    # An entry that came back with chips it bought did not bust.
    return JournalOutcome(
        frozenset(sat), tuple(sorted(one for one in outs if one.at_ms > back.get(one.entry, -1))), left
    )


def _read(number: int, happened: list[tuple[int, events.Event]], sat: set[int], outs: list[Out]) -> dict[int, int]:
    """Add a sitting's entries to `sat` and busts to `outs`. Returns the chips of those who stay or leave with a bag."""
    hand, there, chips = _Hand(), dict[int, int](), dict[int, int]()
    for at_ms, event in happened:
        match event:
            case SeatTaken(player=player) if player.isdecimal():
                there[event.seat], chips[int(player)] = int(player), event.chips
                sat.add(int(player))
            case SeatLeft(player=player, seat=seat) if player.isdecimal():
                if not event.chips:
                    by = tuple(sorted(there[one] for one in hand.takers(seat) if one in there))
                    outs.append(Out(at_ms, number, hand.number, hand.stacks.get(seat, 0), int(player), by))
                del there[seat]
                if not event.chips or event.to:
                    del chips[int(player)]
            case SeatChanged(seat=seat, to=to) if seat in there:
                there[to] = there.pop(seat)
            case events.HandStarted():
                hand = _Hand(event)
            case events.HandEnded(seats=seats, stacks=after) | ChipsRaced(seats=seats, after=after):
                chips |= {there[seat]: held for seat, held in zip(seats, after, strict=True) if seat in there}
            case _:
                hand.see(event)
    return chips


def _standing(tournament: Tournament, number: int, folder: Path) -> list[tuple[int, events.Event]]:
    """The events of a sitting that have not been taken back, each with its wall-clock time."""
    found: list[tuple[int, int, events.Event]] = []
    for seq, at_ms, event in _events(tournament, number, folder):
        if isinstance(event, events.TakenBack):
            found = [one for one in found if one[0] <= event.to or isinstance(one[2], events.RoomEvent)]
        else:
            found.append((seq, at_ms, event))
    return [(at_ms, event) for _, at_ms, event in found]


def _events(tournament: Tournament, number: int, folder: Path) -> Iterator[tuple[int, int, events.Event]]:
    table = tournament.sittings[number].table
    path = SittingFiles(folder / f"table-{table}.journal").path(sitting_id(tournament.id, number))
    if path.exists():
        with open_reader(path) as journal:
            for record in journal.walk():
                yield record.seq, record.at_ms, decode_event(record.body)
