"""The keys under which wrong PINs are counted."""

import logging
from collections.abc import Iterable

from engine.message import message
from engine.names import name_key
from kiosk.clock.access.memory import Kind
from kiosk.clock.access.waits import wrong_pins
from kiosk.clock.access.waits.denied import Denied
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_pins import MS_A_SECOND, Now, WrongPins
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.log import person

log = logging.getLogger(__name__)


def keys_of(name: str, device: str, address: str) -> list[str]:
    """The keys that wrong PINs are counted under."""
    return [wrong_pins.key_of_name(name_key(name), device, address), wrong_pins.key_of_address(address)]


class PinWaits:
    """Counts wrong PINs under several keys. The longest wait among them applies."""

    def __init__(self, wrong: Kind[WrongPins], times: Times, turned_away: TurnAwayLog) -> None:
        self._wrong = wrong
        self._times = times
        self._began_ms = times.mono_ms()
        self._turned_away = turned_away

    def check(self, keys: Iterable[str]) -> None:
        """Raises `Denied` while a wait is in progress."""
        if wait_s := self.wait_s(keys):
            raise Denied("wait", message("pin-wait", seconds=wait_s), wait_s)

    def wait_s(self, keys: Iterable[str]) -> int:
        """The wait in seconds, or 0 if there is none."""
        now = self._now()
        return max(-(-wrong_pins.left_ms(self._wrong.all.get(key), now) // MS_A_SECOND) for key in keys)

    async def count(self, writer: Writer, keys: list[str], name: str, address: str | int) -> None:
        """Count a wrong PIN for `name` from `address`, or from the table with that number. Raises `Fault`."""
        self._turned_away.pins += 1
        now = self._now()
        counted = {key: wrong_pins.one_more(self._wrong.all.get(key), now) for key in keys}
        outdated = wrong_pins.outdated(self._wrong.all | counted, now)
        old: dict[str, WrongPins | None] = dict.fromkeys(outdated)
        await self._wrong.change(writer, {**counted, **old})
        if wait_s := self.wait_s(keys):
            where = f"table {address}" if isinstance(address, int) else address
            log.warning("wrong PINs of %s from %s: none is looked at for %d s", person(name), where, wait_s)
            if isinstance(address, int):
                self._turned_away.for_pins_at(address, wait_s)
            else:
                self._turned_away.for_pins(address, wait_s)

    async def forget(self, writer: Writer, keys: Iterable[str]) -> None:
        """A correct PIN was entered: clear the counts. Raises `Fault`."""
        await self._wrong.change(writer, {key: None for key in keys if key in self._wrong.all})

    def _now(self) -> Now:
        times = self._times
        return Now(times.wall_ms(), times.mono_ms(), times.boot, self._began_ms)
