"""The room's broadcast: its setting and, for each table that has viewers, what they may see once the delay has passed.
Belongs to the event loop's thread."""

import asyncio
import hmac
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec

from engine.message import Message
from kiosk.clock.features.broadcast.follower import Follower, Source
from kiosk.clock.features.broadcast.frame import Frame
from kiosk.clock.features.broadcast.setting import Broadcast, SetBroadcast, SettingChange, SettingKeeper, Term
from kiosk.clock.settings import Shown
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.faults import Fault

KEPT = 500
TOKEN_BYTES = 16
LOOK_S = 0.25
"""How often, in seconds, the broadcast checks whether more may be shown."""
ALIVE_S = 10.0
"""A stream that is silent for longer than this many seconds counts as dead."""

log = logging.getLogger(__name__)


class SentFrame(NamedTuple):
    """A frame as JSON, with its number in the sequence, and the id that a viewer sends when it reconnects."""

    number: int
    id: str
    text: str


class FrameBuffer:
    def __init__(self) -> None:
        self._kept: deque[SentFrame] = deque(maxlen=KEPT)
        self._number = 0

    def add(self, its_id: str, frame: Frame) -> None:
        """Add a frame, unless it looks the same as the last one."""
        text = msgspec.json.encode(frame).decode()
        if not self._kept or self._kept[-1].text != text:
            self._number += 1
            self._kept.append(SentFrame(self._number, its_id, text))

    def number_of(self, its_id: str) -> int:
        """The number of the frame with this id or, for an unknown id, the newest frame's number minus one."""
        return next((sent.number for sent in self._kept if sent.id == its_id), max(0, self._number - 1))

    def after(self, number: int) -> list[SentFrame]:
        return [sent for sent in self._kept if sent.number > number] if number < self._number else []


class Broadcasts:
    def __init__(
        self, keeper: SettingKeeper, writer: Writer, tournaments: Tournaments, times: Times, names: Shown
    ) -> None:
        self._keeper = keeper
        self._writer = writer
        self._tournaments = tournaments
        self._times = times
        self._names: Shown = names
        ahead_ms = times.mono_ms() - times.wall_ms()
        self._terms = [Term(min(one.at_ms + ahead_ms, times.mono_ms()), one.delay) for one in keeper.state.all]
        self._rings: dict[int, FrameBuffer] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._is_ending = False
        self._fault: Message | None = None
        """The last fault, which is kept so that it is logged only once."""

    def end(self) -> None:
        self._is_ending = True
        self._forget()

    @property
    def setting(self) -> Broadcast:
        return self._keeper.state.now

    def is_viewer(self, token: str) -> bool:
        """Whether the broadcast is on and this is the broadcast's token. The check takes constant time."""
        now = self.setting
        return hmac.compare_digest(token.encode(), now.token.encode()) and now.on and now.token != ""

    async def set(self, setting: SetBroadcast) -> Broadcast:
        """Change the setting. Raises `Fault`."""
        wall_ms = self._times.wall_ms()
        change = SettingChange(setting, wall_ms, secrets.token_urlsafe(TOKEN_BYTES))
        events = await self._keeper.do(self._writer, lambda: change, wall_ms)
        self._terms += [Term(self._times.mono_ms(), event.delay) for event in events]
        if not self.setting.on:
            self._forget()
        return self.setting

    async def frames(self, table: int, token: str, last: str) -> AsyncIterator[SentFrame | None]:
        """The frames of a physical table after the one with the id `last`, or from the newest frame on if that one is
        no longer kept. Yields None at intervals while nothing is new. Ends when the service closes, or once the token
        is no longer valid."""
        ring = self._ring(table)
        number, quiet = ring.number_of(last), 0.0
        while self.is_viewer(token) and not self._is_ending:
            news = ring.after(number)
            for sent in news:
                number = sent.number
                yield sent
            quiet = 0.0 if news else quiet + LOOK_S
            if quiet >= ALIVE_S:
                quiet = 0.0
                yield None
            await asyncio.sleep(LOOK_S)

    def _ring(self, table: int) -> FrameBuffer:
        if table not in self._rings:
            ring = self._rings[table] = FrameBuffer()
            task = asyncio.create_task(self._follow(table, ring))
            self._following.add(task)
            task.add_done_callback(self._following.discard)
        return self._rings[table]

    def _forget(self) -> None:
        for task in self._following:
            task.cancel()
        self._rings = {}

    async def _follow(self, table: int, ring: FrameBuffer) -> None:
        """Follow every sitting of the table to its end. Start over if a different history was chosen for the table."""
        on: tuple[Source, Follower] | None = None
        while True:
            place = self._tournaments.now().get(table)
            if on and on[0].is_replaced:
                on = None
            if place and (on is None or (on[1].is_through and on[0].place != place)):
                source = Source(place, self._writer, self._names)
                on = source, Follower(source, lambda: self._terms)
            if on:
                await self._look(on[0].place, on[1], ring)
            await asyncio.sleep(LOOK_S)

    async def _look(self, place: Place, follower: Follower, ring: FrameBuffer) -> None:
        try:
            found = await follower.next_frame(self._times.mono_ms())
        except Fault as fault:
            if self._fault != fault.message:
                log.error("the broadcast of %s: %s", place.name, fault)
                self._fault = fault.message
            return
        if found:
            ring.add(f"{place.name}-{found[0]}", found[1])
