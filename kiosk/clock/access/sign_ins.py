"""Signing in and out at the clock with a PIN, changing one's own PIN, and checking PINs entered at tables."""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from engine.message import message
from engine.names import name_key
from engine.refused import Refused
from kiosk.clock.access.addresses import is_here
from kiosk.clock.access.devices import StaffDevices, hashed, new_secret
from kiosk.clock.access.open_sessions import OpenSessions
from kiosk.clock.access.sessions import MOST_SESSIONS, Denied, Identity, Session, fingerprint
from kiosk.clock.access.staff import StaffChanges, StaffDirectory, StaffMember
from kiosk.clock.access.waits.wrong_pins import PinWaits, keys_at_table, keys_of
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.pins import find_member, hash_pin, is_pin
from kiosk.protocol.messages import CheckPin, PinChecked

NOBODYS_PIN = "$argon2id$v=19$m=19456,t=2,p=1$lM4UhSfKLSxiTG12pL4yVw$exlsrOJ2E5DYWUk1B8oEzA5vxikuWveraAVuvAzRj+U"
"""The hash to compare a PIN with if the name is unknown, so that the check takes as long as for a known name."""
MOST_AT_ONCE = 4
"""The maximum number of simultaneous checks for one table. Any further checks are ignored."""
log = logging.getLogger(__name__)


class SignInParts(NamedTuple):
    staff: StaffDirectory
    changes: StaffChanges
    devices: StaffDevices
    sessions: OpenSessions
    waits: PinWaits


class SignIns:
    """Checks one PIN at a time. Otherwise, many could be tried before the first is rejected."""

    def __init__(self, parts: SignInParts, writer: Writer, times: Times, on_unpaired: bool) -> None:
        """`on_unpaired` allows signing in on devices that are not paired."""
        self._staff, self._changes, self._devices, self._sessions, self._waits = parts
        self._on_unpaired = on_unpaired
        self._writer = writer
        self._times = times
        self._turn = asyncio.Lock()

    def is_paired(self, secret: str, address: str) -> bool:
        """Whether a PIN is enough to sign in on the device with this secret, at this address."""
        return self._on_unpaired or is_here(address) or self._devices.of_secret(secret) is not None

    async def sign_in(self, name: str, pin: str, secret: str, address: str) -> tuple[str, Identity]:
        """The token of a new session, and its identity. Raises `Denied`, or `Fault`."""
        if not self.is_paired(secret, address):
            raise Denied("not-allowed", message("device-not-paired"))
        async with self._turn:
            device = self._devices.of_secret(secret)
            keys = keys_of(name, device.id if device else "", address)
            self._waits.check(keys)
            member = await self._with_pin(name, pin)
            if member is None:
                await self._waits.count(self._writer, keys, name, address)
                raise Denied("unknown", message("pin-wrong"), self._waits.wait_s(keys))
            return await self._begin(member, secret, keys)

    async def change_own_pin(self, who: Identity, old: str, new: str, address: str) -> None:
        """Change the signed-in person's PIN. They stay signed in only on this device. Raises `Denied` for a wrong old
        PIN, which counts as a failed sign-in, `Refused` for an identity without a PIN, and `Fault` for a PIN that is
        easily guessed."""
        session = self._sessions.kept.all.get(who.session)
        if session is None:
            raise Refused("key-has-no-pin")
        async with self._turn:
            keys = keys_of(who.name, session.device, address)
            self._waits.check(keys)
            member = await self._with_pin(who.name, old)
            if member is None:
                await self._waits.count(self._writer, keys, who.name, address)
                raise Denied("not-allowed", message("old-pin-wrong"), self._waits.wait_s(keys))
            changed = replace(member, pin=await asyncio.to_thread(hash_pin, new))
            if not self._sessions.is_still(who):  # removed in the meantime
                raise Denied("unknown", message("key-not-sent"))
            session = replace(session, pin=fingerprint(changed.pin))
            await self._sessions.kept.change(self._writer, {who.session: session})
            await self._changes.replace(changed)

    async def sign_out(self, who: Identity) -> None:
        await self._sessions.kept.change(self._writer, {who.session: None} if who.session else {})
        self._sessions.hang_up()

    async def _with_pin(self, name: str, pin: str) -> StaffMember | None:
        members = [one for one in self._staff.named(name) if one.console_role]
        for member in members or [StaffMember("", "dealer", NOBODYS_PIN)]:
            if await asyncio.to_thread(is_pin, member.pin, pin):
                return member if member.console_role else None
        return None

    async def _begin(self, member: StaffMember, secret: str, keys: list[str]) -> tuple[str, Identity]:
        now_ms, token, device = self._times.wall_ms(), new_secret(), self._devices.of_secret(secret)
        session = Session(member.name, fingerprint(member.pin), device.id if device else "", now_ms)
        others = self._sessions.kept.all
        over: dict[str, Session | None] = {one: None for one, each in others.items() if not each.left_ms(now_ms)}
        if len(others) - len(over) >= MOST_SESSIONS:
            over[min(others, key=lambda one: others[one].since_ms)] = None
        await self._sessions.kept.change(self._writer, {**over, hashed(token): session})
        await self._waits.forget(self._writer, keys)
        if device:
            await self._devices.signed_in_on(device)
        who = self._sessions.identity(hashed(token))
        if who is None:  # removed in the meantime
            raise Denied("unknown", message("pin-wrong"))
        return token, who


class TablePins:
    def __init__(self, writer: Writer, waits: PinWaits, staff: StaffDirectory) -> None:
        self._writer = writer
        self._waits = waits
        self._staff = staff
        self._turn = asyncio.Lock()
        self._asking: dict[int, set[asyncio.Task[None]]] = {}

    def ask(self, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        """Check the PIN without holding up the table's other messages, then call `answer` with the result."""
        mine = self._asking.setdefault(table, set())
        if len(mine) < MOST_AT_ONCE:
            task = asyncio.create_task(self._answer(table, ask, answer))
            mine.add(task)
            task.add_done_callback(mine.discard)

    async def _answer(self, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        try:
            async with self._turn:
                checked = await self._check(table, ask)
        except Fault as fault:  # no PIN is accepted or rejected while wrong ones cannot be counted
            log.error("PINs from table %d cannot be checked: %s", table, fault)
            checked = PinChecked(ask.id, "cannot")
        answer(checked)

    async def _check(self, table: int, ask: CheckPin) -> PinChecked:
        # A wrong PIN under an unknown name is counted under an empty name. Otherwise, made-up names would push the
        # counts of real ones out of memory.
        is_known = any((one.role, one.name) == (ask.role, ask.name) for one in self._staff.at_tables())
        keys = keys_at_table(table, ask.role, name_key(ask.name) if is_known else "")
        if wait_s := self._waits.wait_s(keys):
            return PinChecked(ask.id, "wait", wait_s=wait_s)
        found = await asyncio.to_thread(find_member, self._staff.at_tables(), ask.role, ask.pin, ask.name)
        if found is None or found not in self._staff.at_tables():  # removed in the meantime
            await self._waits.count(self._writer, keys, ask.name or ask.role, table)
            return PinChecked(ask.id, "wrong", wait_s=self._waits.wait_s(keys))
        await self._waits.forget(self._writer, keys)
        return PinChecked(ask.id, "right", found.name, fingerprint(found.pin))
