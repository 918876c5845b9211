"""Checks PINs that the clock's staff enter at tables. Tables do not have the hashes of these PINs. After wrong PINs,
people have to wait before they can try again."""

import asyncio
import logging
from collections.abc import Callable

from engine.names import name_key
from kiosk.clock.access.sessions import fingerprint
from kiosk.clock.access.staff import StaffDirectory
from kiosk.clock.access.waits.pin_waits import PinWaits
from kiosk.clock.access.waits.wrong_pins import keys_at_table
from kiosk.clock.store.writer import Writer
from kiosk.faults import Fault
from kiosk.pins import find_member
from kiosk.protocol.messages import CheckPin, PinChecked

MOST_AT_ONCE = 4
"""The maximum number of simultaneous checks for one table. Any further checks are ignored."""

log = logging.getLogger(__name__)


class TablePins:
    """Checks one PIN at a time. Otherwise, many could be tried before the first one is found to be wrong."""

    def __init__(self, writer: Writer, waits: PinWaits, staff: StaffDirectory) -> None:
        self._writer = writer
        self._waits = waits
        self._staff = staff
        self._turn = asyncio.Lock()
        self._asking: dict[int, set[asyncio.Task[None]]] = {}

    def ask(self, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        """Check the PIN without holding up the table's other messages, then call `answer` with the result."""
        mine = self._asking.setdefault(table, set())
        if len(mine) < MOST_AT_ONCE:
            task = asyncio.create_task(self._answer(table, ask, answer))
            mine.add(task)
            task.add_done_callback(mine.discard)

    async def _answer(self, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        try:
            async with self._turn:
                checked = await self._check(table, ask)
        except Fault as fault:  # no PIN is accepted or rejected while wrong ones cannot be counted
            log.error("no PIN of table %d is looked at: %s", table, fault)
            checked = PinChecked(ask.id, "cannot")
        answer(checked)

    async def _check(self, table: int, ask: CheckPin) -> PinChecked:
        """Check one PIN. Raises `Fault`."""
        # A wrong PIN under an unknown name is counted under an empty name. Otherwise, made-up names would push the
        # counts of real ones out of memory.
        is_known = any((one.role, one.name) == (ask.role, ask.name) for one in self._staff.at_tables())
        keys = keys_at_table(table, ask.role, name_key(ask.name) if is_known else "")
        if wait_s := self._waits.wait_s(keys):
            return PinChecked(ask.id, "wait", wait_s=wait_s)
        found = await asyncio.to_thread(find_member, self._staff.at_tables(), ask.role, ask.pin, ask.name)
        if found is None or found not in self._staff.at_tables():  # removed in the meantime
            await self._waits.count(self._writer, keys, ask.name or ask.role, table)
            return PinChecked(ask.id, "wrong", wait_s=self._waits.wait_s(keys))
        await self._waits.forget(self._writer, keys)
        return PinChecked(ask.id, "right", found.name, fingerprint(found.pin))
