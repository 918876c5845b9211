"""What a tournament's acts are about, and which can still be taken back."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from engine.refused import Refused
from engine.tournament.actions import Undo
from engine.tournament.context import Context
from engine.tournament.events import TournamentEvent
from engine.tournament.rules.undo_rules import undo
from engine.tournament.state import Act, Tournament

ABOUT = 6
"""Entries that are named of one act."""


class LoggedAct(msgspec.Struct, frozen=True):
    """An act: by whom and when (wall time, UTC ms; 0 where no record says), the kinds of its events, the first entries,
    of how many, and the physical table that they are about (0 for none), what it takes back (0 for nothing), whether it
    was taken back, and whether it can be."""

    act: int
    by: str
    at_ms: int
    kinds: tuple[str, ...]
    entries: tuple[int, ...]
    table: int
    undoes: int
    undone: bool
    can_undo: bool
    entry_count: int = 0


def entries_of(act: Act) -> list[int]:
    """The entries that its events name, each once."""
    return list(dict.fromkeys(_entries(act.events)))


def kinds_of(act: Act) -> tuple[str, ...]:
    """The kinds of its events, each once."""
    return tuple(dict.fromkeys(map(kind, act.events)))


def table_of(act: Act, tournament: Tournament) -> int:
    """The physical table of its first event that names one; 0 where none does."""
    for event in act.events:
        sitting = tournament.sittings.get(getattr(event, "sitting", 0))
        if sitting:
            return sitting.table
    return 0


def kind(event: TournamentEvent) -> str:
    """The tag of an event."""
    return str(event.__struct_config__.tag)


def log_of(tournament: Tournament, context: Context, times: list[int], before: int, most: int) -> list[LoggedAct]:
    """So many acts before this one, the newest first."""
    undone = {act.number for act in tournament.acts if act.undone_by}
    acts = [act for act in tournament.acts if act.number < before][-most:]
    return [
        LoggedAct(
            act.number,
            act.by,
            times[act.number - 1] if act.number <= len(times) else 0,
            kinds_of(act),
            tuple(entries[:ABOUT]),
            table_of(act, tournament),
            act.undoes,
            act.number in undone,
            act.number not in undone and _can_undo(tournament, act, context),
            len(entries),
        )
        for act in reversed(acts)
        for entries in [entries_of(act)]
    ]


def _entries(events: Iterable[TournamentEvent]) -> Iterator[int]:
    for event in events:
        for one in (event, *getattr(event, "out", ()), *getattr(event, "seats", ())):
            entry = getattr(one, "entry", None)
            if isinstance(entry, int):
                yield entry


def _can_undo(tournament: Tournament, act: Act, context: Context) -> bool:
    with suppress(Refused):
        undo(tournament, Undo(act.number), context)
        return True
    return False
