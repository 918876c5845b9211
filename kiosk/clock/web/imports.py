"""Lists of players over HTTP: pasted, or a file as it is."""

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.imports.entering import enter
from kiosk.clock.imports.players import read_players
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, body_of, read_as


class ImportAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as `text`, or the bytes of a `file` in Base64."""

    text: str = ""
    file: bytes = b""


imports = APIRouter()
"""The route /api/tournaments/ID/import."""


@imports.post("/{tournament}/import")
async def import_players(ask: Asking, tournament: str, request: Request, dry_run: DryRun = False) -> Response:
    asked, publisher = read_as(await body_of(request), ImportAsked), ask.found(tournament)
    lines = read_players(asked.file or asked.text.encode("utf-8", "replace"))
    return json_of(await enter(ask.service, publisher, lines, ask.words, None if dry_run else ask.name))
