"""Backups of the clock that its tables keep: made after decisions, encrypted, and handed out gradually.

A small backup goes to every table. A large one goes to the tables in turn: dozens of them have the newest one.
"""

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.backups.clock_data import pack_clock_data
from kiosk.clock.recovery.backups.recovery_code import RecoveryCode, encrypted
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import BackupPart, BackupThere, FetchBackup
from kiosk.protocol.link.wire import encode

log = logging.getLogger(__name__)

LOOK_S = 1.0
PAUSE_S, LONGEST_PAUSE_S = 10.0, 60.0
"""The shortest pause between backups in seconds, to which one second is added for every `SLOWER` bytes, and the longest
pause."""
SLOWER = 16 * 1024
IDLE_S = 300.0
"""The maximum age of a backup, in seconds, while tables are playing, because a backup says where their records end."""
A_LOOK = 512 * 1024
"""The number of bytes handed out in each pass, which always includes at least one backup."""
PART = 48 * 1024
"""The number of bytes of a backup in one message. A table fetches one part after another."""


class Holding(NamedTuple):
    """How many tables have reported a backup since the clock started, and when the newest was made (0 if none)."""

    tables: int
    newest_ms: int


class _Made(NamedTuple):
    name: str
    data: bytes
    made_ms: int


class TableBackups:
    """The backups at tables. Belongs to the event loop's thread."""

    def __init__(
        self, recovery: RecoveryCode, place: StorePlace, settings: Path | None, writer: Writer, times: Times
    ) -> None:
        self._recovery = recovery
        self._place = place
        self._settings = settings
        self._writer = writer
        self._times = times
        self._made: deque[_Made] = deque(maxlen=2)
        """The last two backups, newest last. The older one is kept for tables that are still fetching it."""
        self._held_ms: dict[int, int] = {}
        self._linked: dict[Latest, str] = {}
        """The connected tables that keep backups, in the order of their turns, each with the backup that it was last
        offered."""

    async def keep_making(self, report: Callable[[Fault | None], None]) -> None:
        """Hand out a new backup whenever one is due. `report` gets the `Fault` of a failed attempt, or None."""
        now_s = asyncio.get_running_loop().time
        decided, taken, made_s = -1, 0, 0.0
        while True:
            age_s = now_s() - made_s
            is_new = self._writer.decided != decided and (decided < 0 or age_s >= self._pause_s)
            if self._linked and (is_new or (self._writer.taken != taken and age_s >= IDLE_S)):
                decided, taken, made_s = self._writer.decided, self._writer.taken, now_s()
                try:
                    self.add(await asyncio.to_thread(self.make))
                    report(None)
                except Fault as fault:
                    log.error("no backup for the tables: %s", fault)
                    report(fault)
                except Exception as error:  # a bug of our own: the clock continues without backups
                    log.exception("no backup for the tables")
                    report(Fault("backup-broke", error=type(error).__name__))
            self.hand_out()
            await asyncio.sleep(LOOK_S)

    def make(self) -> bytes:
        """Make a new backup. Any thread may call this. Raises `Fault`."""
        content, age = pack_clock_data(self._place, self._settings, self._times.wall_ms())
        return encrypted(content, age, self._recovery)

    def add(self, data: bytes) -> None:
        self._made.append(_Made(hashlib.sha256(data).hexdigest(), data, self._times.wall_ms()))

    @property
    def holding(self) -> Holding:
        return Holding(len(self._held_ms), max(self._held_ms.values(), default=0))

    def hand_out(self) -> None:
        if not self._made:
            return
        name, data, _ = self._made[-1]
        waiting = [client for client, last in self._linked.items() if last != name]
        for client in waiting[: max(1, A_LOOK // len(data))]:
            del self._linked[client]
            self._linked[client] = name
            client.put("backup-there", encode(BackupThere(name, len(data))))

    def fetched(self, ask: FetchBackup, table: int, client: Latest) -> None:
        """A table fetches the next part of the backup, or reports that it has the whole backup."""
        made = next((made for made in self._made if made.name == ask.name), None)
        if made and ask.after >= len(made.data):
            self._held_ms[table] = made.made_ms
            return
        part = made.data[ask.after : ask.after + PART] if made else b""
        client.put("backup-part", encode(BackupPart(ask.name, ask.after, part)))

    @contextmanager
    def linked(self, client: Latest) -> Iterator[None]:
        self._linked[client] = ""
        try:
            yield
        finally:
            self._linked.pop(client, None)

    @property
    def _pause_s(self) -> float:
        size = len(self._made[-1].data) if self._made else 0
        return min(LONGEST_PAUSE_S, PAUSE_S + size / SLOWER)
