"""The staff over HTTP: who may sign in, with which role, and who is signed in. PINs are received, but neither they nor
their hashes are ever sent."""

from typing import Annotated

import msgspec
from fastapi import Header, Request

from kiosk.clock.access.access import Access
from kiosk.clock.access.sessions import SESSION_MS
from kiosk.clock.tournaments.publishing.director_messages import You, you
from kiosk.clock.web.answers import Asking, address_of, token_of
from kiosk.clock.web.bodies import Text
from kiosk.clock.web.operations import ORDER, Example, Operations, refused
from kiosk.protocol.people import StaffLine, StaffList, StaffRole

DeviceSecret = Annotated[str, Header(alias="Kiosk-Device", description="The device's secret, if it already has one.")]


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
    """The token of the session, which is to be sent as the bearer token, and the person who signed in."""

    token: str
    lasts_ms: int
    you: You


class Ok(msgspec.Struct, frozen=True):
    """The request was carried out."""

    ok: bool = True


class OwnPinAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current PIN of the signed-in person, and a new one."""

    old: Text
    new: Text


class PairingAsked(msgspec.Struct, frozen=True):
    """The secret that the device keeps, and the code that it is to show."""

    secret: str
    code: str


staff = Operations()


@staff.operation(
    "GET", "/session", "anyone", "Get who is signed in, and who may sign in on this device",
    Example("before-anybody-is-in"), refuses=(429,),
)  # fmt: skip
async def read_session(ask: Asking, request: Request, kiosk_device: DeviceSecret = "") -> SignInOptions:
    access = ask.service.access
    paired = access.sign_ins.is_paired(kiosk_device, address_of(request))
    names = [SignInPerson(one.name, one.role) for one in access.staff.all if one.console_role] if paired else []
    device = access.devices.of_secret(kiosk_device)
    who = access.keys.who(token_of(request), address_of(request))
    waiting = access.devices.waits_for_pairing(kiosk_device)
    return SignInOptions(you(who) if who else None, paired, waiting, device.name if device else "", tuple(names))


@staff.operation(
    "POST", "/session", "anyone", "Sign in with a PIN",
    Example("with-a-pin", {"name": "Flo", "pin": "4711"}, after="put_staff:flo-of-the-floor"),
    Example("with-another-pin", {"name": "Flo", "pin": "4712"}, 401,
            refused("pin-wrong"), after="put_staff:flo-of-the-floor"),
    refuses=(401, 403, 429, 503),
)  # fmt: skip
async def sign_in(ask: Asking, request: Request, asked: SignInAsked, kiosk_device: DeviceSecret = "") -> SignedIn:
    token, who = await ask.service.access.sign_ins.sign_in(asked.name, asked.pin, kiosk_device, address_of(request))
    return SignedIn(token, SESSION_MS, you(who))


@staff.operation(
    "POST", "/devices/ask", "anyone", "Get a pairing code for a new staff device to display", Example("a-new-phone")
)
async def ask_pairing(ask: Asking, request: Request) -> PairingAsked:
    return PairingAsked(*ask.service.access.devices.ask_pairing(address_of(request)))


@staff.operation(
    "POST", "/session/end", "look", "Sign out", Example("the-keys-holder", answer={"ok": True}), refuses=(503,)
)
async def sign_out(ask: Asking) -> Ok:
    if ask.who:
        await ask.service.access.sign_ins.sign_out(ask.who)
    return Ok()


@staff.operation(
    "POST", "/session/pin", "look", "Change your own PIN, and sign yourself out everywhere else",
    Example("of-the-keys-holder", {"old": "4711", "new": "4712"}, 409, refused("key-has-no-pin")), refuses=ORDER,
)  # fmt: skip
async def change_own_pin(ask: Asking, request: Request, asked: OwnPinAsked) -> Ok:
    await ask.service.access.sign_ins.change_own_pin(ask.person, asked.old, asked.new, address_of(request))
    return Ok()


class StaffAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to add or change. An empty PIN leaves the PIN unchanged."""

    name: Text
    role: StaffRole
    pin: Text = ""


class NamedStaff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to remove."""

    name: Text


@staff.operation(
    "GET", "/staff", "staff", "List who may sign in, with their roles",
    Example("flo-is-in", answer={"staff": [
        {"name": "Flo", "role": "floor", "made_here": True, "signed_in": True},
    ]}, after="sign_in:with-a-pin"),
)  # fmt: skip
async def read_staff(ask: Asking) -> StaffList:
    return _staff(ask.service.access)


@staff.operation(
    "POST", "/staff/put", "staff", "Add a staff member, or change a role or PIN",
    Example("flo-of-the-floor", {"name": "Flo", "role": "floor", "pin": "4711"}, answer={"staff": [
        {"name": "Flo", "role": "floor", "made_here": True, "signed_in": False},
    ]}),
    Example("guessed-first", {"name": "Gus", "role": "floor", "pin": "1234"}, 400),
    refuses=ORDER,
)  # fmt: skip
async def put_staff(ask: Asking, asked: StaffAsked) -> StaffList:
    await ask.service.access.staff_changes.put(asked.name, asked.role, asked.pin)
    return _staff(ask.service.access)


@staff.operation(
    "POST", "/staff/remove", "staff", "Remove a staff member",
    Example("flo-leaves", {"name": "Flo"}, answer={"staff": []}), refuses=ORDER,
)  # fmt: skip
async def remove_staff(ask: Asking, asked: NamedStaff) -> StaffList:
    await ask.service.access.staff_changes.remove(asked.name)
    return _staff(ask.service.access)


def _staff(access: Access) -> StaffList:
    lines = (
        StaffLine(one.name, one.role, access.staff.is_made_here(one), bool(access.sessions.signed_in(name=one.name)))
        for one in access.staff.all
    )
    return StaffList(tuple(lines))
