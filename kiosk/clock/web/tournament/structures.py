"""Blind structures over HTTP (built-in ones, other programs' files, and custom ones) and presets for new
tournaments."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Literal

import msgspec

from engine.tournament.levels.structure import Minutes, Structure, load_structure, shipped_structures
from engine.tournament.prizes.payouts import PayoutTable
from kiosk.clock.tournaments.presets import Presets
from kiosk.clock.tournaments.presets import presets as presets_of
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.operations import Example, Operations
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
    """A file from any program, recognized by its extension, with its bytes in Base64."""

    name: str
    content: bytes
    minutes: Minutes = 0
    """The length for levels whose length is not in the file."""


class FileWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A structure that is to be written as a file."""

    structure: Structure
    form: Literal["toml", "json", "csv"] = "toml"


_READING = ThreadPoolExecutor(1, "structures")
"""Reads one file at a time, outside the event loop, because a malicious file can take a second or two to read."""
structures = Operations()


@structures.operation("GET", "/structures", "look", "List the built-in structures", Example("which-there-are"))
async def list_structures(ask: Asking) -> StructureNames:
    return StructureNames(tuple(sorted(shipped_structures())))


@structures.operation(
    "GET", "/structures/{name}", "look", "Get a built-in structure", Example("one-of-them"), refuses=(400,)
)
async def read_shipped(ask: Asking, name: str) -> Structure:
    return load_structure(name)


@structures.operation(
    "POST", "/structures/read", "look", "Read a structure from a file: TOML, JSON, CSV or a desktop clock's format",
    Example("as-a-table", {"name": "x.csv", "content": "c2IsYmIsbWludXRlcwoyNSw1MCw1Cg=="}),
    Example("of-no-form", {"name": "x.toml", "content": "PQ=="}, 400),
)  # fmt: skip
async def read_file(ask: Asking, file: FileGiven) -> StructureRead:
    read = partial(read_structure, file.content, file.name, file.minutes)
    found = await asyncio.get_running_loop().run_in_executor(_READING, read)
    return StructureRead(found.structure, tuple(map(ask.words.say, found.guesses)), found.payouts)


@structures.operation(
    "POST", "/structures/make", "look", "Create a structure for a number of players and hours",
    Example("for-forty-players", {"name": "Friday", "players": 40, "hours": 4, "chips": [25, 100]}),
    Example("for-nobody", {"name": "Friday", "players": 0, "hours": 4, "chips": [25]}, 400),
)  # fmt: skip
async def make_to_measure(ask: Asking, asked: StructureRequest) -> Structure:
    return make_structure(asked)


@structures.operation(
    "POST", "/structures/write", "look", "Get a structure as a file",
    Example("for-a-spreadsheet", {"form": "csv", "structure": {
        "name": "Friday", "starting_stack": 500, "chips": [25],
        "entries": [{"kind": "level", "small": 25, "big": 50, "minutes": 5, "name": "Level 1"}],
    }}, answer="\ufeffname,Friday\r\nstarting_stack,500\r\nchips,25\r\nkind,small,big,minutes\r\nlevel,25,50,5\r\n"),
    Example("of-no-form", {"form": "pdf"}, 400),
    media="text/plain; charset=utf-8",
)  # fmt: skip
async def write_file(ask: Asking, wanted: FileWanted) -> str:
    return FORMS[wanted.form](wanted.structure)


@structures.operation("GET", "/presets", "look", "List the presets for a new tournament", Example("what-there-is"))
async def read_presets(ask: Asking) -> Presets:
    return presets_of(publisher.desk.state for publisher in ask.service.tournaments)
