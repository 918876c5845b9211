"""A table's record without the names of people: whom the tournament seated is there by the entry's number, and the name
is looked up in what is told beside it, so that it can be erased although no record ever changes.

What only the table knows, such as somebody whom a dealer seated by name, its record keeps.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from msgspec.structs import replace

from engine.actions import TakeSeat
from engine.decoders import NOT_JSON, json_decoded
from engine.events import Asked, Event, SeatTaken
from engine.tournament.targets import TableTarget
from kiosk.protocol.codec import decode_event, encode_event

Names = Mapping[str, str]
"""By the player's id at the table: of an entry its number."""
NO_NAMES: Names = MappingProxyType({})


class Named(Protocol):
    """Somebody at a table, with the name that the record has."""

    @property
    def player(self) -> str: ...

    @property
    def name(self) -> str: ...


def name_of(one: Named, names: Names) -> str:
    """The name; the number where there is none."""
    return names.get(one.player) or one.name or one.player


def named(event: Event, names: Names) -> Event:
    """The event with the name of who sat down."""
    return replace(event, name=name_of(event, names)) if isinstance(event, SeatTaken) else event


class NumberedForm:
    """How a table's record is written and read: without the names that are `kept` beside it, with those that are
    `shown`."""

    def __init__(self, kept: Callable[[], Names], shown: Callable[[], Names]) -> None:
        self._kept = kept
        self._shown = shown

    def encode(self, event: Event) -> bytes:
        """The event as a record's body."""
        match event:
            case SeatTaken(player=player) if player in self._kept():
                event = replace(event, name="")
            case Asked(action=TakeSeat(player=player) as action) if player in self._kept():
                event = replace(event, action=replace(action, name=""))
        return encode_event(event)

    def decode(self, body: bytes) -> Event:
        """The event in a record's body. Raises `Unreadable`."""
        return named(decode_event(body), self._shown())


def target_path(journal: Path) -> Path:
    """Where a sitting's target is kept, with the names, beside its journal."""
    return journal.with_name(f"{journal.name}.target")


def read_target(journal: Path) -> TableTarget | None:
    """The target beside a journal; None if there is none or it is damaged: the clock sends it again."""
    try:
        return json_decoded(target_path(journal).read_bytes(), TableTarget)
    except (OSError, *NOT_JSON):
        return None


def names_in(target: TableTarget | None) -> Names:
    """The names that a target tells."""
    return {str(one.entry): one.name for one in target.names} if target else NO_NAMES
