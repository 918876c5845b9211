"""Player lists over HTTP: as pasted text, or as a file."""

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.imports.entering import enter
from kiosk.clock.imports.players import read_players
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, body_of, read_as


class ImportAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as `text`, or the bytes of a `file` in Base64. `choices` are the ids of choices about how to read the
    list. `answers` say, for each line that raises a question (by its `at`), who the player is: `new`, or `same:`
    followed by a player. With `same`, each line that may be a person known to the room is that person.
    """

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
    listed = await asyncio.to_thread(read_players, content, asked.choices)  # a workbook takes several seconds
    by = None if dry_run else ask.name
    return json_of(await enter(ask.service, publisher, listed, ask.words, by, asked.answers, asked.same))
