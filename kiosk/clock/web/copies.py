"""The copies of tables that tablets ask for, over HTTP."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.tables.view import AskedCopy
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import body_of, read_as


class CopyList(msgspec.Struct, frozen=True):
    """The tablets that ask, the longest first."""

    copies: tuple[AskedCopy, ...]


class CopyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet of this table that shows the number `check`; an empty one is the only one that asks."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)] = ""


copies = APIRouter()
"""The routes under /api/copies."""


@copies.get("")
async def read_copies(ask: Asking) -> Response:
    return json_of(CopyList(ask.service.copies.asked))


@copies.post("/give")
async def give_copy(ask: Asking, request: Request) -> Response:
    given = read_as(await body_of(request), CopyGiven)
    return json_of(await ask.service.copies.give(given.table, given.check))
