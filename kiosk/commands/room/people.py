"""`kiosk room staff` and `devices`: the people who may sign in at the clock, their roles, and their devices."""

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
    AskedTable,
    CopyList,
    DeviceLine,
    DeviceList,
    StaffLine,
    StaffList,
)
from ui.words import Words


def staff_done(args: argparse.Namespace, client: RoomClient, words: Words, err: TextIO) -> str:
    """Carry out a command, or none, and return the staff list. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "add":
            said = client.post("/api/staff/put", _put(args.name, args.role, ask_pin(words, err)))
        case "role":
            said = client.post("/api/staff/put", _put(_member(args.name, client, words).name, args.role))
        case "pin":
            one = _member(args.name, client, words)
            said = client.post("/api/staff/put", _put(one.name, one.role, ask_pin(words, err)))
        case "remove":
            said = client.post("/api/staff/remove", {"name": args.name})
        case _:
            said = client.get("/api/staff")
    return said.decode() if args.json else _staff_in_words(json_decoded(said, StaffList), words)


def devices_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out a command, or none, and return the paired devices. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "pair":
            approved = {"code": args.code, "name": args.name, "most": args.most}
            said = client.post("/api/devices/approve", approved)
        case "revoke":
            said = client.post("/api/devices/revoke", {"id": _device(args.device, client, words).id})
        case _:
            said = client.get("/api/devices")
    return said.decode() if args.json else _devices_in_words(json_decoded(said, DeviceList), words)


def _put(name: str, role: str, pin: str = "") -> dict[str, str]:
    return {"name": name, "role": role, "pin": pin}


def _member(name: str, client: RoomClient, words: Words) -> StaffLine:
    for one in json_decoded(client.get("/api/staff"), StaffList).staff:
        if name_key(one.name) == name_key(name):
            return one
    raise _not_done(message("nobody-of-that-name", name=name), words)


def _device(name: str, client: RoomClient, words: Words) -> DeviceLine:
    """The device with this id, or with this name if no other device has it. Raises `RequestFailed`."""
    devices = json_decoded(client.get("/api/devices"), DeviceList).devices
    found = [one for one in devices if one.id == name or name_key(one.name) == name_key(name)]
    if len(found) > 1:
        raise _not_done(message("devices-of-one-name", name=name, ids=", ".join(one.id for one in found)), words)
    if not found:
        raise _not_done(message("no-such-device"), words)
    return found[0]


def _not_done(why: Message, words: Words) -> RequestFailed:
    return RequestFailed(words.say(why), why)


def _staff_in_words(found: StaffList, words: Words) -> str:
    if not found.staff:
        return words.say(message("room-no-staff"))
    lines = []
    for one in found.staff:
        said = [words.say(ROLE_MESSAGES[one.role])]
        said += [words.say(message("staff-signed-in"))] if one.signed_in else []
        said += [] if one.made_here else [words.say(message("staff-from-settings"))]
        lines.append(f"{one.name}: {', '.join(said)}")
    return "\n".join(lines)


def _devices_in_words(found: DeviceList, words: Words) -> str:
    if not found.devices:
        return words.say(message("room-no-device"))
    lines = []
    for one in found.devices:
        said = message("room-device", name=one.name, role=ROLE_MESSAGES[one.most], by=one.by)
        there = [words.say(message("staff-signed-in")), *one.signed_in] if one.signed_in else []
        lines.append(", ".join([words.say(said), *there]))
    return "\n".join(lines)


TABLES = "/api/devices/tables"


def tablets_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out a command, or none, and return the tablets. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "let-in":
            approval = {"shown": args.shown, "table": args.table, "replace": args.replace}
            said = client.post(f"{TABLES}/approve", approval)
        case "turn-away":
            said = client.post(f"{TABLES}/turn-away", {"shown": args.shown})
        case "revoke" | "allow":
            said = client.post(f"{TABLES}/{args.what}", {"table": args.table})
        case _:
            said = client.get("/api/devices")
    return said.decode() if args.json else _in_words(json_decoded(said, DeviceList), words)


def _in_words(found: DeviceList, words: Words) -> str:
    lines = [_asks(one) for one in found.asked]
    lines += [message("room-tablet", table=one.table, by=one.by) for one in found.tablets]
    lines += [message("room-table-kept-out", table=table) for table in found.revoked_tables]
    return "\n".join(map(words.say, lines)) or words.say(message("room-no-tablet"))


def _asks(one: AskedTable) -> Message:
    of_any = message("room-tablet-asks", letters=one.code, check=one.check, address=one.address)
    of_one = message("room-tablet-asks-for", table=one.table, letters=one.code, check=one.check, address=one.address)
    return of_one if one.table else of_any


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
    say what would be. Raises `RequestFailed` if no tablet is asking, or `Fault`."""
    if args.check:
        said = client.post("/api/copies/choose", {"table": args.table, "check": args.check})
        if args.json:
            return said.decode()
        done = json_decoded(said, dict[str, int | str])
        lines = [message("history-chosen", table=args.table, count=int(done["aside"]))]
        lines += [message("history-aside", path=str(done["file"]))] if done["file"] else []
        return "\n".join(map(words.say, lines))
    asked = json_decoded(client.get("/api/copies"), CopyList)
    found = [one for one in asked.histories if one.table == args.table]
    if not found:
        raise RequestFailed(words.say(message("history-not-asked", table=args.table)))
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
