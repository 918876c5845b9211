"""The devices of the staff, the tablets and cameras at the tables, and the glasses over HTTP: pairing them and revoking
access."""

import msgspec
from fastapi import Request

from kiosk.clock.access.devices import UNUSED_MS
from kiosk.clock.service import Service
from kiosk.clock.web.answers import Asking, context_of
from kiosk.clock.web.bodies import Text
from kiosk.clock.web.operations import ORDER, Example, Operations, refused
from kiosk.protocol.pairing import fingerprint_of
from kiosk.protocol.people import CameraLine, DeviceLine, DeviceList, PairedGlassLine, Role, TabletLine


class NamedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, identified by its number."""

    table: int


class TableApproval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code or the number that a tablet or a phone is showing, and the table that it is to be paired with, or 0 for
    the table that it asks for. With `replace`, a tablet replaces the one that this table has now. A phone always
    replaces the table's earlier camera."""

    shown: Text
    table: int = 0
    replace: bool = False


class ShownByTablet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code or the number that a tablet or a phone is showing."""

    shown: Text


class ShownByGlass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that a device is showing that asks to show a table's screen."""

    code: Text


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that a device is showing, its name, and the highest role that anyone can have on it."""

    code: Text
    name: Text
    most: Role = "floor"


class NamedDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device, identified by its id."""

    id: Text


devices = Operations()


@devices.operation(
    "GET", "/devices", "devices", "List the paired devices", Example("none-paired", answer={"devices": []})
)
async def read_devices(ask: Asking, request: Request) -> DeviceList:
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/approve", "devices", "Pair the device that shows a code",
    Example("a-code-that-none-shows", {"code": "ABCD EFGH", "name": "Flo's phone", "most": "floor"},
            409, refused("code-not-shown")),
    refuses=ORDER,
)  # fmt: skip
async def approve_device(ask: Asking, request: Request, asked: Approval) -> DeviceList:
    await ask.service.access.devices.approve(asked.code, asked.name, asked.most, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/revoke", "devices", "Unpair a device",
    Example("of-none", {"id": "0123"}, 409, refused("no-such-device")), refuses=ORDER,
)  # fmt: skip
async def revoke_device(ask: Asking, request: Request, asked: NamedDevice) -> DeviceList:
    await ask.service.access.devices.revoke(asked.id)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/tables/approve", "devices", "Assign a table to the tablet or phone that shows a code",
    Example("a-number-that-none-shows", {"shown": "123 456", "table": 3}, 409, refused("tablet-not-shown")),
    refuses=ORDER,
)  # fmt: skip
async def approve_table(ask: Asking, request: Request, asked: TableApproval) -> DeviceList:
    await ask.service.pairing.approve(asked.shown, asked.table, asked.replace, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/tables/turn-away", "devices", "Turn away the tablet or phone that shows a code",
    Example("another-that-none-shows", {"shown": "ABCD EFGH"}, 409, refused("tablet-not-shown")), refuses=ORDER,
)  # fmt: skip
async def turn_tablet_away(ask: Asking, request: Request, asked: ShownByTablet) -> DeviceList:
    ask.service.pairing.turn_away(asked.shown, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/tables/revoke", "devices", "Block a table's kiosk, so that its token is no longer valid",
    Example("stolen-kiosk", {"table": 1}, answer={"devices": [], "revoked_tables": [1]}), refuses=ORDER,
)  # fmt: skip
async def revoke_table(ask: Asking, request: Request, asked: NamedTable) -> DeviceList:
    await ask.service.access.tables.revoke(asked.table, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/tables/allow", "devices", "Unblock a table's kiosk",
    Example("found-again", {"table": 1}, answer={"devices": []}), refuses=ORDER,
)  # fmt: skip
async def allow_table(ask: Asking, request: Request, asked: NamedTable) -> DeviceList:
    await ask.service.access.tables.allow(asked.table, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/glasses/approve", "devices", "Allow the device that shows a code to show a table's screen",
    Example("a-glass-that-none-shows", {"code": "ABCD EFGH"}, 409, refused("code-not-shown")), refuses=ORDER,
)  # fmt: skip
async def approve_glass(ask: Asking, request: Request, asked: ShownByGlass) -> DeviceList:
    await ask.service.glasses.approve(asked.code, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/glasses/turn-away", "devices", "Turn away the device that asks to show a table's screen",
    Example("another-glass-that-none-shows", {"code": "ABCD EFGH"}, 409, refused("code-not-shown")), refuses=ORDER,
)  # fmt: skip
async def turn_glass_away(ask: Asking, request: Request, asked: ShownByGlass) -> DeviceList:
    ask.service.glasses.turn_away(asked.code, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/glasses/revoke", "devices", "Revoke a device that shows a table's screen",
    Example("a-glass-of-none", {"id": "0123"}, 409, refused("no-such-device")), refuses=ORDER,
)  # fmt: skip
async def revoke_glass(ask: Asking, request: Request, asked: NamedDevice) -> DeviceList:
    await ask.service.access.glasses.revoke(asked.id, ask.person)
    return _devices(ask.service, request)


@devices.operation(
    "POST", "/devices/cameras/revoke", "devices", "Unpair the phone that is a table's camera",
    Example("of-no-phone", {"table": 1}, 409, refused("no-such-camera", table=1)), refuses=ORDER,
)  # fmt: skip
async def revoke_camera(ask: Asking, request: Request, asked: NamedTable) -> DeviceList:
    await ask.service.access.cameras.revoke(asked.table, ask.person)
    return _devices(ask.service, request)


def _devices(service: Service, request: Request) -> DeviceList:
    access = service.access
    lines = (
        DeviceLine(
            one.id, one.name, one.most, one.by, one.paired_ms, one.seen_ms, one.seen_ms + UNUSED_MS,
            tuple(access.sessions.signed_in(device=one.id)),
        )
        for one in access.devices.all
    )  # fmt: skip
    authority = context_of(request).authority
    tablets = sorted(access.tables.paired.values(), key=lambda one: one.table)
    connected = access.glasses.connected
    glasses = [
        PairedGlassLine(its_id, one.table, one.address, one.by, one.at_ms, its_id in connected)
        for its_id, one in sorted(access.glasses.paired.items(), key=lambda item: (item[1].table, item[1].at_ms))
    ]
    return DeviceList(
        tuple(lines), access.tables.revoked_tables, fingerprint_of(authority) if authority else "",
        tuple(TabletLine(one.table, one.by, one.at_ms) for one in tablets), service.pairing.asked,
        service.hosted.tables, tuple(glasses), service.glasses.asked,
        tuple(
            CameraLine(one.table, one.by, one.at_ms, one.table in service.cameras.tables) for one in access.cameras.all
        ),
        service.version if (running := service.kiosks.connected) else "", running,
    )  # fmt: skip
