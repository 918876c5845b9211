"""A player's stack history from a table's record: the stack after each hand, the biggest pots, and other events."""

from collections.abc import Iterable, Iterator, Set

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from engine.events import BoardDealt, BoardReturned, CardTabled, Event, HandEnded, HandStarted, PotAwarded
from engine.history.record import surviving
from engine.table.actions.chips import StacksCounted
from engine.table.actions.hands import StacksSet
from engine.table.actions.people import SeatChanged, SeatLeft, SeatTaken, StackRemoved
from engine.table.state import PlayerEvent


class StackPoint(msgspec.Struct, frozen=True, gc=False):
    """The chips after this hand, at the time `at_ms`. There are also points for the chips that the player sat down with
    and for chips that were counted."""

    table: int
    hand: int
    at_ms: int
    chips: int


class HandResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a hand for one player. `change` is the number of chips that the player won, minus the chips that
    the player put in. `cards` are given only if they were tabled. `pot` is the total of all pots pushed."""

    table: int
    hand: int
    at_ms: int
    change: int
    pot: int
    cards: tuple[Card, ...]
    board: tuple[Card, ...]


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event other than an action in play. It gives the seat, the chips, the other table (0 for none), the number of
    hands, and the reason that was recorded. `what` is `sat`, `moved`, `out`, or the tag of a `PlayerEvent`."""

    table: int
    hand: int
    at_ms: int
    what: str
    seat: int
    chips: int = 0
    to: int = 0
    hands: int = 0
    why: str = ""


class StackLine(msgspec.Struct, frozen=True, gc=False):
    points: tuple[StackPoint, ...] = ()
    results: tuple[HandResult, ...] = ()
    happened: tuple[Happened, ...] = ()


def stack_line(events: Iterable[Event], times: Iterable[int], table: int, ids: Set[str]) -> StackLine:
    """The history of a player's stack. The player may appear under any of these ids. `times` are the times of all
    events, in ms."""
    walk, at = _Walk(table, ids), list(times)
    for number, event in surviving(events):
        walk.take(event, at[number])
    return StackLine(tuple(walk.points), tuple(walk.results), tuple(walk.happened))


class _Walk:
    def __init__(self, table: int, ids: Set[str]) -> None:
        self.points: list[StackPoint] = []
        self.results: list[HandResult] = []
        self.happened: list[Happened] = []
        self._table, self._ids = table, ids
        self._mine: set[int] = set()
        self._deal: HandStarted | None = None
        self._board: list[Card] = []
        self._tabled: dict[int, list[Card]] = {}
        self._pot = 0

    def take(self, event: Event, at_ms: int) -> None:
        match event:
            case HandStarted():
                self._deal, self._board, self._tabled, self._pot = event, [], {}, 0
            case BoardDealt(card=card):
                self._board.append(card)
            case BoardReturned(cards=cards):
                self._board = [card for card in self._board if card not in cards]
            case CardTabled(seat=seat, card=card):
                self._tabled.setdefault(seat, []).append(card)
            case PotAwarded(chips=chips):
                self._pot += chips
            case HandEnded():
                self._ended(event, at_ms)
            case StacksCounted(seats=seats, stacks=stacks) | StacksSet(seats=seats, stacks=stacks):
                for seat, chips in zip(seats, stacks, strict=True):
                    self._point(seat, chips, at_ms)
            case _:
                self._happened(event, at_ms)

    def _happened(self, event: Event, at_ms: int) -> None:
        match event:
            case SeatTaken(seat=seat, player=player) if player in self._ids:
                self._mine.add(seat)
                self._point(seat, event.chips, at_ms)
                self.happened.append(replace(self._happens("sat", seat, at_ms), chips=event.chips))
            case SeatLeft(seat=seat) if seat in self._mine:
                self._mine.discard(seat)
                left = self._happens("moved" if event.chips else "out", seat, at_ms)
                self.happened.append(replace(left, chips=event.chips, to=event.to))
            case SeatChanged(seat=seat, to=to) if seat in self._mine:
                self._mine = {*self._mine - {seat}, to}
                self.happened.append(self._happens("seat-changed", to, at_ms))
            case PlayerEvent(seat=seat) if seat in self._mine:
                happens = self._happens(str(event.__struct_config__.tag), seat, at_ms)
                hands, why = event.listed
                self.happened.append(replace(happens, hands=hands, why=why))
            case StackRemoved(seat=seat):
                self._mine.discard(seat)

    @property
    def _hand(self) -> int:
        return self._deal.hand if self._deal else 0

    def _point(self, seat: int, chips: int, at_ms: int) -> None:
        if seat in self._mine:
            self.points.append(StackPoint(self._table, self._hand, at_ms, chips))

    def _happens(self, what: str, seat: int, at_ms: int) -> Happened:
        return Happened(self._table, self._hand, at_ms, what, seat)

    def _ended(self, event: HandEnded, at_ms: int) -> None:
        for seat, chips in zip(event.seats, event.stacks, strict=True):
            self._point(seat, chips, at_ms)
            if seat in self._mine and self._deal and seat in self._deal.seats:
                had = self._deal.stacks[self._deal.seats.index(seat)]
                cards = tuple(self._tabled.get(seat, ()))
                board = tuple(self._board)
                self.results.append(HandResult(self._table, self._hand, at_ms, chips - had, self._pot, cards, board))


def biggest(results: Iterable[HandResult], count: int) -> Iterator[HandResult]:
    """The hands that changed the stack most, in the order in which they were played."""
    chosen = sorted(results, key=lambda one: -abs(one.change))[:count]
    return iter(sorted((one for one in chosen if one.change), key=lambda one: one.at_ms))
