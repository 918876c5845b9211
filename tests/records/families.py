"""The records and messages of a release by family: their types, and examples of each kind."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec.inspect import StructType

from engine.decoders import json_decoder
from engine.events import AnyEvent
from engine.staffing.shift import ShiftEvent
from engine.tournament.actions import TournamentEvent
from engine.tournament.levels.structure import Structure, load_structure
from engine.tournament.prizes.payouts import PayoutTable, load_payouts
from engine.tournament.targets import TableTarget
from kiosk.clock.access.cameras import PairedCamera
from kiosk.clock.access.devices import PairedDevice
from kiosk.clock.access.glasses import PairedGlass
from kiosk.clock.access.sessions import Session
from kiosk.clock.access.staff import StaffMember
from kiosk.clock.access.tablets import PairedTable, RevokedToken
from kiosk.clock.access.waits.wrong_pins import WrongPins
from kiosk.clock.features.broadcast.setting import BroadcastSet
from kiosk.clock.features.displays.hub import DisplayEvent, Said
from kiosk.clock.features.insight.case_law import CaseNoted
from kiosk.clock.features.leagues import LeagueEvent
from kiosk.clock.features.phones import CardSecret
from kiosk.clock.features.plan import PlanEvent
from kiosk.clock.recovery.backups.recovery_code import OnPaper, RecoveryCode
from kiosk.clock.recovery.pending_records import Dismissed
from kiosk.clock.store.corrections import PersonCorrected
from kiosk.clock.store.decisions import DecisionLine, MarkLine
from kiosk.clock.store.history_choices import ChoiceNote
from kiosk.clock.store.names import NameLine
from kiosk.clock.store.postgres.identity import ServerLine
from kiosk.clock.store.remembered import ChangeLine
from kiosk.protocol.codec import Written
from kiosk.protocol.link.recovery import Header
from kiosk.protocol.messages import FromTable, ToTable
from kiosk.protocol.staff import Signer
from kiosk.storage.chain import Mark
from kiosk.storage.promised import CopyLine
from kiosk.storage.tls_files import RoomAuthority
from kiosk.table.link.cached_state import CachedState
from kiosk.table.pairing.paired import PairedClock
from kiosk.table.people.profiles import ProfileFile
from kiosk.table.readers.outlines import OutlinesFile
from kiosk.table.seating.dealer_notes import DealerNote
from tests.kit.made import RandomValues

EVENTS: dict[str, Any] = {
    "table event": AnyEvent,
    "tournament event": TournamentEvent,
    "shift event": ShiftEvent,
    "league event": LeagueEvent,
    "display event": DisplayEvent,
    "plan event": PlanEvent,
    "case": CaseNoted,
    "broadcast event": BroadcastSet,
    "correction of a person": PersonCorrected,
}
PLAIN: dict[str, Any] = {
    "message from a table": FromTable,
    "message to a table": ToTable,
    "secret of the seat cards": CardSecret,
    "announcements on displays": Said,
    "certificate authority": RoomAuthority,
    "device": PairedDevice,
    "tablet": PairedGlass,
    "phone camera": PairedCamera,
    "table": PairedTable,
    "revoked token": RevokedToken,
    "session": Session,
    "staff member": StaffMember,
    "wrong PINs": WrongPins,
    "paired clock": PairedClock,
    "room as the table knows it": CachedState,
    "target of a table": TableTarget,
    "staff who may sign": tuple[Signer, ...],
    "profiles of dealers": ProfileFile,
    "line of a journal's second copy": CopyLine,
    "line of the clock's second copy": DecisionLine,
    "line of marks": MarkLine,
    "line of what is remembered": ChangeLine,
    "line of names": NameLine,
    "line about the server": ServerLine,
    "note of the dealer": DealerNote,
    "chosen history": ChoiceNote,
    "mark": Mark,
    "dismissed records": Dismissed,
    "recovery code on paper": OnPaper,
    "recovery code": RecoveryCode,
    "outlines of cameras": OutlinesFile,
    "header of a backup": Header,
}
FAMILIES: dict[str, Any] = {name: Written[kind] for name, kind in EVENTS.items()} | PLAIN  # type: ignore[valid-type]  # the types are values here
"""The type of each family. An event is written with the number of its form."""
_GIVEN: dict[type, Any] = {
    Structure: msgspec.to_builtins(load_structure("club")),
    PayoutTable: msgspec.to_builtins(load_payouts("club")),
}
_TRIES = 1000


class ReadableValues(RandomValues):
    """Makes only values that can be decoded: a struct is made again until its fields obey its rules."""

    def _struct(self, known: StructType, depth: int) -> Any:
        if known.cls in _GIVEN:
            return _GIVEN[known.cls]
        for _ in range(_TRIES):
            made = super()._struct(known, depth)
            with suppress(msgspec.ValidationError):
                msgspec.convert(made, known.cls)
                return made
        raise AssertionError(f"no example of {known.cls} was made in {_TRIES} tries")


def kinds_of(family: str) -> tuple[Any, ...]:
    """The kinds of a family: one type, or each type of a union."""
    kind = EVENTS.get(family) or PLAIN[family]
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def read(family: str, body: bytes) -> Any:
    """Raises an error of `engine.decoders.NOT_JSON`."""
    return json_decoder(FAMILIES[family]).decode(body)


def examples(family: str) -> Iterator[bytes]:
    """Two values of each kind, as this release writes them: first one with only the required fields, then one with all
    fields."""
    for kind in kinds_of(family):
        for depth in (0, 4):
            yield _example(family, kind, depth)


def _example(family: str, kind: Any, depth: int) -> bytes:
    made = ReadableValues(Random(f"{family} {kind.__name__} {depth}"), optional=1).of(kind, depth)
    body = msgspec.json.encode({"form": 1, "event": made} if family in EVENTS else made)
    return msgspec.json.encode(read(family, body))
