"""The room: the event, its level clock and what was given out to the tables. Values and functions; no file, no time.

`LevelClock.since_ms` is time of the service run that wrote the event; another run first halts the clock (`Halt`).
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament import level_clock
from engine.tournament.level_clock import LevelClock
from engine.tournament.seats import Seating
from engine.tournament.structure import MS_A_MINUTE, Structure
from kiosk.protocol.codec import EventForm, Written

LONGEST_CHANGE_MS = 24 * 60 * MS_A_MINUTE


class Room(msgspec.Struct, frozen=True):
    """The room at one moment."""

    id: str = ""
    event: str = ""
    structure: Structure | None = None
    clock: LevelClock = LevelClock(0, 0)
    tables: tuple[Seating, ...] = ()
    stopped_ms: int | None = None
    """Since when the clock stands because the service was away, in this run's time; None once the director has decided
    on it."""


# What has happened


class RoomEvent(msgspec.Struct, frozen=True, tag_field="is"):
    """The family of the room's events."""


class RoomOpened(RoomEvent, frozen=True, tag="room-opened"):
    """The event begins, its clock stopped at the first level. `id` is like no other room's."""

    id: str
    event: str
    structure: Structure


class StructureChanged(RoomEvent, frozen=True, tag="structure-changed"):
    """The structure was edited while the service was down."""

    structure: Structure


class TableIssued(RoomEvent, frozen=True, tag="table-issued"):
    """These players with these chips were given to a table."""

    seating: Seating


class ClockStarted(RoomEvent, frozen=True, tag="clock-started"):
    """Time passes."""

    at: LevelClock


class ClockPaused(RoomEvent, frozen=True, tag="clock-paused"):
    """Time stands still."""

    at: LevelClock


class LevelStarted(RoomEvent, frozen=True, tag="level-started"):
    """A level or break begins: the one before ran out, or the director said so."""

    at: LevelClock
    by: Literal["time", "director"]


class TimeAdded(RoomEvent, frozen=True, tag="time-added"):
    """The director lengthened what runs, or shortened it."""

    delta_ms: int
    at: LevelClock


class ClockHalted(RoomEvent, frozen=True, tag="clock-halted"):
    """The service came back: the clock stands where it was last known to be, at `stopped_ms` of the new run's time."""

    stopped_ms: int
    at: LevelClock


class ElapsedApplied(RoomEvent, frozen=True, tag="elapsed-applied"):
    """The director let the time since the service went away count, and the clock run."""

    at: LevelClock


RoomFact = (
    RoomOpened | StructureChanged | TableIssued | ClockStarted | ClockPaused | LevelStarted | TimeAdded | ClockHalted
    | ElapsedApplied
)  # fmt: skip
FORM: EventForm[RoomFact] = EventForm(msgspec.json.Decoder(Written[RoomFact]))
"""How the room's journal is written."""


# What may be asked


class Command(msgspec.Struct, frozen=True, tag_field="do"):
    """The family of what may be asked of the room."""


class Open(Command, frozen=True, tag="open"):
    """The service starts with these settings; `begun` are the tables that have sent records. A new room is given
    `id`."""

    id: str
    event: str
    structure: Structure
    tables: tuple[Seating, ...]
    begun: frozenset[int] = frozenset()


class Halt(Command, frozen=True, tag="halt"):
    """The service starts: it was last known to be alive at `alive_ms` of the run before, `away_ms` ago."""

    alive_ms: int
    away_ms: int


class RingIn(Command, frozen=True, tag="ring-in"):
    """The alarm: start the next level if this one has run out."""


class Start(Command, frozen=True, tag="start"):
    """Let time pass; after a crash, from where the clock stopped."""


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock."""


class NextLevel(Command, frozen=True, tag="next"):
    """The whole next level or break."""


class PreviousLevel(Command, frozen=True, tag="previous"):
    """The whole level or break before."""


class AddTime(Command, frozen=True, tag="add-time"):
    """Lengthen the level, or shorten it by a negative amount."""

    delta_ms: int


class ApplyElapsed(Command, frozen=True, tag="apply-elapsed"):
    """After a crash: count the time that the service was away, and start."""


DirectorCommand = Start | Pause | NextLevel | PreviousLevel | AddTime | ApplyElapsed


class Order(msgspec.Struct, frozen=True):
    """A command and when it is given, in the service's time."""

    command: Command
    now_ms: int


def decide(room: Room, order: Order) -> list[RoomFact]:
    """The facts that follow from a command. Raises `Refused`; then nothing has changed."""
    if isinstance(order.command, Open):
        return _open(room, order.command)
    if room.structure is None:
        raise Refused("the room is not open yet")
    return _RULES[type(order.command)](room, room.structure, order)


def apply(room: Room, event: RoomFact) -> Room:
    """The room after a fact."""
    match event:
        case RoomOpened(id=room_id, event=name, structure=structure):
            return Room(room_id, name, structure, level_clock.first_clock(structure))
        case StructureChanged(structure=structure):
            return replace(room, structure=structure)
        case TableIssued(seating=seating):
            others = [table for table in room.tables if table.table != seating.table]
            return replace(room, tables=tuple(sorted([*others, seating], key=lambda table: table.table)))
        case ClockHalted(stopped_ms=stopped_ms, at=at):
            return replace(room, clock=at, stopped_ms=stopped_ms)
        case ClockStarted(at=at) | ClockPaused(at=at) | LevelStarted(at=at) | ElapsedApplied(at=at):
            return replace(room, clock=at, stopped_ms=None)
        case TimeAdded(at=at):
            return replace(room, clock=at)


def _open(room: Room, command: Open) -> list[RoomFact]:
    if room.event not in ("", command.event):
        raise Refused(f"this database holds the event {room.event!r}, not {command.event!r}")
    events: list[RoomFact] = []
    if room.structure is None:
        events.append(RoomOpened(command.id, command.event, command.structure))
    elif room.structure != command.structure:
        if room.clock.index >= len(command.structure.entries):
            raise Refused(f"the structure no longer has the entry {room.clock.index + 1} that is being played")
        events.append(StructureChanged(command.structure))
    issued = {table.table: table for table in room.tables}
    for table in command.tables:
        if table.table in issued and table.table in command.begun and issued[table.table] != table:
            raise Refused(f"table {table.table} has begun with other players, chips or rules than the settings now say")
        if issued.get(table.table) != table:
            events.append(TableIssued(table))
    return events


def _halt(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    command = order.command
    if not isinstance(command, Halt):
        return []
    stopped_ms = order.now_ms - command.away_ms
    if level_clock.is_running(room.clock):
        return [ClockHalted(stopped_ms, level_clock.pause(room.clock, structure, command.alive_ms))]
    if room.stopped_ms is not None:  # away again, and the director has not decided yet
        return [ClockHalted(stopped_ms - (command.alive_ms - room.stopped_ms), room.clock)]
    return []


def _ring_in(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    events: list[RoomFact] = []
    clock = room.clock
    while (ends_ms := level_clock.ends_at_ms(clock, structure)) is not None and ends_ms <= order.now_ms:
        clock = level_clock.advance(clock, structure, ends_ms)
        events.append(LevelStarted(clock, "time"))
    return events


def _start(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    if level_clock.is_running(room.clock):
        raise Refused("the clock is running")
    return [ClockStarted(level_clock.start(room.clock, structure, order.now_ms))]


def _pause(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    if not level_clock.is_running(room.clock):
        raise Refused("the clock stands still")
    return [ClockPaused(level_clock.pause(room.clock, structure, order.now_ms))]


def _next(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    return [LevelStarted(level_clock.next_level(room.clock, structure, order.now_ms), "director")]


def _previous(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    return [LevelStarted(level_clock.previous_level(room.clock, structure, order.now_ms), "director")]


def _add_time(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    delta_ms = order.command.delta_ms if isinstance(order.command, AddTime) else 0
    if not 0 < abs(delta_ms) <= LONGEST_CHANGE_MS:
        raise Refused("a change of time is from a moment to a day")
    changed = level_clock.add_time(room.clock, structure, order.now_ms, delta_ms)
    return [TimeAdded(delta_ms, changed)]


def _apply_elapsed(room: Room, structure: Structure, order: Order) -> list[RoomFact]:
    if room.stopped_ms is None:
        raise Refused("there is no time to catch up with")
    ran = level_clock.start(room.clock, structure, room.stopped_ms)
    return [ElapsedApplied(level_clock.advance(ran, structure, order.now_ms))]


_RULES: dict[type[Command], Callable[[Room, Structure, Order], list[Any]]] = {
    Halt: _halt,
    RingIn: _ring_in,
    Start: _start,
    Pause: _pause,
    NextLevel: _next,
    PreviousLevel: _previous,
    AddTime: _add_time,
    ApplyElapsed: _apply_elapsed,
}
