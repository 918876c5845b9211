"""Hands dealt while play is suspended: during a break, or while the director has paused the clock. Pure."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.message import message
from engine.table.state import is_playing
from engine.tournament.levels.level_clock import is_running
from engine.tournament.levels.structure import Break
from engine.tournament.state import Tournament
from kiosk.clock.tables.audit import MOST_FLAGS, AuditedTable

GRACE_MS = 15_000
"""A hand that begins within this many milliseconds of the start of the break is not a fault."""


class Rest(NamedTuple):
    """A break or pause in the room since `since_ms`, in entry `entry` (from 0) of the structure."""

    kind: Literal["break", "pause"]
    entry: int
    since_ms: int


def resting(tournament: Tournament, before: Rest | None, now_ms: int) -> Rest | None:
    """The current break or pause, which is `before` if that one continues. Returns None while hands may be dealt. If
    the clock has not been started yet, or was stopped by an outage, that does not count.
    """
    clock, structure = tournament.clock, tournament.structure
    if structure is None or not tournament.started or tournament.stopped_ms is not None:
        return None
    if isinstance(structure.entries[clock.index], Break):
        rest = Rest("break", clock.index, now_ms)
    elif not is_running(clock):
        rest = Rest("pause", clock.index, now_ms)
    else:
        return None
    return before if before and before[:2] == rest[:2] else rest


def with_remark(before: AuditedTable, after: AuditedTable, rest: Rest | None, now_ms: int) -> AuditedTable:
    """The table after one more record, with a remark if that record dealt a hand during the break or pause. There is
    only one remark for each break or pause."""
    dealt = is_playing(after.game.table) and after.game.table.hands > before.game.table.hands
    if not dealt or rest is None or now_ms - rest.since_ms < GRACE_MS or after.rest_ms == rest.since_ms:
        return after
    hand = after.game.table.hands
    in_break = rest.kind == "break"
    found = message("hand-dealt-in-break", hand=hand) if in_break else message("hand-dealt-in-pause", hand=hand)
    return replace(after, remarks=(*after.remarks, found)[-MOST_FLAGS:], rest_ms=rest.since_ms)
