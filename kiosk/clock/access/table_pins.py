"""PINs that are keyed at tables: looked at here, where the hashes are, and counted by the clock's own waits."""

import asyncio
import logging
from collections.abc import Callable

from engine.names import name_key
from kiosk.clock.access.pin_waits import PinWaits
from kiosk.clock.access.sessions import fingerprint
from kiosk.clock.access.wrong_pins import keys_at_table
from kiosk.clock.store.writer import Writer
from kiosk.faults import Fault
from kiosk.pins import find_member
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.protocol.staff import Member

MOST_AT_ONCE = 4
"""Of one table; what it asks beyond is not looked at."""

log = logging.getLogger(__name__)


class TablePins:
    """One PIN at a time: else many could be tried before the first is found wrong."""

    def __init__(self, waits: PinWaits, staff: Callable[[], tuple[Member, ...]]) -> None:
        """`staff` is who signs at tables now."""
        self._waits = waits
        self._staff = staff
        self._turn = asyncio.Lock()
        self._asking: dict[int, set[asyncio.Task[None]]] = {}

    def ask(self, writer: Writer, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        """Look at it, beside what else the table says, and call `answer`."""
        mine = self._asking.setdefault(table, set())
        if len(mine) < MOST_AT_ONCE:
            task = asyncio.create_task(self._answer(writer, table, ask, answer))
            mine.add(task)
            task.add_done_callback(mine.discard)

    async def _answer(self, writer: Writer, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        try:
            async with self._turn:
                checked = await self._check(writer, table, ask)
        except Fault as fault:  # what cannot be counted is not answered
            log.error("no PIN of table %d is looked at: %s", table, fault)
            checked = PinChecked(ask.id, "cannot")
        answer(checked)

    async def _check(self, writer: Writer, table: int, ask: CheckPin) -> PinChecked:
        """Raises `Fault`."""
        # A name that nobody has is counted as none: else made up ones would push the others' waits out of the memory.
        is_known = any((one.role, one.name) == (ask.role, ask.name) for one in self._staff())
        keys = keys_at_table(table, ask.role, name_key(ask.name) if is_known else "")
        if wait_s := self._waits.wait_s(keys):
            return PinChecked(ask.id, "wait", wait_s=wait_s)
        found = await asyncio.to_thread(find_member, self._staff(), ask.role, ask.pin, ask.name)
        if found is None or found not in self._staff():  # removed meanwhile
            await self._waits.count(writer, keys, ask.name or ask.role, table)
            return PinChecked(ask.id, "wrong", wait_s=self._waits.wait_s(keys))
        await self._waits.forget(writer, keys)
        return PinChecked(ask.id, "right", found.name, fingerprint(found.pin))
