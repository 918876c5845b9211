"""Encodes journal records as bytes: JSON with readable names. Knows nothing about sockets or the disk.

Each family of events has a form number, starting at 1. A change that an earlier release could misunderstand adds a
conversion to the family, which increases its form number. The new release can still read records in every earlier form.
An earlier release reports "written by a newer version" instead of guessing.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.bad_input import BadInput, at_place, not_json, place_of, problem_and_path
from engine.decoders import NOT_JSON, json_decoded, json_decoder
from engine.events import AnyEvent, Event
from engine.message import Message, message

E = TypeVar("E")
Raw = dict[str, Any]
"""An event as decoded from JSON."""
Conversion = Callable[[Raw], Raw]
"""Converts an event from one form to the next."""


class Unreadable(BadInput):
    """The program does not understand these bytes."""


class Written(msgspec.Struct, Generic[E], frozen=True):
    """An event as it is stored in a journal."""

    form: int
    event: E


class _Form(msgspec.Struct, frozen=True):
    form: int


class _Plain(msgspec.Struct, frozen=True):
    form: int
    event: Raw


class EventForm(Generic[E]):
    """Reads and writes the journal events of one family, such as table events."""

    def __init__(self, decoder: "msgspec.json.Decoder[Written[E]]", conversions: Sequence[Conversion] = ()) -> None:
        self._decoder = decoder
        self._conversions = conversions
        self.form = len(conversions) + 1
        """The form in which this release writes the family's events."""

    def encode(self, event: msgspec.Struct) -> bytes:
        return b'{"form":%d,"event":%b}' % (self.form, _encoder.encode(event))

    def decode(self, body: bytes) -> E:
        """Decode a record's event. Raises `Unreadable` if it is from a newer version or another family."""
        try:
            written = self._decoder.decode(self._converted(body) if self._conversions else body)
        except NOT_JSON as error:
            raise Unreadable.of(self._why_unreadable(body, error)) from error
        if written.form != self.form:
            raise Unreadable.of(self._newer(written.form))
        return written.event

    def _converted(self, body: bytes) -> bytes:
        """The body in the newest form; unchanged if it already has that form, or has one unknown to this release."""
        written = json_decoded(body, _Plain)
        if not 1 <= written.form < self.form:
            return body
        event = written.event
        for convert in self._conversions[written.form - 1 :]:
            event = convert(event)
        return _encoder.encode(_Plain(self.form, event))

    def _why_unreadable(self, body: bytes, error: Exception) -> Message:
        other = message("no-such-record", why=why_undecoded(error))
        try:
            form = json_decoded(body, _Form).form
        except NOT_JSON:
            return other
        if form > self.form:
            return self._newer(form)
        # Kinds are only ever added, so an unknown kind must come from a newer program.
        found = re.match("Invalid value ('[^']*')", str(error))
        return message("record-of-newer-kind", kind=found[1]) if found else other

    def _newer(self, form: int) -> Message:
        return message("record-of-newer-form", form=str(form), known=str(self.form))


def encode_event(event: Event) -> bytes:
    """Encode a table's event as the body of its journal record."""
    return _table_form.encode(event)


def decode_event(body: bytes) -> Event:
    """Decode the event in a record from a table's journal. Raises `Unreadable`."""
    return _table_form.decode(body)


def why_undecoded(error: Exception) -> Message:
    if not isinstance(error, msgspec.ValidationError):
        return not_json(error)
    problem, path = problem_and_path(error, in_json=True)
    return at_place(place_of(path), problem)


_encoder = msgspec.json.Encoder()
_table_form: EventForm[Event] = EventForm(json_decoder(Written[AnyEvent]))
