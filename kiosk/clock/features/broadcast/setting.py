"""Whether the room broadcasts, the viewers' token, and the delay before they may see a table's record. It has its own
stream, so that earlier delays still apply after a restart. Times are the service's own, in milliseconds.

A record waits for every delay that was in force at any moment since it arrived. So a shorter delay never causes hands
that were played under a longer one to be shown too early, and a longer delay also applies to records that are still
waiting. A hand is shown at the pace at which it was played.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, NamedTuple

import msgspec

from engine.decoders import json_decoder
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import ROOM_BROADCAST
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
HAND_MINUTES = 3
"""The number of minutes to wait in place of each hand that can never be played because its table is closed."""


class Delay(NamedTuple):
    """A delay in minutes and in hands. A hand is shown only after that many later hands have begun."""

    minutes: int = 0
    hands: int = 0


class Term(NamedTuple):
    """A delay, in force from this moment until the next term."""

    since_ms: int
    delay: Delay


class Arrived(NamedTuple):
    """When a record arrived, and in which hand (0 before the first hand). If that time is an estimate, the record did
    not arrive before `not_before_ms`."""

    at_ms: int
    not_before_ms: int
    hand: int


def in_force(terms: Sequence[Term], since_ms: int) -> Delay:
    """The highest number of minutes and of hands among all delays that have been in force at any time since
    `since_ms`."""
    followed = zip_longest(terms, terms[1:])
    held = [term.delay for term, after in followed if after is None or after.since_ms >= since_ms]
    return Delay(max((one.minutes for one in held), default=0), max((one.hands for one in held), default=0))


def seen_at_ms(one: Arrived, delay: Delay, begun: Mapping[int, int], closed: bool) -> int | None:
    """When a record may be shown (None if not yet known). `begun` says when each hand began, and `closed` says whether
    the table is closed."""
    by_time = one.at_ms + delay.minutes * MINUTE_MS
    if not delay.hands:
        return by_time
    if (later := begun.get(one.hand + delay.hands)) is not None:
        return max(by_time, later + one.at_ms - begun.get(one.hand, one.at_ms))
    return max(by_time, one.at_ms + delay.hands * HAND_MINUTES * MINUTE_MS) if closed else None


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


class SettingChange(NamedTuple):
    """The new setting, its time, and a token in case a new one is needed."""

    setting: SetBroadcast
    at_ms: int
    token: str


SettingKeeper = StreamKeeper[Setting, SettingChange, BroadcastSet]
FORM: EventForm[BroadcastSet] = EventForm(json_decoder(Written[BroadcastSet]))


def setting_of(store: ClockStore) -> SettingKeeper:
    """The setting, read from the store. Raises `Fault`."""
    return StreamKeeper.resume(store, ROOM_BROADCAST, Rules(_decide, _apply, FORM.encode, FORM.decode), Setting())


def _decide(before: Setting, action: SettingChange) -> list[BroadcastSet]:
    new, now = action.setting, before.now
    token = action.token if new.new_token or not now.token else now.token
    if before.all and (new.on, new.minutes, new.hands, token) == (now.on, now.minutes, now.hands, now.token):
        return []
    return [BroadcastSet(new.on, new.minutes, new.hands, token, action.at_ms)]


def _apply(before: Setting, event: BroadcastSet) -> Setting:
    return Setting((*before.all, event))
