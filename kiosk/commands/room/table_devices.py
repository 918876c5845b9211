"""`kiosk room tablets`, `glasses` and `cameras`: the devices at the tables."""

import argparse
from collections.abc import Iterator
from typing import TextIO

from engine.decoders import json_decoded
from engine.message import Message, message
from kiosk.commands.room.client import RequestFailed, RoomClient
from kiosk.protocol.people import AskedTable, ConnectedTable, DeviceList, PairedGlassLine
from ui.words import Words

DEVICES = "/api/devices"
TABLES = f"{DEVICES}/tables"
GLASSES = f"{DEVICES}/glasses"
SHORT_ID = 8
"""How many characters of a glass's id are shown."""


def tablets_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out the command, if one is given, and return the tablets. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "approve":
            approval = {"shown": args.shown, "table": args.table, "replace": args.replace}
            said = client.post(f"{TABLES}/approve", approval)
        case "turn-away":
            said = client.post(f"{TABLES}/turn-away", {"shown": args.shown})
        case "revoke" | "allow":
            said = client.post(f"{TABLES}/{args.what}", {"table": args.table})
        case _:
            said = client.get(DEVICES)
    return said.decode() if args.json else _tablets_in_words(json_decoded(said, DeviceList), words)


def _tablets_in_words(found: DeviceList, words: Words) -> str:
    lines = [_asks(one) for one in found.asked if not one.camera]
    lines += [message("room-tablet", table=one.table, by=one.by) for one in found.tablets]
    lines += [_runs(one, found.version) for one in found.connected]
    lines += [message("room-table-kept-out", table=table) for table in found.revoked_tables]
    return "\n".join(map(words.say, lines)) or words.say(message("room-no-tablet"))


def _asks(one: AskedTable) -> Message:
    of_any = message("room-tablet-asks", letters=one.code, check=one.check, address=one.address)
    of_one = message("room-tablet-asks-for", table=one.table, letters=one.code, check=one.check, address=one.address)
    return of_one if one.table else of_any


def _runs(one: ConnectedTable, own: str) -> Message:
    table, version = one.table, one.version
    match one.compared_to_clock:
        case "older" if not version:
            return message("room-table-runs-old", table=table)
        case "older":
            return message("room-table-older", table=table, version=version, own=own)
        case "newer":
            return message("room-table-newer", table=table, version=version, own=own)
        case _:
            return message("room-table-runs", table=table, version=version)


def glasses_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out the command, if one is given, and return the devices that show tables' screens. Raises
    `RequestFailed` or `Fault`."""
    match args.what:
        case "approve" | "turn-away":
            said = client.post(f"{GLASSES}/{args.what}", {"code": args.shown})
        case "revoke":
            said = client.post(f"{GLASSES}/revoke", {"id": _glass(args.glass, client).id})
        case _:
            said = client.get(DEVICES)
    return said.decode() if args.json else _glasses_in_words(json_decoded(said, DeviceList), words)


def _glass(name: str, client: RoomClient) -> PairedGlassLine:
    """The only glass whose id begins with `name`. Raises `RequestFailed` if there is none, or more than one."""
    found = [one for one in client.read(DEVICES, DeviceList).glasses if one.id.startswith(name)]
    if len(found) != 1:
        raise RequestFailed(message=message("no-such-device"))
    return found[0]


def _glasses_in_words(found: DeviceList, words: Words) -> str:
    shown = frozenset(one.table for one in found.glasses)
    lines = [
        message("room-glass-asks", letters=one.code, table=one.table, address=one.address)
        for one in found.asked_glasses
    ]
    lines += [_shows(one) for one in found.glasses]
    lines += [message("room-glass-free", table=table) for table in found.hosted if table not in shown]
    return "\n".join(map(words.say, lines)) or words.say(message("room-no-glass"))


def _shows(one: PairedGlassLine) -> Message:
    table, address, by, glass_id = one.table, one.address, one.by, one.id[:SHORT_ID]
    if one.connected:
        return message("room-glass-connected", table=table, address=address, by=by, id=glass_id)
    return message("room-glass", table=table, address=address, by=by, id=glass_id)


def cameras_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out the command, if one is given, and return the phones that are tables' cameras. Raises `RequestFailed`
    or `Fault`."""
    revokes = args.what == "revoke"
    said = client.post(f"{DEVICES}/cameras/revoke", {"table": args.table}) if revokes else client.get(DEVICES)
    if args.json:
        return said.decode()
    lines = _cameras(json_decoded(said, DeviceList))
    return "\n".join(map(words.say, lines)) or words.say(message("room-no-camera"))


def _cameras(found: DeviceList) -> Iterator[Message]:
    for one in found.asked:
        if one.camera:
            yield message("room-camera-asks", table=one.table, letters=one.code, check=one.check, address=one.address)
    for camera in found.cameras:
        if camera.connected:
            yield message("room-camera-connected", table=camera.table, by=camera.by)
        else:
            yield message("room-camera", table=camera.table, by=camera.by)
