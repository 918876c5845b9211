"""Signing in and out at the clock with a PIN, and changing one's own PIN."""

import asyncio
from typing import NamedTuple

from msgspec.structs import replace

from engine.message import message
from engine.refused import Refused
from kiosk.clock.access.addresses import is_here
from kiosk.clock.access.devices import StaffDevices, hashed, new_secret
from kiosk.clock.access.open_sessions import OpenSessions
from kiosk.clock.access.sessions import MOST_SESSIONS, Identity, Session, fingerprint
from kiosk.clock.access.staff import StaffChanges, StaffDirectory, StaffMember
from kiosk.clock.access.waits.denied import Denied
from kiosk.clock.access.waits.pin_waits import PinWaits, keys_of
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.pins import hash_pin, is_pin

NOBODYS_PIN = "$argon2id$v=19$m=19456,t=2,p=1$lM4UhSfKLSxiTG12pL4yVw$exlsrOJ2E5DYWUk1B8oEzA5vxikuWveraAVuvAzRj+U"
"""The hash to compare a PIN with if the name is unknown, so that the check takes as long as for a known name."""


class SignInParts(NamedTuple):
    """The parts that a sign-in works with."""

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
        """Whether a PIN is enough on the device with this secret, at this address."""
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
        """Change the signed-in person's PIN. They stay signed in here and are signed out elsewhere. Raises `Denied` for
        a wrong old PIN, which counts as it would at sign-in. Raises `Refused` for an identity without a PIN. Raises
        `Fault` if the disk fails or the PIN is easily guessed."""
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
        """End the session. Raises `Fault`."""
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
