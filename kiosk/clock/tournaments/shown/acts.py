"""The entries and tables that a tournament's logged actions concern, and which actions can still be undone."""

from collections.abc import Iterable, Iterator

import msgspec

from engine.tournament.actions import UndoAct
from engine.tournament.order import Context
from engine.tournament.state import Act, Event, Tournament

ABOUT = 6


class LoggedAct(msgspec.Struct, frozen=True):
    """A logged action: who performed it, when (wall-clock time in UTC ms, or 0 if no record says), and the kinds of its
    events. It has the first of the entries concerned, how many there are, and the physical table (0 if there is none).
    It also says which action it undoes (0 if none), whether it was itself undone, and whether it can be undone.
    """

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
    return list(dict.fromkeys(_entries(act.events)))


def kinds_of(act: Act) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(kind, act.events)))


def table_of(act: Act, tournament: Tournament) -> int:
    """The physical table of the first event that mentions one, or 0 if no event does."""
    for event in act.events:
        sitting = tournament.sittings.get(getattr(event, "sitting", 0))
        if sitting:
            return sitting.table
    return 0


def kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def log_of(tournament: Tournament, context: Context, times: list[int], before: int, most: int) -> list[LoggedAct]:
    """At most `most` actions before action number `before`, newest first."""
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
            act.number not in undone and UndoAct(act.number).is_legal(tournament, context),
            len(entries),
        )
        for act in reversed(acts)
        for entries in [entries_of(act)]
    ]


def _entries(events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        for one in (event, *getattr(event, "out", ()), *getattr(event, "seats", ())):
            entry = getattr(one, "entry", None)
            if isinstance(entry, int):
                yield entry
