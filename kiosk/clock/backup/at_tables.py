"""Backups of the clock that its tables keep: made when something was decided, encrypted, and handed out a little at a
time. Knows no sockets.

A small one goes to every table; of a large one each table gets one in its turn, so that dozens have the newest.
"""

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kiosk.clock.backup.encrypted import encrypted
from kiosk.clock.backup.own_part import own_part
from kiosk.clock.backup.recovery_code import RecoveryCode
from kiosk.clock.latest import Latest
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import BackupPart, BackupThere, FetchBackup, encode

log = logging.getLogger(__name__)

LOOK_S = 1.0
PAUSE_S, LONGEST_PAUSE_S = 10.0, 60.0
"""From one to the next, with a second more for each `SLOWER`."""
SLOWER = 16 * 1024
IDLE_S = 300.0
"""So old one may be while the tables play and nothing is decided: it says where their records end."""
A_LOOK = 512 * 1024
"""Bytes that are handed out at each look, or one backup."""
PART = 48 * 1024
"""Bytes of one in a message: a table fetches the next part once it has this one."""


class Holding(NamedTuple):
    """How many tables said that they hold a backup since the clock was started, and when the newest of those was made;
    0 for none."""

    tables: int
    newest_ms: int


class _Made(NamedTuple):
    name: str
    data: bytes
    made_ms: int


class TableBackups:
    """Belongs to the event loop's thread."""

    def __init__(
        self, recovery: RecoveryCode, database: Path, settings: Path | None, writer: Writer, times: Times
    ) -> None:
        self._recovery = recovery
        self._database = database
        self._settings = settings
        self._writer = writer
        self._times = times
        self._made: deque[_Made] = deque(maxlen=2)
        """The newest last; the one before for who is in the midst of it."""
        self._held_ms: dict[int, int] = {}
        """By table, when the one was made that it said it holds."""
        self._linked: dict[Latest, str] = {}
        """The tables that keep one, whose turn it is first, and the name of that which each was offered last."""

    async def keep_making(self, told: Callable[[Fault | None], None]) -> None:
        """Make one once there are tables and whenever it is time, and hand them out; `told` what failed, None when none
        did."""
        now_s = asyncio.get_running_loop().time
        decided, taken, made_s = -1, 0, 0.0
        while True:
            age_s = now_s() - made_s
            is_new = self._writer.decided != decided and (decided < 0 or age_s >= self._pause_s)
            if self._linked and (is_new or (self._writer.taken != taken and age_s >= IDLE_S)):
                decided, taken, made_s = self._writer.decided, self._writer.taken, now_s()
                try:
                    self.add(await asyncio.to_thread(self.make))
                    told(None)
                except Fault as fault:
                    log.error("no backup for the tables: %s", fault)
                    told(fault)
                except Exception as error:  # a bug of ours: the clock goes on without
                    log.exception("no backup for the tables")
                    told(Fault("backup-broke", error=type(error).__name__))
            self.hand_out()
            await asyncio.sleep(LOOK_S)

    def make(self) -> bytes:
        """A new one, in any thread. Raises `Fault`."""
        content, age = own_part(self._database, self._settings, self._times.wall_ms())
        return encrypted(content, age, self._recovery)

    def add(self, data: bytes) -> None:
        """It is the newest from now on."""
        self._made.append(_Made(hashlib.sha256(data).hexdigest(), data, self._times.wall_ms()))

    @property
    def holding(self) -> Holding:
        """What the tables hold."""
        return Holding(len(self._held_ms), max(self._held_ms.values(), default=0))

    def hand_out(self) -> None:
        """Offer the newest to some of those that were not offered it."""
        if not self._made:
            return
        name, data, _ = self._made[-1]
        waiting = [client for client, last in self._linked.items() if last != name]
        for client in waiting[: max(1, A_LOOK // len(data))]:
            del self._linked[client]
            self._linked[client] = name
            client.put("backup-there", encode(BackupThere(name, len(data))))

    def fetched(self, ask: FetchBackup, table: int, client: Latest) -> None:
        """A table fetches what follows, or says that it holds all."""
        made = next((made for made in self._made if made.name == ask.name), None)
        if made and ask.after >= len(made.data):
            self._held_ms[table] = made.made_ms
            return
        part = made.data[ask.after : ask.after + PART] if made else b""
        client.put("backup-part", encode(BackupPart(ask.name, ask.after, part)))

    @contextmanager
    def linked(self, client: Latest) -> Iterator[None]:
        """A table that keeps backups is connected, until the context ends."""
        self._linked[client] = ""
        try:
            yield
        finally:
            self._linked.pop(client, None)

    @property
    def _pause_s(self) -> float:
        size = len(self._made[-1].data) if self._made else 0
        return min(LONGEST_PAUSE_S, PAUSE_S + size / SLOWER)
