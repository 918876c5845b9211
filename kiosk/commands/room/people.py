"""`kiosk room staff` and `devices`: the people who may sign in at the clock, and their devices. Also the commands that
choose which record of a table counts."""

import argparse
from collections.abc import Iterator
from typing import TextIO

import msgspec

from engine.decoders import json_decoded
from engine.message import Message, message
from engine.names import name_key
from kiosk.commands.room.client import RequestFailed, RoomClient
from kiosk.commands.staff import ask_pin
from kiosk.protocol.people import (
    ROLE_MESSAGES,
    AskedHistory,
    CopyList,
    DeviceLine,
    DeviceList,
    StaffLine,
    StaffList,
)
from ui.words import Words


def staff_done(args: argparse.Namespace, client: RoomClient, words: Words, err: TextIO) -> str:
    """Carry out the command, if one is given, and return the staff list. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "add":
            said = client.post("/api/staff/put", _put(args.name, args.role, ask_pin(words, err)))
        case "role":
            said = client.post("/api/staff/put", _put(_member(args.name, client).name, args.role))
        case "pin":
            one = _member(args.name, client)
            said = client.post("/api/staff/put", _put(one.name, one.role, ask_pin(words, err)))
        case "remove":
            said = client.post("/api/staff/remove", {"name": args.name})
        case _:
            said = client.get("/api/staff")
    return said.decode() if args.json else _staff_in_words(json_decoded(said, StaffList), words)


def devices_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out the command, if one is given, and return the paired devices. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "pair":
            said = client.post("/api/devices/approve", {"code": args.code, "name": args.name, "most": args.most})
        case "revoke":
            said = client.post("/api/devices/revoke", {"id": _device(args.device, client).id})
        case _:
            said = client.get("/api/devices")
    return said.decode() if args.json else _devices_in_words(json_decoded(said, DeviceList), words)


def _put(name: str, role: str, pin: str = "") -> dict[str, str]:
    return {"name": name, "role": role, "pin": pin}


def _member(name: str, client: RoomClient) -> StaffLine:
    for one in client.read("/api/staff", StaffList).staff:
        if name_key(one.name) == name_key(name):
            return one
    raise RequestFailed(message=message("nobody-of-that-name", name=name))


def _device(name: str, client: RoomClient) -> DeviceLine:
    """The device with this id, or with this name if no other device has it. Raises `RequestFailed`."""
    devices = client.read("/api/devices", DeviceList).devices
    found = [one for one in devices if one.id == name or name_key(one.name) == name_key(name)]
    if not found:
        raise RequestFailed(message=message("no-such-device"))
    if len(found) > 1:
        ids = ", ".join(one.id for one in found)
        raise RequestFailed(message=message("devices-of-one-name", name=name, ids=ids))
    return found[0]


def _staff_in_words(found: StaffList, words: Words) -> str:
    lines = []
    for one in found.staff:
        said = [ROLE_MESSAGES[one.role]]
        said += [message("staff-signed-in")] if one.signed_in else []
        said += [] if one.made_here else [message("staff-from-settings")]
        lines.append(f"{one.name}: {', '.join(map(words.say, said))}")
    return "\n".join(lines) or words.say(message("room-no-staff"))


def _devices_in_words(found: DeviceList, words: Words) -> str:
    lines = []
    for one in found.devices:
        said = message("room-device", name=one.name, role=ROLE_MESSAGES[one.most], by=one.by)
        there = [words.say(message("staff-signed-in")), *one.signed_in] if one.signed_in else []
        lines.append(", ".join([words.say(said), *there]))
    return "\n".join(lines) or words.say(message("room-no-device"))


def copy_given(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Give the tablet the clock's copy. Raises `RequestFailed` if no tablet is asking, or `Fault`."""
    if args.without:
        client.post("/api/recovery/dismiss", {"table": args.table})
    said = client.post("/api/copies/give", {"table": args.table, "check": args.check})
    if args.json:
        return said.decode()
    records = json_decoded(said, dict[str, int | str])["records"]
    return words.say(message("copy-given", table=args.table, count=records))


def history_chosen(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Keep the tablet's record, and say what part of the clock's copy was set aside. Without the tablet's number, only
    say what would change. Raises `RequestFailed` if no tablet is asking, or `Fault`."""
    if args.check:
        said = client.post("/api/copies/choose", {"table": args.table, "check": args.check})
        if args.json:
            return said.decode()
        done = json_decoded(said, dict[str, int | str])
        lines = [message("history-chosen", table=args.table, count=int(done["aside"]))]
        lines += [message("history-aside", path=str(done["file"]))] if done["file"] else []
        return "\n".join(map(words.say, lines))
    found = [one for one in client.read("/api/copies", CopyList).histories if one.table == args.table]
    if not found:
        raise RequestFailed(message=message("history-not-asked", table=args.table))
    if args.json:
        return msgspec.json.encode(found).decode()
    return "\n".join(words.say(line) for one in found for line in _consequence(one))


def _consequence(one: AskedHistory) -> Iterator[Message]:
    yield message("history-asks", table=one.table, check=one.check)
    yield message("history-would-aside", count=one.hands_aside, records=one.aside)
    yield message("history-would-add", count=one.hands_added, records=one.added)
    for seat in one.stacks:
        yield message("history-stacks", seat=seat.seat, name=seat.name, tablet=seat.tablet, clock=seat.clock)
    if one.chips:
        yield message("history-chips", chips=one.chips)
    if one.flags:
        yield message("history-flags", count=one.flags)
    yield message("history-say-number", table=one.table, check=one.check)
