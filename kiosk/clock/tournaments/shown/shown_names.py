"""How a room shows its players' names at its tables and on its displays. The director sees them in full. Pure."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.tournament.field.entries import Entry
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import TableTarget
from kiosk.clock.settings import Shown
from kiosk.protocol.messages import RoomInfo


class TableUpdate(NamedTuple):
    """The players on the way to a table, the table's target, and the facts about the other tables."""

    coming: tuple[IncomingPlayer, ...]
    target: TableTarget | None
    room_info: RoomInfo | None


def shown(entry: Entry, how: Shown) -> str:
    first, *rest = entry.name.split() or [""]
    if how == "numbers":
        return str(entry.number)
    if how == "short" and rest and (entry.team or not entry.roster):
        return f"{first} {rest[-1][0]}."
    return entry.name


def as_shown(update: TableUpdate, entries: Mapping[int, Entry], how: Shown) -> TableUpdate:
    """The data for a table, with names as they are shown. A kiosk does not get any other names."""
    if how == "full":
        return update

    def of_number(number: int) -> str:
        return shown(entries[number], how)

    by_player = {entry.player: entry for entry in entries.values()}
    coming, target, room_info = update
    return TableUpdate(
        tuple(replace(one, name=of_number(int(one.player))) for one in coming),
        target and _target(target, of_number, lambda player: shown(by_player[player], how)),
        room_info
        and replace(room_info, gone=tuple(replace(one, name=of_number(int(one.player))) for one in room_info.gone)),
    )


def _target(target: TableTarget, of_number: Callable[[int], str], of_player: Callable[[str], str]) -> TableTarget:
    return replace(
        target,
        names=tuple(replace(one, name=of_number(one.entry)) for one in target.names),
        roster=tuple(replace(one, name=of_number(one.entry)) for one in target.roster),
        out=tuple(replace(one, name=of_player(one.player)) for one in target.out),
    )
