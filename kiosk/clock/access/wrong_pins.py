"""How long nobody may try a PIN again: by the address it came from, and by the name that was tried, on each paired
device and at each table by itself; also after a restart. So whoever guesses at one place keeps nobody out at
another."""

from collections.abc import Mapping

import msgspec

from kiosk.clock.access.addresses import is_here, network_of
from kiosk.pins import wait_ms

MS_A_SECOND = 1000
FORGOTTEN_MS = 24 * 3_600_000
MOST = 2_000
"""Names and addresses that are remembered; of more, the oldest is forgotten."""


class WrongPins(msgspec.Struct, frozen=True):
    """So many wrong PINs in a row, the last of them at this wall time."""

    count: int
    last_ms: int


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


def left_ms(wrong: WrongPins | None, now_ms: int) -> int:
    """What is left of the wait; a wall clock that was set back makes it no longer than it was."""
    if wrong is None:
        return 0
    wait = wait_ms(wrong.count)
    return max(0, min(wait, wrong.last_ms + wait - now_ms))


def one_more(wrong: WrongPins | None, now_ms: int) -> WrongPins:
    """After a wrong PIN, just now."""
    before = 0 if wrong is None or now_ms - wrong.last_ms > FORGOTTEN_MS else wrong.count
    return WrongPins(before + 1, now_ms)


def outdated(wrongs: Mapping[str, WrongPins], now_ms: int) -> list[str]:
    """Which may be forgotten."""
    old = [key for key, one in wrongs.items() if now_ms - one.last_ms > FORGOTTEN_MS]
    rest = sorted((one.last_ms, key) for key, one in wrongs.items() if key not in old)
    return [*old, *(key for _, key in rest[: max(0, len(rest) - MOST)])]
