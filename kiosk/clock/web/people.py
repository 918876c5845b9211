"""The people of the room over HTTP: who is known, and a name erased for good."""

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.known import known_people
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import DryRun, Would, WouldHappen, body_of, read_as
from kiosk.protocol.tournaments import what_is_erased


class EraseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose name; `anyway` though they play or are barred."""

    name: str
    anyway: bool = False


people = APIRouter()
"""The routes under /api/people."""


@people.get("")
async def list_people(ask: Asking) -> Response:
    return json_of(known_people(publisher.desk.state for publisher in ask.service.tournaments))


@people.post("/erase")
async def erase_name(ask: Asking, request: Request, dry_run: DryRun = False) -> Response:
    asked = read_as(await body_of(request), EraseAsked)
    if dry_run:
        said = what_is_erased(await ask.service.would_erase(asked.name, asked.anyway))
        return json_of(Would(0, tuple(WouldHappen(one.code, ask.words.say(one)) for one in said)))
    return json_of(await ask.service.erase(asked.name, asked.anyway))
