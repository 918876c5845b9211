"""The sessions of staff who are signed in now: whose they are, and the connections that end with them."""

import asyncio
from collections.abc import Callable

from engine.names import name_key
from kiosk.clock.access.devices import PairedDevice
from kiosk.clock.access.roles import at_most
from kiosk.clock.access.sessions import Identity, Session, fingerprint
from kiosk.clock.access.staff import StaffDirectory
from kiosk.clock.access.waits.wrong_pins import MS_A_SECOND
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.port import ClockStore
from kiosk.clock.times import Times

SESSION = "session"
"""The kind of the entries."""


class OpenSessions:
    """The sessions, by the hashes of their tokens. A session is valid only as long as its staff member keeps the same
    PIN and its device stays paired, so nothing is written when either changes."""

    def __init__(self, store: ClockStore, staff: StaffDirectory, devices: Kind[PairedDevice], times: Times) -> None:
        """Must be called before the writer's first job. Raises `Fault`."""
        self.kept = Kind(store, SESSION, Session)
        self._staff = staff
        self._devices = devices
        self._times = times
        self._watched: dict[object, tuple[Identity, Callable[[], object]]] = {}

    def identity(self, its_id: str) -> Identity | None:
        """The person whose session has this id, or None if it is not valid now."""
        session = self.kept.all.get(its_id)
        if session is None or not session.left_ms(self._times.wall_ms()):
            return None
        device = self._devices.all.get(session.device)
        if session.device and device is None:
            return None
        for member in self._staff.named(session.name):
            if member.console_role and fingerprint(member.pin) == session.pin:
                role = at_most(member.console_role, device.most) if device else member.console_role
                return Identity(member.name, role, its_id)
        return None

    def is_still(self, who: Identity) -> bool:
        return not who.session or self.identity(who.session) == who

    def signed_in(self, device: str = "", name: str = "") -> list[str]:
        """The names of the people who are signed in on this device, or under this name."""
        found = {
            who.name
            for its_id, one in self.kept.all.items()
            if (one.device == device if device else name_key(one.name) == name_key(name))
            and (who := self.identity(its_id))
        }
        return sorted(found)

    def watch(self, who: Identity, hang_up: Callable[[], object]) -> Callable[[], None]:
        """Call `hang_up` as soon as this person's sign-in ends or role changes. Returns a function that cancels
        this."""
        if not who.session:
            return lambda: None
        watch, left_ms = object(), self.kept.all[who.session].left_ms(self._times.wall_ms())
        timer = asyncio.get_running_loop().call_later(left_ms / MS_A_SECOND, hang_up)
        self._watched[watch] = (who, hang_up)

        def end() -> None:
            timer.cancel()
            self._watched.pop(watch, None)

        return end

    def hang_up(self) -> None:
        for who, hang_up in list(self._watched.values()):
            if not self.is_still(who):
                hang_up()
