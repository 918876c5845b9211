"""How a table checks a PIN while the clock cannot be asked: with its own hash of each PIN that was entered correctly
here. The hashes are kept only in memory, for one long evening.
"""

from collections.abc import Callable, Iterable

from kiosk.pins import hash_of
from kiosk.protocol.staff import Member, Signer

LASTS_MS = 16 * 3_600_000


class Verifiers:
    """The hashes by owner, as the clock identifies them. A changed PIN has a different `pin_id`."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._kept: dict[Signer, tuple[str, int]] = {}

    def keep(self, member: Signer, pin: str) -> None:
        """Keep a hash of this PIN, which was just found to be right."""
        self._kept[member] = hash_of(pin), self._now_ms()

    def forget_others(self, staff: Iterable[Signer]) -> None:
        """Keep only the hashes of these staff, who sign in from now on."""
        members = frozenset(staff)
        self._kept = {member: kept for member, kept in self._kept.items() if member in members}

    def of(self, member: Signer) -> Member | None:
        """The member with a hash to check a PIN against; None if there is none."""
        hashed, since_ms = self._kept.get(member, ("", 0))
        if self._now_ms() - since_ms >= LASTS_MS:
            self._kept.pop(member, None)
            return None
        return Member(member.name, member.role, hashed) if hashed else None
