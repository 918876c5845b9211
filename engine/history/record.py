"""The hands in a table's record, the state before and after each of their events, and the reasons why hands are dead or
pots were awarded. Knows nothing about text formats."""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import dropwhile, takewhile
from typing import NamedTuple

import msgspec

from engine.books.rulebook import RuleBook
from engine.events import (
    AntePosted,
    AwardPots,
    BlindPosted,
    Event,
    HandEnded,
    HandEvent,
    HandKilled,
    HandStarted,
    KillCause,
    Overruled,
    PotAwarded,
    RoomEvent,
    TakenBack,
)
from engine.game.game import BadRecord
from engine.hand.state import Hand, apply, new_hand
from engine.message import Message, message
from engine.table.actions.people import SeatChanged, SeatTaken
from engine.table.actions.setup import TableOpened


class HandRecord(msgspec.Struct, frozen=True, gc=False):
    """One finished hand. `names` and `players` (the ids) are indexed by player. `started` is the time in UTC, as in
    `2026-05-01T19:30:00`. All three are empty if unknown."""

    deal: HandStarted
    events: tuple[Event, ...]
    book: RuleBook
    names: tuple[str, ...]
    event: str = ""
    table: int = 0
    seat_count: int = 0
    started: str = ""
    players: tuple[str, ...] = ()


class HandTransition(NamedTuple):
    """One event of a hand, with the hand before and after it."""

    before: Hand
    event: Event
    after: Hand


def hands(events: Iterable[Event], times: Iterable[str] = ()) -> list[HandRecord]:
    """The finished hands in a table's whole record, with the `times` of its events, if known. A voided hand has no end
    and is left out. Raises `BadRecord` if a hand ends without having been dealt at an open table."""
    known = dict(enumerate(times))
    finished: list[HandRecord] = []
    table = _Table()
    for number, event in surviving(events):
        ended = table.add(event, known.get(number, ""))
        if ended is not None:
            finished.append(ended)
    return finished


def surviving(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """The events that still count, each with its number, from 0. Decisions by the room survive an undo."""
    left: _Standing = []
    cuts: tuple[_Cut, ...] = ()
    for number, event in enumerate(events):
        if isinstance(event, TakenBack):
            cuts = _cut(left, cuts, number, event.to)
        else:
            left.append((number, event))
    return left


_Standing = list[tuple[int, Event]]


class _Cut(NamedTuple):
    """One `TakenBack` event: its number, the first index that it changed, the events from there on, and the cuts in
    effect before it."""

    number: int
    first: int
    before: _Standing
    stood: "tuple[_Cut, ...]"


def _cut(left: _Standing, stood: tuple[_Cut, ...], number: int, to: int) -> tuple[_Cut, ...]:
    """Roll back to the events that counted when the record held `to` events, undoing later cuts first. Returns the cuts
    in effect."""
    first = min([*[cut.first for cut in stood if cut.number >= to], _first(left, to)])
    before = left[first:]
    cuts = stood
    while cuts and cuts[-1].number >= to:
        last = cuts[-1]
        left[last.first :] = [*last.before, *[entry for entry in left[last.first :] if entry[0] > last.number]]
        cuts = last.stood
    at = _first(left, to)
    left[at:] = [entry for entry in left[at:] if isinstance(entry[1], RoomEvent)]
    return (*cuts, _Cut(number, first, before, stood))


def _first(left: _Standing, to: int) -> int:
    return next((index for index, (kept, _) in enumerate(left) if kept >= to), len(left))


class _Table:
    def __init__(self) -> None:
        self.opened: TableOpened | None = None
        self.names: dict[int, str] = {}
        self.players: dict[int, str] = {}
        self.deal: HandStarted | None = None
        self.started = ""
        self.events: list[Event] = []

    def add(self, event: Event, time: str) -> HandRecord | None:
        """Take the next event and return the hand that it ends, if any."""
        match event:
            case TableOpened():
                self.opened = event
            case SeatTaken():
                self.names[event.seat], self.players[event.seat] = event.name, event.player
            case SeatChanged(seat=seat, to=to):
                self.names[to], self.players[to] = self.names.pop(seat, ""), self.players.pop(seat, "")
            case HandStarted():
                self.deal, self.started, self.events = event, time, []
            case _ if self.deal is not None and isinstance(event, HandEvent):
                self.events.append(event)
        return self._end() if isinstance(event, HandEnded) else None

    def _end(self) -> HandRecord:
        if self.opened is None or self.deal is None:
            raise BadRecord("hand-ends-unstarted")
        deal, self.deal = self.deal, None
        return HandRecord(
            deal=deal,
            events=tuple(self.events),
            book=self.opened.book,
            names=tuple(self.names.get(seat, "") for seat in deal.seats),
            event=self.opened.event,
            table=self.opened.table,
            seat_count=self.opened.seat_count,
            started=self.started,
            players=tuple(self.players.get(seat, "") for seat in deal.seats),
        )


def moments(record: HandRecord) -> Iterator[HandTransition]:
    """Each event with the hand before and after it. Raises `ChipsNotConserved` for a hand that cannot have been played
    at a table."""
    hand = new_hand(record.deal)
    for event in record.events:
        before, hand = hand, apply(hand, event)
        yield HandTransition(before, event, hand)


def final(record: HandRecord) -> Hand:
    """The hand after the last event."""
    return reduce(apply, record.events, new_hand(record.deal))


def decided(record: HandRecord) -> Hand:
    """The hand just before its pots were pushed."""
    before = takewhile(lambda event: not isinstance(event, PotAwarded | HandEnded), record.events)
    return reduce(apply, before, new_hand(record.deal))


def killed_in_the_deal(events: Iterable[Event]) -> list[HandKilled]:
    """The hands of absent players, which are dead once the blinds are posted, before any action."""
    after = dropwhile(lambda event: isinstance(event, AntePosted | BlindPosted), events)
    killed = takewhile(lambda event: isinstance(event, HandKilled) and event.follows, after)
    return [event for event in killed if isinstance(event, HandKilled)]


def posts(deal: HandStarted) -> tuple[str, ...]:
    """The blind that each player has to post: `small blind`, `big blind`, `straddle` or ""."""
    owing = [index for index, chips in enumerate(deal.blinds) if chips]
    if len(deal.seats) == 2:
        owing.reverse()  # the button has the small blind and is dealt the last card
    if deal.big:
        named = {deal.small: "small blind", deal.big: "big blind"}
        kinds = {index: named.get(deal.seats[index], "straddle") for index in owing}
    else:
        first = ("small blind", "big blind") if _has_small_blind(deal, owing) else ("big blind",)
        kinds = dict(zip(owing, (*first, *["straddle"] * len(owing)), strict=False))
    return tuple(kinds.get(index, "") for index in range(len(deal.seats)))


def _has_small_blind(deal: HandStarted, owing: list[int]) -> bool:
    """Whether the first player to post has the small blind. Used when a history does not say. A dead small blind is not
    posted."""
    posted = [deal.blinds[index] for index in owing[:2]]
    return bool(posted) and (posted[0] < deal.terms.big or (posted[0] == posted[-1] and len(posted) > 1))


def why_dead(event: HandKilled, book: RuleBook) -> Message | None:
    """Why a hand is dead as a result of something else; None if a person declared it dead, with or without a reason."""
    causes: dict[KillCause, Message] = {
        "away": message("dead-away", clause=book.absent.clause),
        "penalty": message("dead-penalty", misses=event.misses, clause=book.penalties.clause),
        "disqualified": message("dead-disqualified", why=event.why),
        "not-dealt": message("dead-not-dealt"),
        "short-of-cards": message("dead-short-of-cards"),
        "others-won": message("dead-others-won"),
    }
    return causes.get(event.cause)


def noted(event: HandKilled) -> str:
    """The reason as written in a history file: the recorded reason or, if there is none, the name of the cause."""
    return event.why or event.cause or "killed"


def why_overruled(events: Iterable[Event]) -> str:
    """The floor's reason for awarding the pots of this hand; "" if there is none."""
    orders = (event for event in events if isinstance(event, Overruled))
    return next((event.why for event in orders if isinstance(event.order, AwardPots)), "")


def why_reported(event: PotAwarded) -> Message:
    """Why a pot went to the seats that the dealer or the floor named, without an override."""
    shared = len(event.seats) > 1
    if event.floor and shared:
        return message("pot-shared-by-floor", floor=event.floor)
    if event.floor:
        return message("pot-awarded-by-floor", floor=event.floor)
    return message("pot-shared-by-dealer") if shared else message("pot-awarded-by-dealer")
