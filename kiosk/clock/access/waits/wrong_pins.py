"""How long to wait before another PIN may be tried. Wrong PINs are counted by address and by name, separately on each
paired device and at each table, so that nobody can lock out people elsewhere. The counts survive a restart."""

import logging
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from engine.message import message
from engine.names import name_key
from kiosk.clock.access.addresses import is_here, network_of
from kiosk.clock.access.sessions import Denied
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.log import person
from kiosk.pins import wait_ms

MS_A_SECOND = 1000
FORGOTTEN_MS = 24 * 3_600_000
MOST = 2_000
log = logging.getLogger(__name__)


class WrongPins(msgspec.Struct, frozen=True):
    """The number of wrong PINs in a row, and the time of the last one, both on the wall clock and as `mono_ms` since
    the machine's `boot`. `boot` is empty in old records, or if it is unknown."""

    count: int
    last_ms: int
    mono_ms: int = 0
    boot: str = ""


class Now(NamedTuple):
    """The time of day, the time since the machine's `boot`, and when this run of the program began, also measured since
    that boot."""

    wall_ms: int
    mono_ms: int
    boot: str
    began_ms: int


def keys_at_table(table: int, role: str, key: str) -> list[str]:
    """The keys that wrong PINs are counted under for a role at a physical table and, if a name was given, for that name
    at the table."""
    return [f"table/{table}/{role}/", *([f"table/{table}/{role}/{key}"] if key else [])]


def left_ms(wrong: WrongPins | None, now: Now) -> int:
    return 0 if wrong is None else max(0, wait_ms(wrong.count) - _since_ms(wrong, now))


def one_more(wrong: WrongPins | None, now: Now) -> WrongPins:
    before = 0 if wrong is None or _since_ms(wrong, now) > FORGOTTEN_MS else wrong.count
    return WrongPins(before + 1, now.wall_ms, now.mono_ms, now.boot)


def outdated(wrongs: Mapping[str, WrongPins], now: Now) -> list[str]:
    since = {key: _since_ms(one, now) for key, one in wrongs.items()}
    old = [key for key, one_ms in since.items() if one_ms > FORGOTTEN_MS]
    rest = sorted((-since[key], key) for key in wrongs if key not in old)
    return [*old, *(key for _, key in rest[: max(0, len(rest) - MOST)])]


def _since_ms(wrong: WrongPins, now: Now) -> int:
    """How long ago the last wrong PIN was, even if the wall clock has been changed since. If the machine has been
    rebooted, only the wall clock can tell. But that PIN was entered before this run of the program, so a wait ends, at
    the latest, once this run has lasted as long as the wait."""
    if wrong.boot and wrong.boot == now.boot:
        return now.mono_ms - wrong.mono_ms
    return max(now.wall_ms - wrong.last_ms, now.mono_ms - now.began_ms)


def keys_of(name: str, device: str, address: str) -> list[str]:
    """The keys that wrong PINs are counted under. A name is counted separately on each paired device (by its id), on
    the clock's own machine, and on all other devices together."""
    place = device or ("here" if is_here(address) else "")
    return [f"name/{name_key(name)}/{place}", f"address/{network_of(address)}"]


class PinWaits:
    """Counts wrong PINs under several keys. The longest wait among them applies."""

    def __init__(self, wrong: Kind[WrongPins], times: Times, turned_away: TurnAwayLog) -> None:
        self._wrong = wrong
        self._times = times
        self._began_ms = times.mono_ms()
        self._turned_away = turned_away

    def check(self, keys: Iterable[str]) -> None:
        if wait_s := self.wait_s(keys):
            raise Denied("wait", message("pin-wait", seconds=wait_s), wait_s)

    def wait_s(self, keys: Iterable[str]) -> int:
        now = self._now()
        return max(-(-left_ms(self._wrong.all.get(key), now) // MS_A_SECOND) for key in keys)

    async def count(self, writer: Writer, keys: list[str], name: str, address: str | int) -> None:
        """Count a wrong PIN for `name` from `address`, or from the table with that number. Raises `Fault`."""
        self._turned_away.pins += 1
        now = self._now()
        counted = {key: one_more(self._wrong.all.get(key), now) for key in keys}
        old: dict[str, WrongPins | None] = dict.fromkeys(outdated(self._wrong.all | counted, now))
        await self._wrong.change(writer, {**counted, **old})
        if wait_s := self.wait_s(keys):
            where = f"table {address}" if isinstance(address, int) else address
            log.warning("wrong PINs for %s from %s: PINs are ignored for %d s", person(name), where, wait_s)
            self._turned_away.for_pins(address, wait_s)

    async def forget(self, writer: Writer, keys: Iterable[str]) -> None:
        """A correct PIN was entered: clear the counts. Raises `Fault`."""
        await self._wrong.change(writer, {key: None for key in keys if key in self._wrong.all})

    def _now(self) -> Now:
        times = self._times
        return Now(times.wall_ms(), times.mono_ms(), times.boot, self._began_ms)
