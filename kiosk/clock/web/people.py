"""The room's people over HTTP: known people, corrected names, merged people, and permanently erased names."""

import msgspec
from fastapi import APIRouter, Request, Response

from engine.message import Message, message
from kiosk.clock.known_people import known_people
from kiosk.clock.renaming import Correction
from kiosk.clock.twins import Twin, Twins
from kiosk.clock.web.answers import Asking, Caller, json_of
from kiosk.clock.web.bodies import DryRun, OrderPreview, WouldHappen, body_of, read_as
from kiosk.protocol.tournaments import what_is_erased


class EraseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to erase. With `anyway`, it is erased even if its player is still in or barred."""

    name: str
    anyway: bool = False


class RenameAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name. The player was entered with the id `player`, or under the name `was` if only one player
    has it."""

    name: str
    player: str = ""
    was: str = ""


class MergeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player with id `player` is the same person as the one with id `into`, whose name and id stay. With `anyway`,
    they are merged even if they have played in one event at the same time."""

    player: str
    into: str
    anyway: bool = False


class UndoCorrection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The correction to undo."""

    number: int


class CorrectionList(msgspec.Struct, frozen=True):
    """All corrections, the newest first."""

    corrections: tuple[Correction, ...]


class TwinList(msgspec.Struct, frozen=True):
    """The people who may be the same person, and an id for a different person with that name."""

    twins: tuple[Twin, ...]
    another: str


people = APIRouter()
"""The routes under /api/people."""


@people.get("")
async def list_people(ask: Asking) -> Response:
    room = (publisher.desk.state for publisher in ask.service.tournaments)
    return json_of(known_people(room, ask.service.renaming.former))


@people.get("/alike")
async def list_alike(ask: Asking, name: str = "", tournament: str = "", player: str = "") -> Response:
    room = (publisher.desk.state for publisher in ask.service.tournaments)
    found = Twins(room, tournament, ask.service.renaming.former)
    return json_of(TwinList(found.of(player, name), found.another(name)))


@people.get("/corrections")
async def list_corrections(ask: Asking) -> Response:
    return _corrections(ask)


@people.post("/rename")
async def rename_person(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), RenameAsked)
    if dry_run:
        change = ask.service.renaming.renamed(asked.was, asked.player, asked.name)
        return _would(ask, message("person-renamed", was=change.was, name=change.name))
    await ask.service.rename(asked.was, asked.player, asked.name, ask.name)
    return _corrections(ask)


@people.post("/merge")
async def merge_people(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), MergeAsked)
    if dry_run:
        change = ask.service.renaming.merged(asked.player, asked.into, asked.anyway)
        return _would(ask, message("people-merged", was=change.was, name=change.name))
    await ask.service.merge(asked.player, asked.into, ask.name, asked.anyway)
    return _corrections(ask)


@people.post("/undo")
async def undo_correction(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), UndoCorrection)
    if dry_run:
        change = ask.service.renaming.undone(asked.number)
        return _would(ask, message("person-renamed", was=change.was, name=change.name))
    await ask.service.undo_correction(asked.number, ask.name)
    return _corrections(ask)


@people.post("/erase")
async def erase_name(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), EraseAsked)
    if dry_run:
        said = what_is_erased(await ask.service.would_erase(asked.name, asked.anyway))
        return json_of(OrderPreview(0, tuple(WouldHappen(one.code, ask.words.say(one)) for one in said)))
    return json_of(await ask.service.erase(asked.name, asked.anyway))


def _corrections(ask: Caller) -> Response:
    return json_of(CorrectionList(ask.service.renaming.all))


def _would(ask: Caller, said: Message) -> Response:
    return json_of(OrderPreview(0, (WouldHappen(said.code, ask.words.say(said)),)))
