"""How long to wait before another PIN may be tried. Wrong PINs are counted by the address they came from, and by the
name tried, separately on each paired device and at each table. Someone guessing in one place therefore does not lock
anyone out elsewhere. Counts survive a restart.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from kiosk.clock.access.addresses import is_here, network_of
from kiosk.pins import wait_ms

MS_A_SECOND = 1000
FORGOTTEN_MS = 24 * 3_600_000
MOST = 2_000
"""The maximum number of names and addresses remembered. Beyond that, the oldest one is forgotten."""


class WrongPins(msgspec.Struct, frozen=True):
    """The number of wrong PINs in a row, and the time of the last one: by the wall clock, and as `mono_ms` of the
    machine's `boot`. `boot` is empty in old records, or if it is unknown."""

    count: int
    last_ms: int
    mono_ms: int = 0
    boot: str = ""


class Now(NamedTuple):
    """The clock's times: the time of day, the time since the machine's `boot`, and when this run of the program began,
    also measured since that boot.
    """

    wall_ms: int
    mono_ms: int
    boot: str
    began_ms: int


def key_of_name(key: str, device: str, address: str) -> str:
    """The key for a name in the form of `engine.names.name_key`. A name is counted separately on each paired device (by
    the device's id), on the clock's own machine, and everywhere else."""
    return f"name/{key}/{device or ('here' if is_here(address) else '')}"


def key_of_address(address: str) -> str:
    """The key for an IP address."""
    return f"address/{network_of(address)}"


def keys_at_table(table: int, role: str, key: str) -> list[str]:
    """The keys for a role at a physical table, and for a name there if one was given."""
    return [f"table/{table}/{role}/", *([f"table/{table}/{role}/{key}"] if key else [])]


def left_ms(wrong: WrongPins | None, now: Now) -> int:
    """How much of the wait is left."""
    return 0 if wrong is None else max(0, wait_ms(wrong.count) - _since_ms(wrong, now))


def one_more(wrong: WrongPins | None, now: Now) -> WrongPins:
    """The count after another wrong PIN at this moment."""
    before = 0 if wrong is None or _since_ms(wrong, now) > FORGOTTEN_MS else wrong.count
    return WrongPins(before + 1, now.wall_ms, now.mono_ms, now.boot)


def outdated(wrongs: Mapping[str, WrongPins], now: Now) -> list[str]:
    """The keys that may be forgotten."""
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
