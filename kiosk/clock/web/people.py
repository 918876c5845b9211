"""The people of the room over HTTP: a name erased for good."""

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import body_of, read_as


class EraseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose name; `anyway` though they play or are barred."""

    name: str
    anyway: bool = False


people = APIRouter()
"""The routes under /api/people."""


@people.post("/erase")
async def erase_name(ask: Asking, request: Request) -> Response:
    asked = read_as(await body_of(request), EraseAsked)
    return json_of(await ask.service.erase(asked.name, asked.anyway))
