"""Table records without people's names. A player seated by the tournament is recorded by entry number. The name is
looked up in a separate file, from which it can be erased; the records never change. A name that only the table knows
stays in its record, for example if a dealer seated the player by name."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from msgspec.structs import replace

from engine.decoders import NOT_JSON, json_decoded
from engine.events import Asked, Event
from engine.table.actions.people import SeatTaken, TakeSeat, TakeSeats
from engine.tournament.targets import TableTarget
from kiosk.protocol.codec import decode_event, encode_event

Names = Mapping[str, str]
"""The players' names by their ids at the table. For a tournament entry, the id is the entry number."""
NO_NAMES: Names = MappingProxyType({})


class NamedPlayer(Protocol):
    """A player at a table, with the name in the record."""

    @property
    def player(self) -> str: ...

    @property
    def name(self) -> str: ...


def name_of(one: NamedPlayer, names: Names) -> str:
    """The player's name, or the player's id if no name is known."""
    return names.get(one.player) or one.name or one.player


def named(event: Event, names: Names) -> Event:
    return replace(event, name=name_of(event, names)) if isinstance(event, SeatTaken) else event


class NumberedForm:
    """Reads and writes a table's records. It omits names that are `kept` separately and fills in those that may be
    `shown`."""

    def __init__(self, kept: Callable[[], Names], shown: Callable[[], Names]) -> None:
        self._kept = kept
        self._shown = shown

    def encode(self, event: Event) -> bytes:
        match event:
            case SeatTaken(player=player) if player in self._kept():
                event = replace(event, name="")
            case Asked(action=TakeSeat(player=player) as action) if player in self._kept():
                event = replace(event, action=replace(action, name=""))
            case Asked(action=TakeSeats(players=players) as action):
                kept = self._kept()
                unnamed = tuple(replace(one, name="") if one.player in kept else one for one in players)
                event = replace(event, action=replace(action, players=unnamed))
        return encode_event(event)

    def decode(self, body: bytes) -> Event:
        return named(decode_event(body), self._shown())


def target_path(journal: Path) -> Path:
    """The path of the file with a sitting's target, which includes the names. The file is next to the sitting's
    journal."""
    return journal.with_name(f"{journal.name}.target")


def read_target(journal: Path) -> TableTarget | None:
    """Read the target from the file next to a journal. None if the file is missing or damaged; the clock then sends the
    target again."""
    try:
        return json_decoded(target_path(journal).read_bytes(), TableTarget)
    except (OSError, *NOT_JSON):
        return None


def names_in(target: TableTarget | None) -> Names:
    return {str(one.entry): one.name for one in target.names} if target else NO_NAMES
