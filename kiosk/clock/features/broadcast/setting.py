"""Whether the room broadcasts, with what delay, and the viewers' token. It has its own stream, so that earlier delays
still apply after a restart.
"""

import secrets
from typing import Annotated

import msgspec

from engine.decoders import json_decoder
from kiosk.clock.features.broadcast.delay import Delay
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import ROOM_BROADCAST
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules

TOKEN_BYTES = 16
Minutes = Annotated[int, msgspec.Meta(ge=0, le=1440)]
Hands = Annotated[int, msgspec.Meta(ge=0, le=100)]


class SetBroadcast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A director's setting. Records are shown once both delays have passed. A `new_token` revokes the old one."""

    on: bool
    minutes: Minutes = 0
    hands: Hands = 0
    new_token: bool = False


class BroadcastSet(msgspec.Struct, frozen=True, tag_field="is", tag="broadcast-set"):
    """The setting that takes effect at `at_ms`, in wall-clock time. Its tag and fields are stored in records, so they
    must never change."""

    on: bool
    minutes: int
    hands: int
    token: str
    at_ms: int

    @property
    def delay(self) -> Delay:
        """The delay with which viewers see a table."""
        return Delay(self.minutes, self.hands)


class Broadcast(msgspec.Struct, frozen=True):
    """The setting as the director reads it. Until it is first set, the broadcast is off, with an initial delay."""

    on: bool = False
    minutes: int = 15
    hands: int = 0
    token: str = ""


class Setting(msgspec.Struct, frozen=True):
    """Every setting so far, in order."""

    all: tuple[BroadcastSet, ...] = ()

    @property
    def now(self) -> Broadcast:
        if not self.all:
            return Broadcast()
        last = self.all[-1]
        return Broadcast(last.on, last.minutes, last.hands, last.token)


class SettingChange(msgspec.Struct, frozen=True):
    """The new setting, its time, and a token in case a new one is needed."""

    setting: SetBroadcast
    at_ms: int
    token: str


SettingKeeper = StreamKeeper[Setting, SettingChange, BroadcastSet]
FORM: EventForm[BroadcastSet] = EventForm(json_decoder(Written[BroadcastSet]))


def setting_of(store: Store) -> SettingKeeper:
    """The setting, read from the store. Raises `Fault`."""
    return StreamKeeper.resume(store, ROOM_BROADCAST, Rules(_decide, _apply, FORM.encode, FORM.decode), Setting())


def wanted(setting: SetBroadcast, at_ms: int) -> SettingChange:
    """The order for a new setting."""
    return SettingChange(setting, at_ms, secrets.token_urlsafe(TOKEN_BYTES))


def _decide(before: Setting, action: SettingChange) -> list[BroadcastSet]:
    """The events that a setting causes; no events if it is already in effect."""
    new, now = action.setting, before.now
    token = action.token if new.new_token or not now.token else now.token
    if before.all and (new.on, new.minutes, new.hands, token) == (now.on, now.minutes, now.hands, now.token):
        return []
    return [BroadcastSet(new.on, new.minutes, new.hands, token, action.at_ms)]


def _apply(before: Setting, event: BroadcastSet) -> Setting:
    return Setting((*before.all, event))
