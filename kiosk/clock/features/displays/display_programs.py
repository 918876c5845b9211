"""The director's setting for each display. It has its own stream, because screens stay in place from one tournament to
the next.
"""

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.decoders import json_decoder
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import ROOM_DISPLAYS
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.displays import ChooseRoom, DisplayProgram, RoomDisplays, SetDisplay, tidy
from kiosk.storage.keeper import Rules

MOST_SET = 200
"""The maximum number of displays with a setting."""


class DisplaySet(msgspec.Struct, frozen=True, tag_field="is", tag="display-set"):
    """A display's setting from now on. If it is empty, the display shows whatever fits the moment. Its tag and fields
    are stored in records, so they must never change."""

    display: str
    program: DisplayProgram


class RoomChosen(msgspec.Struct, frozen=True, tag_field="is", tag="displays-chosen"):
    """The settings of all displays."""

    room: ChooseRoom


DisplayAction = SetDisplay | ChooseRoom
DisplayEvent = DisplaySet | RoomChosen
DisplaysKeeper = StreamKeeper[RoomDisplays, DisplayAction, DisplayEvent]
FORM: EventForm[DisplayEvent] = EventForm(json_decoder(Written[DisplayEvent]))


def displays_of(store: Store) -> DisplaysKeeper:
    """The displays, read from the store. Raises `Fault`."""
    return DisplaysKeeper.resume(store, ROOM_DISPLAYS, Rules(decide, apply, FORM.encode, FORM.decode), RoomDisplays())


def decide(room: RoomDisplays, action: DisplayAction) -> list[DisplayEvent]:
    """The events of an action; no events if the setting is already in effect. Raises `BadInput` if there would be one
    display too many.
    """
    if isinstance(action, ChooseRoom):
        chosen = replace(action, voice=tidy(action.voice))
        return [] if chosen == room.room else [RoomChosen(chosen)]
    name = tidy(action.display)
    if action.program == room.of(name):
        return []
    others = [one for one in room.programs if one.display != name]
    if len(others) >= MOST_SET:
        raise BadInput("too-many-displays", most=str(MOST_SET))
    return [DisplaySet(name, action.program)]


def apply(room: RoomDisplays, event: DisplayEvent) -> RoomDisplays:
    """The displays after an event. Never refuses an event."""
    if isinstance(event, RoomChosen):
        return replace(room, room=event.room)
    others = [one for one in room.programs if one.display != event.display]
    set_now = [SetDisplay(event.display, event.program)] if event.program.slides else []
    return replace(room, programs=tuple(sorted([*others, *set_now], key=lambda one: one.display)))
