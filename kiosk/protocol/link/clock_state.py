"""A tournament's state as it is sent to every client."""

import msgspec

from engine.events import Blinds
from engine.tournament.levels.by_play import PlayRange
from engine.tournament.levels.level_clock import HandTime, PlayOffset
from engine.tournament.levels.structure import Structure


class ClockMoment(msgspec.Struct, frozen=True):
    """The tournament at one moment, without its structure. For one `room`, the moment with the higher (epoch, seq)
    wins.

    Times are in milliseconds of the clock service's own monotonic time, which starts over with each `epoch`.
    """

    epoch: int
    seq: int
    mark: int
    """The number of the last record in the tournament's journal. An order refers to it as the state that its sender
    saw."""
    event: str
    index: int
    """The index of the current entry of the structure, from 0."""
    running: bool
    anchor_ms: int
    """The time at which this state began."""
    remaining_ms: int
    blinds: Blinds
    """The blinds of a hand that starts now."""
    entries: int
    players_left: int
    tables: int
    chips_issued: int
    average_stack: int
    room: str = ""
    """The tournament's id. The same event in a different database has a different id."""
    over_ms: int = 0
    """How far the last level had run over at `anchor_ms`."""
    recovered: bool = False
    """Whether the clock has come back from an outage and the director has not chosen a level since then. A table that
    has played a higher level keeps it."""
    play: PlayRange | None = None
    """How far along the tables are, if levels are counted in hands or orbits."""
    winner: str = ""
    """The winner's name once the tournament is over. After that, levels no longer apply."""
    starts_at_ms: int | None = None
    """The time of a scheduled start that is still to come; None if there is none."""
    starts_ms: int | None = None
    """The time of the scheduled start as wall-clock time, UTC."""
    zone: str = ""
    """The time zone for times of day, an IANA name."""
    shifts: tuple[PlayOffset, ...] = ()
    """The physical tables that the director moved ahead or back, if levels are counted in hands or orbits."""
    draw: str = ""
    """Until the clock is started, the hash of the next draw's seed, published before the draw so that everyone can
    check it."""
    hand_for_hand: bool = False
    """Whether every table plays one hand and waits for the others."""
    started: bool = True
    """Whether the clock has ever run."""
    hand: HandTime | None = None
    """The time that the current hand may still take off the level, while a running clock is paused. None if the clock
    keeps running."""


class ClockState(ClockMoment, frozen=True, kw_only=True):
    """The tournament at one moment, with its structure. A table that has both can count down without the clock."""

    structure: Structure


def state_at(moment: ClockMoment, structure: Structure) -> ClockState:
    return ClockState(**msgspec.structs.asdict(moment), structure=structure)


def moment_of(state: ClockState) -> ClockMoment:
    return ClockMoment(*[getattr(state, name) for name in ClockMoment.__struct_fields__])
