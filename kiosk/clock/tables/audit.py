"""One table as the clock sees it: its records followed with the same engine, and what does not add up.

A pure fold. Nothing a table sends can stop it: what cannot be followed is flagged with a sentence for the director and
the table stands where it last made sense; its records are kept elsewhere, all of them.
"""

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.events import (
    Event,
    HandKilled,
    HandVoided,
    PotAwarded,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from engine.game import game as replay
from engine.game.game import BadRecord, Game
from engine.hand.state import ChipsNotConserved
from engine.refused import Refused
from engine.tournament.seats import AssignedSeat, Seating
from engine.tournament.transfers import Transfer
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.storage.chain import Record

MOST_FLAGS = 20


class Watched(msgspec.Struct, frozen=True):
    """A table as of record `seq`. `seating` is what the clock gave out to it, to be played by `book`."""

    seating: Seating
    book: RuleBook
    seq: int = 0
    game: Game = Game()
    sat: frozenset[int] = frozenset()
    """The issued seats that somebody has sat down in."""
    expected: tuple[Event, ...] = ()
    """What must follow from the last thing asked."""
    astray: bool = False
    """What followed was not as expected; until the next thing asked it is not judged again."""
    stuck: bool = False
    """A record could not be followed: the game stands still."""
    flags: tuple[str, ...] = ()
    called_ms: int | None = None
    """Since when the table waits for the floor, in its own wall time; None while it does not."""
    left: tuple[Transfer, ...] = ()
    """Who left with chips."""
    came: tuple[Transfer, ...] = ()
    """Who came from another table."""


def follow(watched: Watched, record: Record) -> Watched:
    """The table after one more record, flagged where no table can have come to it by the rules."""
    if watched.stuck:
        return replace(watched, seq=record.seq)
    try:
        event = decode_event(record.body)
        judged = _judge(watched, event, record.seq)
        followed = replace(judged, seq=record.seq, game=replay.apply(watched.game, event))
        return _moved(_waited(followed, record.at_ms), watched.game, event)
    except (Unreadable, BadRecord, ChipsNotConserved) as error:
        why = str(error)
    except Exception as error:  # from outside, so it may be anything: it must not stop the other tables
        why = f"it makes no sense at this point ({type(error).__name__}: {error})"
    stopped = flag(watched, f"record {record.seq} cannot be followed: {why}; counts stand as they were before it")
    return replace(stopped, seq=record.seq, stuck=True)


def _waited(watched: Watched, at_ms: int) -> Watched:
    """Since when the floor is waited for."""
    if watched.game.table.staffing.call is None:
        return watched if watched.called_ms is None else replace(watched, called_ms=None)
    return watched if watched.called_ms is not None else replace(watched, called_ms=at_ms)


def _moved(watched: Watched, before: Game, event: Event) -> Watched:
    """Who carried chips away or here."""
    here = watched.seating.table
    if isinstance(event, SeatLeft) and event.chips:
        seat = before.table.seats[event.seat - 1]
        name = seat.name if seat else event.player
        return replace(watched, left=(*watched.left, Transfer(event.player, name, event.chips, here, event.to)))
    if isinstance(event, SeatTaken) and event.came_from:
        came = Transfer(event.player, event.name, event.chips, event.came_from, here)
        return replace(watched, came=(*watched.came, came))
    return watched


def flag(watched: Watched, sentence: str) -> Watched:
    """The same, with something the director must look at."""
    if sentence in watched.flags or len(watched.flags) >= MOST_FLAGS:
        return watched
    return replace(watched, flags=(*watched.flags, sentence))


class Chips(msgspec.Struct, frozen=True):
    """The chips of a table or of the room, and what became of those that were given out.

    `found` are with players, in pots, and given out to players who have yet to sit down; `issued` is what the clock
    gave out; the floor corrected counts by `adjusted` in all, and `removed` left play with disqualified players.
    """

    found: int = 0
    issued: int = 0
    adjusted: int = 0
    removed: int = 0

    @property
    def expected(self) -> int:
        """What must be found."""
        return self.issued + self.adjusted - self.removed

    def __add__(self, other: "Chips") -> "Chips":
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Chips(*[one + more for one, more in zip(mine, theirs, strict=True)])


def chips(watched: Watched) -> Chips:
    """The chips of one table; what players brought counts as given out to it."""
    table, seats = watched.game.table, watched.seating.seats
    waiting = sum(seat.chips for seat in seats if seat.seat not in watched.sat)
    issued = sum(seat.chips for seat in seats) + brought(watched)
    return Chips(table.issued + waiting, issued, table.adjusted, table.removed)


def brought(watched: Watched) -> int:
    """What players brought from other tables, less what they took to them."""
    return sum(one.chips for one in watched.came) - sum(one.chips for one in watched.left if one.to)


def players_left(watched: Watched) -> int:
    """Players who are not out, those who have yet to sit down among them."""
    sitting = sum(seat is not None for seat in watched.game.table.seats)
    return sitting + sum(seat.seat not in watched.sat for seat in watched.seating.seats)


def _judge(watched: Watched, event: Event, seq: int) -> Watched:
    """Would the table have come to this by asking? The engine decides again."""
    if watched.expected:
        if _same(event, watched.expected[0]):
            return replace(watched, expected=watched.expected[1:])
        why = f"{_said(event)}, but {_said(watched.expected[0])} must follow here"
        return replace(flag(watched, f"record {seq}: {why}"), expected=(), astray=True)
    action = replay.asked(watched.game, event)
    if action is None:
        return watched if watched.astray else flag(watched, f"record {seq}: {_said(event)}, and nobody asked for it")
    watched = replace(_issued_so(watched, event, seq), astray=False)
    try:
        facts = replay.decide(watched.game, action)
    except Refused as refused:
        if not refused.clause:  # not against the rules but impossible, such as a call by a seat that is not in the hand
            raise BadRecord(f"{_said(event)}, though {refused}") from refused
        return replace(flag(watched, f"record {seq}: {_said(event)}, though {refused}"), astray=True)
    if not _same(event, facts[0]):
        why = f"{_said(event)}, but by the rules it is: {_said(facts[0])}"
        return replace(flag(watched, f"record {seq}: {why}"), astray=True)
    return replace(watched, expected=tuple(facts[1:]))


def _same(event: Event, expected: Event) -> bool:
    """Whether both say the same, in whatever words: a table one release away has other sentences for its reasons."""
    return _without_words(event) == _without_words(expected)


def _without_words(event: Event) -> Event:
    if isinstance(event, PotAwarded | HandVoided) or (isinstance(event, HandKilled) and event.follows):
        return replace(event, why="")
    return event


def _issued_so(watched: Watched, event: Event, seq: int) -> Watched:
    """Players and chips are what the clock gave out."""
    seating = watched.seating
    if isinstance(event, TableOpened):
        mine = (event.table, event.event, event.book, event.seat_count)
        if mine != (seating.table, seating.event, watched.book, seating.seat_count):
            why = f"opened as table {event.table} of {event.event!r} by {event.book.name}, not as it was given out"
            return flag(watched, f"record {seq}: {why}")
    if isinstance(event, SeatTaken) and not event.came_from:
        watched = replace(watched, sat=watched.sat | {event.seat})
        if AssignedSeat(event.seat, event.player, event.name, event.chips) not in seating.seats:
            why = f"{event.name} sat down in seat {event.seat} with {event.chips:,}, which the clock did not give out"
            return flag(watched, f"record {seq}: {why}")
    return watched


def _said(event: Event) -> str:
    """An event in short: `raised (seat 3, to 900)`."""
    fields = msgspec.to_builtins(event)
    kind = fields.pop("is").replace("-", " ")
    told = ", ".join(f"{name} {value}" for name, value in fields.items() if value and not isinstance(value, dict))
    return f"{kind} ({told})" if told else kind
