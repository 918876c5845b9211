"""The room's staff, from the clock's settings and the staff page, and which of them sign in at tables."""

import asyncio
from collections.abc import Callable, Iterable

import msgspec

from engine.names import name_key, one_line
from engine.refused import Refused
from kiosk.clock.access.sessions import fingerprint
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.writer import Writer
from kiosk.faults import bad_input
from kiosk.pins import hash_pin
from kiosk.protocol.people import ROLES, Role, StaffRole
from kiosk.protocol.staff import LONGEST_NAME, MOST_STAFF, Member, Signer

RESERVED = ("director", "clock", "policy")
"""The names that the log uses for the director's key and for the room itself."""


class StaffMember(msgspec.Struct, frozen=True):
    """A staff member, with the PIN's argon2id hash. The fields are stored in the database, so they must never
    change."""

    name: str
    role: StaffRole
    pin: str

    @property
    def console_role(self) -> Role | None:
        """The person's role at the clock, or None for a dealer."""
        return next((role for role in ROLES if role == self.role), None)


def checked_name(name: str) -> str:
    """The name on one line. Raises `BadInput` if it is empty or too long, or if the log uses it for something else."""
    line = one_line(name)
    if not line or len(line) > LONGEST_NAME:
        raise bad_input("staff-name", letters=str(LONGEST_NAME))
    key = name_key(line)
    if key in RESERVED or key.startswith("table "):
        raise bad_input("staff-reserved", name=line)
    return line


class StaffDirectory:
    def __init__(self, settings: Iterable[Member], store: ClockStore) -> None:
        """`settings` lists the staff members from the settings. Must be called before the writer's first job. Raises
        `Fault`."""
        self._settings = tuple(settings)
        self.made = Kind(store, "staff", StaffMember)

    @property
    def all(self) -> tuple[StaffMember, ...]:
        """All staff, sorted by name. A member added on the page replaces one with the same name in the settings."""
        mine = tuple(self.made.all.values())
        shadowed = {name_key(one.name) for one in mine}
        others = (StaffMember(one.name, one.role, one.pin) for one in self._settings)
        others = (one for one in others if name_key(one.name) not in shadowed)
        return tuple(sorted([*mine, *others], key=lambda one: (name_key(one.name), one.role)))

    def named(self, name: str) -> list[StaffMember]:
        return [one for one in self.all if name_key(one.name) == name_key(name)]

    def is_made_here(self, member: StaffMember) -> bool:
        """Whether this person was added on the page, not in the settings."""
        return name_key(member.name) in self.made.all

    def at_tables(self) -> tuple[Member, ...]:
        """The staff who sign in at a table: dealers as dealers, and everyone with the floor's role or a higher one as
        floor."""
        found = []
        for one in self.all:
            if one.role == "dealer":
                found.append(Member(one.name, "dealer", one.pin))
            elif one.role in ("floor", "director", "admin"):
                found.append(Member(one.name, "floor", one.pin))
        return tuple(found)

    def signers(self) -> tuple[Signer, ...]:
        """The staff who sign in at a table, as they are sent to it, without the hashes of their PINs."""
        return tuple(Signer(one.name, one.role, fingerprint(one.pin)) for one in self.at_tables())


class StaffChanges:
    def __init__(self, directory: StaffDirectory, writer: Writer, changed: Callable[[], object]) -> None:
        self._directory = directory
        self._writer = writer
        self._changed = changed

    async def put(self, name: str, role: StaffRole, pin: str) -> None:
        """Add or change a staff member; an empty `pin` leaves the PIN unchanged. A new PIN signs the person out. Raises
        `BadInput`, `Refused` or `Fault`, the last also for a PIN that is easily guessed."""
        name = checked_name(name)
        key, before, made = name_key(name), self._directory.named(name), self._directory.made
        if len(made.all) >= MOST_STAFF and key not in made.all:
            raise bad_input("staff-too-many", most=str(MOST_STAFF))
        if not pin and not before:
            raise Refused("pin-missing", name=name)
        kept = next((one.pin for one in before if one.console_role), before[0].pin if before else "")
        hashed_pin = await asyncio.to_thread(hash_pin, pin) if pin else kept
        await self.replace(StaffMember(name, role, hashed_pin))

    async def replace(self, member: StaffMember) -> None:
        await self._directory.made.change(self._writer, {name_key(member.name): member})
        self._changed()

    async def remove(self, name: str) -> None:
        """Remove a staff member added on the page and sign that person out. Raises `Refused` or `Fault`."""
        key, made = name_key(name), self._directory.made
        if key not in made.all:
            if self._directory.named(name):
                raise Refused("staff-of-settings", name=one_line(name))
            raise Refused("nobody-of-that-name", name=one_line(name))
        await made.change(self._writer, {key: None})
        self._changed()
