"""Who signs at one table, and the keying of PINs there. Neither a PIN nor its hash goes into the journal."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kiosk.protocol.staff import Member, Role
from kiosk.table.pins import Gate, wait_ms, whose
from kiosk.table.staff_cache import recall, remember


class Entered(NamedTuple):
    """Whose PIN it was, nobody's where it was wrong or too early; how long nobody may try now; whether it was tried."""

    name: str
    wait_ms: int
    tried: bool


class TableStaff:
    """Those of the settings; where they name nobody, those whom the clock named last, also when it is away."""

    def __init__(self, named: tuple[Member, ...], journal: Path, now_ms: Callable[[], int]) -> None:
        """Raises `Fault` where what the clock said is kept and cannot be read."""
        self._path = journal.with_name(f"{journal.name}.staff")
        self._named = named
        self._gate = Gate(now_ms)
        self._kept = recall(self._path) if not named else ()
        self.members = named or self._kept

    def hear(self, told: tuple[Member, ...]) -> None:
        """The clock names its staff: they sign from now on. Raises `Fault` where that cannot be kept."""
        if self._named:
            return
        self.members = told
        if told != self._kept:
            remember(self._path, told)
            self._kept = told

    def enter(self, role: Role, pin: str, name: str, wrong: int) -> Entered:
        """Somebody keys a PIN, after so many wrong ones in a row."""
        if left_ms := self._gate.left_ms(role, wrong):
            return Entered("", left_ms, False)
        if found := whose(self.members, role, pin, name):
            return Entered(found, 0, True)
        self._gate.failed(role)
        return Entered("", wait_ms(wrong + 1), True)
