"""Requests from tablets whose journal differs from the clock's copy: to get the copy, or to keep their own history."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from kiosk.clock.tables.view import AskedCopy, AskedHistory
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import body_of, read_as


class CopyList(msgspec.Struct, frozen=True):
    """The tablets that are asking for the clock's copy, and those that are asking to keep their own history. The
    longest-waiting ones come first."""

    copies: tuple[AskedCopy, ...]
    histories: tuple[AskedHistory, ...]


class CopyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet of this table that is showing the number `check`. If that is empty, it is the only tablet that is
    asking."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)] = ""


class HistoryChosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tablet of this table that is showing the number `check`."""

    table: int
    check: Annotated[str, msgspec.Meta(max_length=20)]


copies = APIRouter()
"""The routes under /api/copies."""


@copies.get("")
async def read_copies(ask: Asking) -> Response:
    return json_of(CopyList(ask.service.copies.asked, ask.service.choices.asked))


@copies.post("/give")
async def give_copy(ask: Asking, request: Request) -> Response:
    given = read_as(await body_of(request), CopyGiven)
    return json_of(await ask.service.copies.give(given.table, given.check))


@copies.post("/choose")
async def choose_history(ask: Asking, request: Request) -> Response:
    chosen = read_as(await body_of(request), HistoryChosen)
    return json_of(await ask.service.choices.choose(chosen.table, chosen.check, ask.name))
