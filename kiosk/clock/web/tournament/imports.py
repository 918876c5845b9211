"""Player lists over HTTP: as pasted text, or as a file."""

import asyncio

import msgspec

from kiosk.clock.features.imports.players import read_players
from kiosk.clock.web.answers import Asking
from kiosk.clock.web.bodies import DryRun
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.tournament.entering import enter
from kiosk.protocol.players import Imported


class ImportAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as `text`, or the bytes of a `file` in Base64. `choices` are the ids of choices about how to read the
    list. `answers` say, for each line that raises a question (by its `at`), who the player is: `new`, or `same:`
    followed by a player. With `same`, each line that may be a person on file is that person.
    """

    text: str = ""
    file: bytes = b""
    choices: tuple[str, ...] = ()
    answers: dict[int, str] = {}
    same: bool = False


imports = Operations()


@imports.operation(
    "POST", "/tournaments/{tournament}/import", may="register", refuses=(503,),
    summary="Enter a list of players, each line by itself",
    examples=(
        Example("only-say-who-would-enter", {"text": "Name;Member\nAna;ana\n;17\n"}, dry_run=True, answer={
            "mark": 47, "entered": 0, "lines": [
                {"line": 2, "name": "Ana", "player": "ana", "what": "known", "why": "", "at": 0, "number": "",
                 "twins": []},
                {"line": 3, "name": "", "player": "17", "what": "unreadable", "why": "there is no name on this line",
                 "at": 1, "number": "17", "twins": []},
            ], "notes": [], "asked": "", "choices": [],
        }, after="order:type-table"),
    ),
)  # fmt: skip
async def import_players(ask: Asking, tournament: str, asked: ImportAsked, dry_run: DryRun = False) -> Imported:
    publisher = ask.found(tournament)
    content = asked.file or asked.text.encode("utf-8", "replace")
    listed = await asyncio.to_thread(read_players, content, asked.choices)  # a workbook takes several seconds
    by = None if dry_run else ask.name
    return await enter(ask.service, publisher, listed, ask.words, by, asked.answers, asked.same)
