"""Sign-in at the clock: staff, devices, sessions. Belongs to the event loop's thread."""

import asyncio
import hmac
import logging
from collections.abc import Callable

from msgspec.structs import replace

from engine.message import message
from engine.names import name_key, one_line
from engine.refused import Refused
from kiosk.clock.access.addresses import is_here, network_of
from kiosk.clock.access.devices import LONGEST_DEVICE_NAME, UNUSED_MS, DevicePairings, PairedDevice, hashed, new_secret
from kiosk.clock.access.memory import Memory
from kiosk.clock.access.pin_waits import PinWaits, keys_of
from kiosk.clock.access.roles import at_most, least_for, may
from kiosk.clock.access.sessions import MOST_SESSIONS, Identity, Session, fingerprint
from kiosk.clock.access.staff import StaffMember, at_tables, checked_name, merged, signers
from kiosk.clock.access.table_pins import TablePins
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.denied import Denied
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_keys import WrongKeys
from kiosk.clock.access.waits.wrong_pins import MS_A_SECOND
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import bad_input
from kiosk.pins import hash_pin, is_pin
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.protocol.people import ROLE_MESSAGES, Role, StaffRole
from kiosk.protocol.staff import MOST_STAFF, Signer

KEY_HOLDER = Identity("director", "admin")
"""The identity of anyone with the director's key."""
NOBODYS_PIN = "$argon2id$v=19$m=19456,t=2,p=1$lM4UhSfKLSxiTG12pL4yVw$exlsrOJ2E5DYWUk1B8oEzA5vxikuWveraAVuvAzRj+U"
"""The hash to compare a PIN with if the name is unknown, so that the check takes as long as for a known name."""
log = logging.getLogger(__name__)


class Access:
    """Decides who gets access, and in which role."""

    def __init__(self, settings: ClockSettings, store: Store, times: Times) -> None:
        """Raises `Fault`."""
        self._key = settings.director_key
        self._metrics_token = settings.metrics_token
        self.turned_away = TurnAwayLog(times.mono_ms)
        self._unpaired = settings.unpaired_devices
        self._settings = settings.staff
        self._times = times
        self._memory = Memory(store)
        self.tables = TableTokens(settings.tokens, self._memory, times)
        self._pairing = DevicePairings(self.turned_away.for_pairing)
        self._wrong_keys = WrongKeys(times.mono_ms)
        self._wrong_tokens = WrongKeys(times.mono_ms)
        self._pin_waits = PinWaits(self._memory.wrong, times, self.turned_away)
        self._table_pins = TablePins(self._pin_waits, lambda: at_tables(self.staff))
        self._turn = asyncio.Lock()
        self._watched: dict[object, tuple[Identity, Callable[[], object]]] = {}

    def tell(self, staff_changed: Callable[[], object], turned_away: Callable[[], object]) -> None:
        """From now on, call `staff_changed` when the list of staff changes, and `turned_away` when someone has to
        wait."""
        self.staff_changed, self.turned_away.changed = staff_changed, turned_away

    def run(self, writer: Writer) -> None:
        """Accept changes from now on, and write them with `writer`."""
        self._writer = writer
        self.tables.run(writer)

    # Identity

    def who(self, token: str, address: str) -> Identity | None:
        """The current identity behind this token, or None if there is none. A wrong key is counted against this
        address. The check takes constant time. Raises `Denied` while keys from this address are not being checked.
        """
        if not token:
            return None
        if who := self._standing(hashed(token)):
            return who
        self._check_keys(address)
        if hmac.compare_digest(token.encode(), self._key.encode()):
            return KEY_HOLDER
        if self._wrong_keys.count(address, token):
            self.turned_away.keys += 1
            if wait_s := self._wrong_keys.wait_s(address):
                log.warning("wrong keys from %s: none is looked at from there for %d s", address, wait_s)
                self.turned_away.for_keys(address, wait_s)
        return None

    def is_scraper(self, token: str) -> bool:
        """Whether this is the metrics token from the settings, which gives access to nothing else. The check takes
        constant time.
        """
        return hmac.compare_digest(token.encode(), self._metrics_token.encode()) and token != ""

    def token_wait_s(self, table: int, address: str) -> int:
        """The number of seconds until this table's tokens from this address are checked again, or 0 if they are checked
        now.
        """
        return self._wrong_tokens.wait_s(_at_table(table, address))

    def count_wrong_token(self, table: int, token: str, address: str) -> None:
        """Count a wrong token for this table: someone guessing has to wait longer each time. A kiosk with a wrong token
        in its settings sends the same one again and again, and does not have to wait.
        """
        where = _at_table(table, address)
        if self._wrong_tokens.count(where, token) and (wait_s := self._wrong_tokens.wait_s(where)):
            log.warning(
                "wrong tokens of table %d from %s: none is looked at from there for %d s", table, address, wait_s
            )
            self.turned_away.for_keys(address, wait_s)

    def _check_keys(self, address: str) -> None:
        if wait_s := self._wrong_keys.wait_s(address):
            raise Denied("wait", message("key-wait", seconds=wait_s), wait_s)

    def is_still(self, who: Identity) -> bool:
        """Whether this person's sign-in is still valid, with the same role."""
        return not who.session or self._standing(who.session) == who

    def check(self, token: str, address: str, capability: str) -> Identity:
        """The identity behind this token if it has the capability. Raises `Denied`."""
        who = self.who(token, address)
        if who is None:
            raise Denied("unknown", message("key-not-sent"), self._wrong_keys.wait_s(address) if token else 0)
        self.check_may(who, capability)
        return who

    def check_may(self, who: Identity, capability: str) -> None:
        """Raises `Denied` unless the role has the capability. Admins have every capability, including those that the
        table of roles does not list.
        """
        if who.role != "admin" and not may(who.role, capability):
            raise Denied("not-allowed", message("role-too-low", needs=ROLE_MESSAGES[least_for(capability)]))

    def watch(self, who: Identity, hang_up: Callable[[], object]) -> Callable[[], None]:
        """Call `hang_up` as soon as this person's sign-in ends or role changes. Returns a function that undoes this."""
        if not who.session:
            return lambda: None
        watch, left_ms = object(), self._memory.sessions.all[who.session].left_ms(self._times.wall_ms())
        timer = asyncio.get_running_loop().call_later(left_ms / MS_A_SECOND, hang_up)
        self._watched[watch] = (who, hang_up)

        def end() -> None:
            timer.cancel()
            self._watched.pop(watch, None)

        return end

    def _standing(self, its_id: str) -> Identity | None:
        session = self._memory.sessions.all.get(its_id)
        if session is None or not session.left_ms(self._times.wall_ms()):
            return None
        device = self._memory.devices.all.get(session.device)
        if session.device and device is None:
            return None
        for member in self._of_name(session.name):
            if member.console_role and fingerprint(member.pin) == session.pin:
                role = at_most(member.console_role, device.most) if device else member.console_role
                return Identity(member.name, role, its_id)
        return None

    def _of_name(self, name: str) -> list[StaffMember]:
        return [one for one in self.staff if name_key(one.name) == name_key(name)]

    def _hang_up(self) -> None:
        """Disconnect everyone whose sign-in or role has changed."""
        for who, hang_up in list(self._watched.values()):
            if not self.is_still(who):
                hang_up()

    # Signing in

    def is_paired(self, device: str, address: str) -> bool:
        """Whether a PIN is enough on the device with this secret, at this address."""
        return self._unpaired or is_here(address) or self.device(device) is not None

    def device(self, secret: str) -> PairedDevice | None:
        """The paired device with this secret."""
        one = self._memory.devices.all.get(hashed(secret)) if secret else None
        return one if one and self._times.wall_ms() - one.seen_ms < UNUSED_MS else None

    async def sign_in(self, name: str, pin: str, secret: str, address: str) -> tuple[str, Identity]:
        """The token of a new session, and its identity. Raises `Denied`, or `Fault`."""
        if not self.is_paired(secret, address):
            raise Denied("not-allowed", message("device-not-paired"))
        async with self._turn:  # one PIN at a time; otherwise, many could be tried before the first is rejected
            device = self.device(secret)
            keys = keys_of(name, device.id if device else "", address)
            self._pin_waits.check(keys)
            member = await self._with_pin(name, pin)
            if member is None:
                await self._pin_waits.count(self._writer, keys, name, address)
                raise Denied("unknown", message("pin-wrong"), self._pin_waits.wait_s(keys))
            return await self._begin(member, secret, keys)

    async def change_own_pin(self, who: Identity, old: str, new: str, address: str) -> None:
        """Change the signed-in person's PIN. They stay signed in here and are signed out elsewhere. Raises `Denied` for
        a wrong old PIN, which counts as it would at sign-in. Raises `Refused` for an identity without a PIN. Raises
        `Fault` if the disk fails or the PIN is easily guessed."""
        session = self._memory.sessions.all.get(who.session)
        if session is None:
            raise Refused("key-has-no-pin")
        async with self._turn:
            keys = keys_of(who.name, session.device, address)
            self._pin_waits.check(keys)
            member = await self._with_pin(who.name, old)
            if member is None:
                await self._pin_waits.count(self._writer, keys, who.name, address)
                raise Denied("not-allowed", message("old-pin-wrong"), self._pin_waits.wait_s(keys))
            changed = replace(member, pin=await asyncio.to_thread(hash_pin, new))
            if not self.is_still(who):  # removed in the meantime
                raise Denied("unknown", message("key-not-sent"))
            await self._memory.sessions.change(
                self._writer, {who.session: replace(session, pin=fingerprint(changed.pin))}
            )
            await self._memory.staff.change(self._writer, {name_key(member.name): changed})
        self._staff_changed()

    async def sign_out(self, who: Identity) -> None:
        """End the session. Raises `Fault`."""
        await self._memory.sessions.change(self._writer, {who.session: None} if who.session else {})
        self._hang_up()

    async def _with_pin(self, name: str, pin: str) -> StaffMember | None:
        members = [one for one in self._of_name(name) if one.console_role]
        for member in members or [StaffMember("", "dealer", NOBODYS_PIN)]:
            if await asyncio.to_thread(is_pin, member.pin, pin):
                return member if member.console_role else None
        return None

    async def _begin(self, member: StaffMember, secret: str, keys: list[str]) -> tuple[str, Identity]:
        now_ms, token, device = self._times.wall_ms(), new_secret(), self.device(secret)
        session = Session(member.name, fingerprint(member.pin), device.id if device else "", now_ms)
        others = self._memory.sessions.all
        over: dict[str, Session | None] = {one: None for one, each in others.items() if not each.left_ms(now_ms)}
        if len(others) - len(over) >= MOST_SESSIONS:
            over[min(others, key=lambda one: others[one].since_ms)] = None
        await self._memory.sessions.change(self._writer, {**over, hashed(token): session})
        await self._pin_waits.forget(self._writer, keys)
        if device:
            await self._memory.devices.change(self._writer, {device.id: replace(device, seen_ms=now_ms)})
        who = self._standing(hashed(token))
        if who is None:  # removed in the meantime
            raise Denied("unknown", message("pin-wrong"))
        return token, who

    # Staff

    @property
    def staff(self) -> tuple[StaffMember, ...]:
        """All staff, sorted by name."""
        return merged(self._settings, self._memory.staff.all.values())

    def table_staff(self) -> tuple[Signer, ...]:
        """The staff who sign in at tables, in the form that is sent to a table."""
        return signers(at_tables(self.staff))

    def check_at_table(self, table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
        """Check a PIN that was entered at a table, then call `answer` with the result."""
        self._table_pins.ask(self._writer, table, ask, answer)

    def is_made_here(self, member: StaffMember) -> bool:
        """Whether this person was added on the page, not in the settings."""
        return name_key(member.name) in self._memory.staff.all

    def signed_in(self, device: str = "", name: str = "") -> list[str]:
        """The names of the people who are signed in on this device, or under this name."""
        found = {
            who.name
            for its_id, one in self._memory.sessions.all.items()
            if (one.device == device if device else name_key(one.name) == name_key(name))
            and (who := self._standing(its_id))
        }
        return sorted(found)

    async def put_staff(self, name: str, role: StaffRole, pin: str) -> None:
        """Add or change a staff member; an empty `pin` leaves the PIN unchanged. A new PIN signs the person out, and a
        new role applies immediately. Raises `BadInput`, `Refused` or `Fault`. A PIN that is easily guessed also raises
        `Fault`."""
        name = checked_name(name)
        key, before = name_key(name), self._of_name(name)
        if len(self._memory.staff.all) >= MOST_STAFF and key not in self._memory.staff.all:
            raise bad_input("staff-too-many", most=str(MOST_STAFF))
        if not pin and not before:
            raise Refused("pin-missing", name=name)
        kept = next((one.pin for one in before if one.console_role), before[0].pin if before else "")
        hashed_pin = await asyncio.to_thread(hash_pin, pin) if pin else kept
        await self._memory.staff.change(self._writer, {key: StaffMember(name, role, hashed_pin)})
        self._staff_changed()

    async def remove_staff(self, name: str) -> None:
        """Remove a staff member and sign that person out. Raises `Refused` if the person was not added on the page, or
        `Fault`.
        """
        key = name_key(name)
        if key not in self._memory.staff.all:
            if self._of_name(name):
                raise Refused("staff-of-settings", name=one_line(name))
            raise Refused("nobody-of-that-name", name=one_line(name))
        await self._memory.staff.change(self._writer, {key: None})
        self._staff_changed()

    def _staff_changed(self) -> None:
        self._hang_up()
        self.staff_changed()

    # Devices

    @property
    def devices(self) -> list[PairedDevice]:
        """The paired devices, sorted by name."""
        now_ms = self._times.wall_ms()
        paired = (one for one in self._memory.devices.all.values() if now_ms - one.seen_ms < UNUSED_MS)
        return sorted(paired, key=lambda one: (name_key(one.name), one.id))

    def ask_pairing(self, address: str) -> tuple[str, str]:
        """The secret of a new device, and the code for it to show."""
        return self._pairing.ask(address, self._times.wall_ms())

    def waits_for_pairing(self, secret: str) -> bool:
        """Whether the device with this secret is showing a code that can be approved."""
        return bool(secret) and self._pairing.waits(hashed(secret), self._times.wall_ms())

    async def approve(self, code: str, name: str, most: Role, who: Identity) -> None:
        """Pair the device that is showing the code. Raises `Refused` if no device is showing the code. Also raises
        `BadInput` and `Fault`."""
        now_ms, name = self._times.wall_ms(), one_line(name)
        if not name or len(name) > LONGEST_DEVICE_NAME:
            raise bad_input("device-name", letters=str(LONGEST_DEVICE_NAME))
        asking = self._pairing.shown(code, now_ms)
        if asking is None:
            raise Refused("code-not-shown")
        device = PairedDevice(asking.id, name, at_most(most, who.role), now_ms, who.name, now_ms)
        lapsed = [one.id for one in self._memory.devices.all.values() if now_ms - one.seen_ms >= UNUSED_MS]
        await self._memory.devices.change(self._writer, {**dict.fromkeys(lapsed), device.id: device})
        self._pairing.approved(device.id)

    async def revoke(self, device: str) -> None:
        """Revoke a device's pairing and sign out everyone on it. Raises `Refused` if there is no such device, or
        `Fault`.
        """
        if device not in self._memory.devices.all:
            raise Refused("no-such-device")
        await self._memory.devices.change(self._writer, {device: None})
        self._hang_up()


def _at_table(table: int, address: str) -> str:
    return f"{network_of(address)} table {table}"
