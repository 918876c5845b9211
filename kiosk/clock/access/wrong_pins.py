"""How long nobody may try a PIN again: by the address it came from, and by the name that was tried, on each paired
device and at each table by itself; also after a restart. So whoever guesses at one place keeps nobody out at
another."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from kiosk.clock.access.addresses import is_here, network_of
from kiosk.pins import wait_ms

MS_A_SECOND = 1000
FORGOTTEN_MS = 24 * 3_600_000
MOST = 2_000
"""Names and addresses that are remembered; of more, the oldest is forgotten."""


class WrongPins(msgspec.Struct, frozen=True):
    """So many wrong PINs in a row, the last of them at this wall time, and at `mono_ms` of the machine's `boot`: empty
    in records of before, and where that is not known."""

    count: int
    last_ms: int
    mono_ms: int = 0
    boot: str = ""


class Now(NamedTuple):
    """The clock's times: of day, since the machine's `boot`, and when this run of the program began, since that too."""

    wall_ms: int
    mono_ms: int
    boot: str
    began_ms: int


def key_of_name(key: str, device: str, address: str) -> str:
    """Of a name, as `engine.names.name_key` has it: on a paired device by its id, on the clock's own machine, or
    anywhere else."""
    return f"name/{key}/{device or ('here' if is_here(address) else '')}"


def key_of_address(address: str) -> str:
    """Of an IP address."""
    return f"address/{network_of(address)}"


def keys_at_table(table: int, role: str, key: str) -> list[str]:
    """Of a role at a physical table, and there of a name, where one was given."""
    return [f"table/{table}/{role}/", *([f"table/{table}/{role}/{key}"] if key else [])]


def left_ms(wrong: WrongPins | None, now: Now) -> int:
    """What is left of the wait."""
    return 0 if wrong is None else max(0, wait_ms(wrong.count) - _since_ms(wrong, now))


def one_more(wrong: WrongPins | None, now: Now) -> WrongPins:
    """After a wrong PIN, just now."""
    before = 0 if wrong is None or _since_ms(wrong, now) > FORGOTTEN_MS else wrong.count
    return WrongPins(before + 1, now.wall_ms, now.mono_ms, now.boot)


def outdated(wrongs: Mapping[str, WrongPins], now: Now) -> list[str]:
    """Which may be forgotten."""
    since = {key: _since_ms(one, now) for key, one in wrongs.items()}
    old = [key for key, one_ms in since.items() if one_ms > FORGOTTEN_MS]
    rest = sorted((-since[key], key) for key in wrongs if key not in old)
    return [*old, *(key for _, key in rest[: max(0, len(rest) - MOST)])]


def _since_ms(wrong: WrongPins, now: Now) -> int:
    """How long ago the last one was, whatever the wall clock was set to since. Of another boot of the machine only that
    can say, but it was before this run of the program: a wait is over once that has taken as long."""
    if wrong.boot and wrong.boot == now.boot:
        return now.mono_ms - wrong.mono_ms
    return max(now.wall_ms - wrong.last_ms, now.mono_ms - now.began_ms)
