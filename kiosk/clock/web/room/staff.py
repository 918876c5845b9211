"""The staff over HTTP: who may sign in, and with which role."""

import msgspec

from kiosk.clock.access.access import Access
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.bodies import Text
from kiosk.clock.web.operations import ORDER, Example, Operations
from kiosk.protocol.people import StaffLine, StaffList, StaffRole


class StaffAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to add or change. An empty PIN leaves the PIN unchanged."""

    name: Text
    role: StaffRole
    pin: Text = ""


class NamedStaff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff member to remove."""

    name: Text


staff = Operations()


@staff.operation(
    "GET", "/staff", may="staff", summary="Who may sign in, with their roles",
    examples=(
        Example("flo-is-in", answer={"staff": [
            {"name": "Flo", "role": "floor", "made_here": True, "signed_in": True},
        ]}, after="sign_in:with-a-pin"),
    ),
)  # fmt: skip
async def read_staff(ask: Asking) -> StaffList:
    return _staff(ask.service.access)


@staff.operation(
    "POST", "/staff/put", may="staff", refuses=ORDER,
    summary="Add somebody to the staff, or change a role or a PIN",
    examples=(
        Example("flo-of-the-floor", {"name": "Flo", "role": "floor", "pin": "4711"}, answer={"staff": [
            {"name": "Flo", "role": "floor", "made_here": True, "signed_in": False},
        ]}),
        Example("guessed-first", {"name": "Gus", "role": "floor", "pin": "1234"}, 400),
    ),
)  # fmt: skip
async def put_staff(ask: Asking, asked: StaffAsked) -> StaffList:
    await ask.service.access.staff_changes.put(asked.name, asked.role, asked.pin)
    return _staff(ask.service.access)


@staff.operation(
    "POST", "/staff/remove", may="staff", refuses=ORDER, summary="Remove somebody from the staff",
    examples=(Example("flo-leaves", {"name": "Flo"}, answer={"staff": []}),),
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
