"""Player lists over HTTP: as pasted text, or as a file. First, the outcome of each line is shown; then all players who
may enter are added in a single action. A refused line does not keep anyone else out. Players who are already entered
are skipped, so a list may be sent again."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.message import Message, message
from engine.names import name_key
from engine.tournament.actions import AddEntries, AddEntry
from kiosk.clock.features.imports.players import ImportRow, read_players
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.twins import Twins, another_id, member_number
from kiosk.clock.web.answers import Asking, Caller
from kiosk.clock.web.bodies import DryRun
from kiosk.clock.web.operations import Example, Operations
from kiosk.protocol.players import ImportChoice, Imported, ImportedLine, Twin, What
from kiosk.storage.keeper import Stale
from ui.words import Words

NEW, SAME = "new", "same:"
"""The answers for a line that raises a question: a different person, or the player whose id follows."""


class ImportAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as `text`, or the bytes of a `file` in Base64. `choices` are the ids of choices about how to read the
    list. `answers` say, for each line that raises a question (by its `at`), who the player is: `new`, or `same:`
    followed by a player. With `same`, each line that matches one person on file is taken to be that person."""

    text: str = ""
    file: bytes = b""
    choices: tuple[str, ...] = ()
    answers: dict[int, str] = {}
    same: bool = False


class _Resolved(NamedTuple):
    """A line, and the identity with which its player would enter. If there are `twins`, the line raises a question
    first."""

    at: int
    line: ImportRow
    player: str
    name: str
    twins: tuple[Twin, ...] = ()
    problem: Message | None = None


def _resolved(lines: Sequence[ImportRow], twins: Twins, asked: ImportAsked) -> Iterator[_Resolved]:
    """Each line with its player's identity. This depends on the room, the lines before it, and the answers."""
    for at, line in enumerate(lines):
        if line.problem:
            yield _Resolved(at, line, line.player, line.name, problem=line.problem)
            continue
        its_id = line.player or name_key(line.name)
        alike = [one for one in twins.of(line.player, line.name) if not one.plays or one.player != its_id]
        answer = asked.answers.get(at, "")
        of_room = [one for one in alike if not one.line]
        if asked.same and not answer and len(alike) == len(of_room) == 1:
            answer = SAME + of_room[0].player
        same = next((one for one in alike if answer == SAME + one.player), None)
        if same and same.line:
            yield _Resolved(at, line, its_id, line.name, problem=message("import-twice", line=same.line))
        elif same:
            yield _Resolved(at, line, same.player, same.name)
        elif alike and answer != NEW:
            yield _Resolved(at, line, its_id, line.name, tuple(alike))
        else:
            player = another_id(line.name, twins.players) if alike and not line.player else its_id
            number = member_number(player, line.name)
            twins.add(Twin(line.name, player, number, line=line.number))
            yield _Resolved(at, line, player, line.name)


async def _enter(ask: Caller, publisher: Publisher, lines: Sequence[_Resolved], dry_run: bool) -> list[ImportedLine]:
    while True:
        mark = publisher.desk.mark
        done = list(_outcomes(publisher, lines, ask.words))
        entries = tuple(AddEntry(one.player, one.name) for one in done if one.what == "enters")
        if dry_run or not entries:
            return done
        with suppress(Stale):  # something was decided in the meantime: check again who may enter
            await ask.service.orders.act(publisher, AddEntries(entries), mark, ask.name)
            return [replace(one, what="entered") if one.what == "enters" else one for one in done]


def _outcomes(publisher: Publisher, lines: Sequence[_Resolved], words: Words) -> Iterator[ImportedLine]:
    known = {one.player for one in publisher.desk.state.entries.values() if not one.voided}
    new = [one for one in lines if not one.problem and not one.twins and one.player not in known]
    refused = publisher.desk.would_enter(AddEntry(one.player, one.name) for one in new)
    why = dict(zip((one.at for one in new), refused, strict=True))
    for one in lines:
        what: What = "enters"
        said = ""
        if one.problem:
            what, said = "unreadable", words.say(one.problem)
        elif one.twins:
            what = "asks"
        elif one.at not in why:
            what = "known"
        elif not_allowed := why[one.at]:
            what, said = "refused", words.refusal(not_allowed)
        number = member_number(one.player, one.name) if one.name else one.line.player
        yield ImportedLine(one.line.number, one.name, one.player, what, said, one.at, number, one.twins)


imports = Operations()


@imports.operation(
    "POST", "/tournaments/{tournament}/import", "register", "Register a list of players, one line at a time",
    Example("only-say-who-would-enter", {"text": "Name;Member\nAna;ana\n;17\n"}, dry_run=True, answer={
        "mark": 47, "entered": 0, "lines": [
            {"line": 2, "name": "Ana", "player": "ana", "what": "known", "why": "", "at": 0, "number": "",
             "twins": []},
            {"line": 3, "name": "", "player": "17", "what": "unreadable", "why": "there is no name on this line",
             "at": 1, "number": "17", "twins": []},
        ], "notes": [], "asked": "", "choices": [],
    }, after="order:type-table"),
    refuses=(503,),
)  # fmt: skip
async def import_players(ask: Asking, tournament: str, asked: ImportAsked, dry_run: DryRun = False) -> Imported:
    publisher = ask.found(tournament)
    content = asked.file or asked.text.encode("utf-8", "replace")
    listed = await asyncio.to_thread(read_players, content, asked.choices)  # a workbook takes several seconds
    room = (one.desk.state for one in ask.service.tournaments)
    twins = Twins(room, publisher.desk.state.id, ask.service.renaming.former)
    done = await _enter(ask, publisher, list(_resolved(listed.lines, twins, asked)), dry_run)
    say = ask.words.say
    return Imported(
        publisher.desk.mark,
        sum(one.what in ("enters", "entered") for one in done),
        tuple(done),
        tuple(map(say, listed.notes)),
        say(listed.asked) if listed.asked else "",
        tuple(ImportChoice(one.id, say(one.said), one.names) for one in listed.choices),
    )
