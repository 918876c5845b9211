"""Lists of players over HTTP: pasted, or a file as it is."""

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.imports.entering import enter
from kiosk.clock.imports.players import read_players
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, body_of, read_as


class ImportAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as `text`, or the bytes of a `file` in Base64. `choices` are those made of how it is read, by their ids;
    `answers` say who a line that asks is, by its `at`: `new`, or `same:` and a player. With `same` each line that may
    be one person of the room is that one."""

    text: str = ""
    file: bytes = b""
    choices: tuple[str, ...] = ()
    answers: dict[int, str] = {}
    same: bool = False


imports = APIRouter()
"""The route /api/tournaments/ID/import."""


@imports.post("/{tournament}/import")
async def import_players(ask: Asking, tournament: str, request: Request, dry_run: DryRun = False) -> Response:
    asked, publisher = read_as(await body_of(request), ImportAsked), ask.found(tournament)
    content = asked.file or asked.text.encode("utf-8", "replace")
    listed = await asyncio.to_thread(read_players, content, asked.choices)  # a workbook takes seconds
    by = None if dry_run else ask.name
    return json_of(await enter(ask.service, publisher, listed, ask.words, by, asked.answers, asked.same))
