"""Blind structures over HTTP: those that ship with the program, other programs' files read and written, and custom-made
structures.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Literal

import msgspec
from fastapi import APIRouter, Request, Response

from engine.tournament.levels.structure import Minutes, Structure, load_structure, shipped_structures
from engine.tournament.prizes.payouts import PayoutTable
from kiosk.clock.web.answers import Asking, json_of
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.structures.files import read_structure
from kiosk.structures.make import StructureRequest, make_structure
from kiosk.structures.written import FORMS


class StructureNames(msgspec.Struct, frozen=True):
    """The structures that ship with the program."""

    names: tuple[str, ...]


class StructureRead(msgspec.Struct, frozen=True):
    """The structure in a file, what was guessed and what was not read (in words), and the payout table if the file has
    prizes."""

    structure: Structure
    guesses: tuple[str, ...]
    payouts: PayoutTable | None = None


class FileGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of any program, recognized by the ending of its name, with its bytes in Base64."""

    name: str
    content: bytes
    minutes: Minutes = 0
    """The length of the levels for which the file has none."""


class FileWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A structure that is to be written as a file."""

    structure: Structure
    form: Literal["toml", "json", "csv"] = "toml"


_READING = ThreadPoolExecutor(1, "structures")
"""Reads one file at a time, outside the loop that tables and displays wait for, because a hostile file takes a second
or two.
"""
structures = APIRouter()
"""The routes under /api/structures, which do not change anything."""


@structures.get("")
async def list_structures(ask: Asking) -> Response:
    return json_of(StructureNames(tuple(sorted(shipped_structures()))))


@structures.get("/{name}")
async def read_shipped(ask: Asking, name: str) -> Response:
    return json_of(load_structure(name))


@structures.post("/read")
async def read_file(ask: Asking, request: Request) -> Response:
    file = read_as(await body_of(request), FileGiven)
    read = partial(read_structure, file.content, file.name, file.minutes)
    found = await asyncio.get_running_loop().run_in_executor(_READING, read)
    return json_of(StructureRead(found.structure, tuple(map(ask.words.say, found.guesses)), found.payouts))


@structures.post("/make")
async def make_to_measure(ask: Asking, request: Request) -> Response:
    return json_of(make_structure(read_as(await body_of(request), StructureRequest)))


@structures.post("/write")
async def write_file(ask: Asking, request: Request) -> Response:
    wanted = read_as(await body_of(request), FileWanted)
    return Response(FORMS[wanted.form](wanted.structure), media_type="text/plain; charset=utf-8")
