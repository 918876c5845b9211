"""Signing in at one table with a PIN, using what the table itself knows. Neither a PIN nor its hash is written to disk.

While the clock is unreachable, a PIN that was entered correctly here before is checked against the table's own hash of
it, which is kept in memory for one long evening. The names and roles are in a file beside the journal, so that the
table can start without the clock.
"""

import logging
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.bad_input import why_bad
from engine.decoders import NOT_JSON, json_decoded
from kiosk.faults import Fault
from kiosk.pins import Lockout, find_member, hash_of, wait_ms
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.protocol.staff import Member, Role, Signer
from kiosk.storage.files import write_atomic
from ui.dealer.model.sign_in import PinAnswer

log = logging.getLogger(__name__)

MS_A_SECOND = 1000
SOMEBODY = (Signer("?", "floor"),)
"""The staff list to use if the file with the names is damaged: one unknown person, whose PIN only the clock can check.
With an empty list, the table would not ask for any PIN, and an error would keep the table from starting."""
LASTS_MS = 16 * 3_600_000


def signers_path(journal: Path) -> Path:
    """The file with the staff list last received from the clock: names and roles, and never the hash of a PIN."""
    return journal.with_name(f"{journal.name}.signers")


def read_signers(path: Path) -> tuple[Signer, ...]:
    """The staff list that was last received; empty if there is no file. If the file is damaged, it is `SOMEBODY` until
    the clock sends the list again."""
    try:
        return json_decoded(path.read_bytes(), tuple[Signer, ...])
    except FileNotFoundError:
        return ()
    except (OSError, *NOT_JSON) as error:
        fault = Fault("staff-unreadable", path=str(path), error=why_bad(error))
        log.error("%s; no floor PIN is accepted until the clock is connected", fault)
        return SOMEBODY


class TableStaff:
    """The staff in the settings, whose PINs are known here; if there are none, the staff list last received from the
    clock."""

    def __init__(self, named: tuple[Member, ...], journal: Path, now_ms: Callable[[], int]) -> None:
        self._named = named
        self._gate = Lockout(now_ms)
        self._now_ms = now_ms
        self._hashes: dict[Signer, tuple[str, int]] = {}
        """The hash of each member's PIN, and when the PIN was entered. A changed PIN has a different `pin_id`."""
        self._path = signers_path(journal)
        self._cached = () if named else read_signers(self._path)
        self.members = tuple(Signer(one.name, one.role) for one in named) or self._cached

    def receive(self, staff: tuple[Signer, ...]) -> None:
        """Let the clock's staff sign in from now on. Raises `Fault` if they cannot be cached."""
        if self._named:
            return
        self.members = staff
        self._hashes = {member: kept for member, kept in self._hashes.items() if member in staff}
        names = tuple(Signer(one.name, one.role) for one in staff)
        if names != self._cached:
            write_atomic(self._path, msgspec.json.encode(names))
            self._cached = names

    def asks_clock(self, role: Role, name: str) -> bool:
        return not self._named and bool(self._of(role, name))

    def enter(self, role: Role, pin: str, name: str, wrong: int) -> PinAnswer:
        """Check a keyed PIN without asking the clock, after `wrong` failed attempts in a row."""
        members = self._of(role, name)
        known = self._named or [found for one in members if (found := self._hashed(one))]
        is_away = len(known) < len(members)
        if is_away and not known:
            return PinAnswer(is_away=True)
        if left_ms := self._gate.left_ms(role, wrong):
            return PinAnswer(wait_ms=left_ms)
        if found := find_member(known, role, pin, name):
            return PinAnswer(found.name, tried=True)
        self._gate.failed(role)
        return PinAnswer(wait_ms=wait_ms(wrong + 1), is_away=is_away, tried=True)

    def checked(self, ask: CheckPin, checked: PinChecked) -> PinAnswer:
        """The result of a PIN check by the clock. After a correct PIN, the table can check that PIN itself while the
        clock is unreachable."""
        if checked.result == "right":
            member = Signer(checked.name, ask.role, checked.pin_id)
            if member in self.members:
                self._hashes[member] = hash_of(ask.pin), self._now_ms()
            return PinAnswer(checked.name, asked=ask.id, tried=True)
        if checked.result == "wrong":
            self._gate.failed(ask.role)
        return PinAnswer("", checked.wait_s * MS_A_SECOND, ask.id, tried=checked.result == "wrong")

    def _of(self, role: Role, name: str) -> list[Signer]:
        return [one for one in self.members if one.role == role and name in ("", one.name)]

    def _hashed(self, member: Signer) -> Member | None:
        """The member with a hash to check a PIN against; None if no hash is kept."""
        hashed, since_ms = self._hashes.get(member, ("", 0))
        if self._now_ms() - since_ms >= LASTS_MS:
            self._hashes.pop(member, None)
            return None
        return Member(member.name, member.role, hashed) if hashed else None
