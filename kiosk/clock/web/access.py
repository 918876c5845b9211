"""Sign-in, staff and devices over HTTP. PINs are received, but neither they nor their hashes are ever sent."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Request, Response

from kiosk.clock.access.access import Access
from kiosk.clock.access.devices import UNUSED_MS
from kiosk.clock.access.sessions import SESSION_MS
from kiosk.clock.director import You, you
from kiosk.clock.service import Service
from kiosk.clock.web.answers import Asking, Caller, ErrorBody, address_of, json_of, token_of
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.faults import Fault
from kiosk.protocol.people import DeviceLine, DeviceList, Role, StaffLine, StaffList, StaffRole, TabletLine
from kiosk.protocol.pinned import fingerprint_of

Text = Annotated[str, msgspec.Meta(max_length=200)]
DeviceSecret = Annotated[str, Header(alias="Kiosk-Device", description="The secret of the device, once it has one.")]
PIN_FAULTS = ("pin-length", "pin-guessed-first")


class SignInPerson(msgspec.Struct, frozen=True):
    """A person who may sign in."""

    name: str
    role: StaffRole


class SignInOptions(msgspec.Struct, frozen=True):
    """The data that a page needs at the start: who is signed in, whether a PIN is enough on this device, and whether
    its code is waiting for approval. Also the device's name, and the people who may sign in with a PIN."""

    you: You | None
    paired: bool
    waiting: bool
    device: str
    names: tuple[SignInPerson, ...]


class SignInAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person who is signing in, and their PIN."""

    name: Text
    pin: Text


class SignedIn(msgspec.Struct, frozen=True):
    """The token of the session, which is to be sent as the Bearer key, and the person who signed in."""

    token: str
    lasts_ms: int
    you: You


class Ok(msgspec.Struct, frozen=True):
    """The request was carried out."""

    ok: bool = True


class StaffAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to add or change. An empty PIN leaves the PIN unchanged."""

    name: Text
    role: StaffRole
    pin: Text = ""


class OwnPinAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current PIN of the signed-in person, and a new one."""

    old: Text
    new: Text


class NamedStaff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to remove."""

    name: Text


class PairingAsked(msgspec.Struct, frozen=True):
    """The secret that the device keeps, and the code that it is to show."""

    secret: str
    code: str


class NamedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, identified by its number."""

    table: int


class TableApproval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code or the number that a tablet is showing, and the table that the tablet is to become, or 0 for the table
    that it asks for. With `replace`, it replaces the tablet that this table has now."""

    shown: Text
    table: int = 0
    replace: bool = False


class ShownByTablet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code or the number that a tablet is showing."""

    shown: Text


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that a device is showing, its name, and the highest role that anyone can have on it."""

    code: Text
    name: Text
    most: Role = "floor"


class NamedDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device, identified by its id."""

    id: Text


entrance = APIRouter()
"""The routes that do not require a sign-in."""
session = APIRouter()
staff = APIRouter()
devices = APIRouter()


@entrance.get("/session")
async def read_session(ask: Asking, request: Request, kiosk_device: DeviceSecret = "") -> Response:
    access = ask.service.access
    paired = access.is_paired(kiosk_device, address_of(request))
    names = [SignInPerson(one.name, one.role) for one in access.staff if one.console_role] if paired else []
    device = access.device(kiosk_device)
    who = access.who(token_of(request), address_of(request))
    waiting = access.waits_for_pairing(kiosk_device)
    return json_of(
        SignInOptions(you(who) if who else None, paired, waiting, device.name if device else "", tuple(names))
    )


@entrance.post("/session")
async def sign_in(ask: Asking, request: Request, kiosk_device: DeviceSecret = "") -> Response:
    asked = read_as(await body_of(request), SignInAsked)
    token, who = await ask.service.access.sign_in(asked.name, asked.pin, kiosk_device, address_of(request))
    return json_of(SignedIn(token, SESSION_MS, you(who)))


@entrance.post("/devices/ask")
async def ask_pairing(ask: Asking, request: Request) -> Response:
    return json_of(PairingAsked(*ask.service.access.ask_pairing(address_of(request))))


@session.post("/end")
async def sign_out(ask: Asking) -> Response:
    if ask.who:
        await ask.service.access.sign_out(ask.who)
    return json_of(Ok())


@session.post("/pin")
async def change_own_pin(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), OwnPinAsked)
    assert ask.who  # the route is for signed-in staff
    try:
        await ask.service.access.change_own_pin(ask.who, asked.old, asked.new, address_of(request))
    except Fault as fault:
        return _bad_pin(ask, fault)
    return json_of(Ok())


@staff.get("")
async def read_staff(ask: Asking) -> Response:
    return _staff(ask.service.access)


@staff.post("/put")
async def put_staff(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), StaffAsked)
    try:
        await ask.service.access.put_staff(asked.name, asked.role, asked.pin)
    except Fault as fault:
        return _bad_pin(ask, fault)
    return _staff(ask.service.access)


@staff.post("/remove")
async def remove_staff(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), NamedStaff)
    await ask.service.access.remove_staff(asked.name)
    return _staff(ask.service.access)


@devices.get("")
async def read_devices(ask: Asking, request: Request) -> Response:
    return _devices(ask.service, request)


@devices.post("/approve")
async def approve_device(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), Approval)
    assert ask.who  # the route is for signed-in staff
    await ask.service.access.approve(asked.code, asked.name, asked.most, ask.who)
    return _devices(ask.service, request)


@devices.post("/revoke")
async def revoke_device(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), NamedDevice)
    await ask.service.access.revoke(asked.id)
    return _devices(ask.service, request)


@devices.post("/tables/approve")
async def approve_table(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), TableApproval)
    assert ask.who  # the route is for signed-in staff
    await ask.service.pairing.approve(asked.shown, asked.table, asked.replace, ask.who)
    return _devices(ask.service, request)


@devices.post("/tables/turn-away")
async def turn_tablet_away(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), ShownByTablet)
    assert ask.who  # the route is for signed-in staff
    ask.service.pairing.turn_away(asked.shown, ask.who)
    return _devices(ask.service, request)


@devices.post("/tables/revoke")
async def revoke_table(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), NamedTable)
    assert ask.who  # the route is for signed-in staff
    await ask.service.access.tables.revoke(asked.table, ask.who)
    return _devices(ask.service, request)


@devices.post("/tables/allow")
async def allow_table(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), NamedTable)
    assert ask.who  # the route is for signed-in staff
    await ask.service.access.tables.allow(asked.table, ask.who)
    return _devices(ask.service, request)


def _bad_pin(ask: Caller, fault: Fault) -> Response:
    """The answer to a PIN that is not allowed. Raises any other fault again."""
    why = fault.message
    if why.code not in PIN_FAULTS:
        raise fault
    return json_of(ErrorBody(str(ask.words.fault(why)), why.code, dict(why.fields)), 400)


def _staff(access: Access) -> Response:
    lines = (
        StaffLine(one.name, one.role, access.is_made_here(one), bool(access.signed_in(name=one.name)))
        for one in access.staff
    )
    return json_of(StaffList(tuple(lines)))


def _devices(service: Service, request: Request) -> Response:
    access = service.access
    lines = (
        DeviceLine(
            one.id, one.name, one.most, one.by, one.paired_ms, one.seen_ms, one.seen_ms + UNUSED_MS,
            tuple(access.signed_in(device=one.id)),
        )
        for one in access.devices
    )  # fmt: skip
    authority: str = request.app.state.authority
    tablets = sorted(access.tables.paired.values(), key=lambda one: one.table)
    return json_of(
        DeviceList(
            tuple(lines), access.tables.revoked_tables, fingerprint_of(authority) if authority else "",
            tuple(TabletLine(one.table, one.by, one.at_ms) for one in tablets), service.pairing.asked,
        )
    )  # fmt: skip
