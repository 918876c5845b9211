"""A tournament's records without people's names: each name is replaced by a number, which is used to look it up."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from engine.tournament.actions import TournamentEvent
from kiosk.clock.store.corrections import Corrections
from kiosk.clock.store.names import Names
from kiosk.protocol.codec import EventForm, Written

FORM: EventForm[TournamentEvent] = EventForm(json_decoder(Written[TournamentEvent]))

_KINDS = ("entry-added", "member-added", "person-turned-away", "carried-over", "unbooked-booked", "difference-accepted")
_NAMES = ("name", "player", "captain", "team", "by")
_ID = "player"
_SIGNED = "by"
"""The field for the staff member who signed off. It does not hold a player's name."""
_KEPT = ("flights", "alias")
"""Fields that are left unchanged: a flight's name, and the name that a player has in a table's own record."""


class NamedForm:
    """The format of a tournament's records: written with numbers for `names`, and read with corrections applied."""

    def __init__(
        self, names: Names, tournament: str = "", corrections: Callable[[], Corrections] = Corrections
    ) -> None:
        self._names = names
        self._tournament = tournament
        self._corrections = corrections

    def encode(self, event: msgspec.Struct) -> bytes:
        if event.__struct_config__.tag not in _KINDS:
            return FORM.encode(event)
        numbered = _changed(msgspec.to_builtins(event), self._number, None)
        return _encode({"form": FORM.form, "numbered": True, "event": numbered})

    def decode(self, body: bytes) -> TournamentEvent:
        """The event in a record's body, with its names looked up. Raises `Unreadable`."""
        if NUMBERED in body[:_LONGEST_START]:
            try:
                written = msgspec.json.decode(body)
                event = _changed(written["event"], self._text, None)
            except (*NOT_JSON, KeyError, TypeError):
                return FORM.decode(body)
            return FORM.decode(_encode({"form": written.get("form"), "event": event}))
        return FORM.decode(body)

    def _number(self, text: object, _: int | None, __: str) -> object:
        return self._names.number_of(text) if isinstance(text, str) and text else text

    def _text(self, number: object, entry: int | None, key: str) -> object:
        if not isinstance(number, int):
            return number
        held = number if key == _SIGNED else self._corrections().of(self._tournament, entry, number, key == _ID)
        return self._names.text_of(held)


class TournamentForms(NamedTuple):
    names: Names
    corrections: Callable[[], Corrections] = Corrections

    def of(self, tournament: str) -> NamedForm:
        return NamedForm(self.names, tournament, self.corrections)


def _changed(value: object, change: Callable[[object, int | None, str], object], entry: int | None) -> object:
    """The value with every name in it changed. Each name belongs either to this entry or not to any entry."""
    match value:
        case dict():
            here = value.get("entry", entry)
            entry = here if isinstance(here, int) else entry
            return {
                key: each if key in _KEPT
                else change(each, entry, key) if key in _NAMES
                else _changed(each, change, entry)
                for key, each in value.items()
            }  # fmt: skip
        case list() | tuple():
            return [_changed(each, change, entry) for each in value]
    return value


_encode = msgspec.json.Encoder().encode
NUMBERED = b',"numbered":true,'
"""Marks a record in which names are stored as numbers."""
_LONGEST_START = 40
"""The number of bytes at the start of a record in which the marker is found. It follows the `form` field."""
