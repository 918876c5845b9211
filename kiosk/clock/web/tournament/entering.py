"""Enters a list of players into a tournament: first the outcome of each line is shown, then all who may enter do so in
a single action. A refused line does not keep anyone else out. Players who are already entered are skipped, so a list
may be sent again.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from engine.message import Message, message
from engine.names import name_key
from engine.tournament.actions import AddEntries, AddEntry
from kiosk.clock.features.imports.players import ImportRow, Listed
from kiosk.clock.service import Service
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.twins import Twins, another_id, member_number
from kiosk.protocol.players import ImportChoice, Imported, ImportedLine, Twin, What
from kiosk.storage.keeper import Stale
from ui.words import Words

NEW, SAME = "new", "same:"
"""The answers for a line that raises a question: a different person, or the player whose id follows."""


class _Resolved(NamedTuple):
    """A line, and the identity with which its player would enter. If there are `twins`, the line raises a question
    first."""

    at: int
    line: ImportRow
    player: str
    name: str
    twins: tuple[Twin, ...] = ()
    problem: Message | None = None


async def enter(  # noqa: PLR0913, PLR0917  the list, who enters it, and the answers to its questions
    service: Service,
    publisher: Publisher,
    listed: Listed,
    words: Words,
    by: str | None,
    answers: Mapping[int, str] | None = None,
    are_same: bool = False,
) -> Imported:
    """Enter the players on behalf of the person `by`, or only show the outcome if `by` is None. `answers` say who the
    players on the lines with a question are. With `are_same`, each player who may be a person on file is that person.
    Raises `Refused` for more players than may enter together, and `Fault`. No one is entered in either case.
    """
    room = (one.desk.state for one in service.tournaments)
    twins = Twins(room, publisher.desk.state.id, service.renaming.former)
    lines = list(_resolved(listed.lines, twins, answers or {}, are_same))
    done = await _enter(service, publisher, lines, words, by)
    entered = sum(one.what in ("enters", "entered") for one in done)
    return Imported(
        publisher.desk.mark,
        entered,
        tuple(done),
        tuple(words.say(one) for one in listed.notes),
        words.say(listed.asked) if listed.asked else "",
        tuple(ImportChoice(one.id, words.say(one.said), one.names) for one in listed.choices),
    )


def _resolved(
    lines: Sequence[ImportRow], twins: Twins, answers: Mapping[int, str], are_same: bool
) -> Iterator[_Resolved]:
    """Each line with its player's identity. This depends on the room, the lines before it, and the answers."""
    for at, line in enumerate(lines):
        if line.problem:
            yield _Resolved(at, line, line.player, line.name, problem=line.problem)
            continue
        its_id = line.player or name_key(line.name)
        alike = [one for one in twins.of(line.player, line.name) if not one.plays or one.player != its_id]
        answer = answers.get(at, "")
        of_room = [one for one in alike if not one.line]
        if are_same and not answer and len(alike) == len(of_room) == 1:
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


async def _enter(
    service: Service, publisher: Publisher, lines: Sequence[_Resolved], words: Words, by: str | None
) -> list[ImportedLine]:
    while True:
        mark = publisher.desk.mark
        done = list(_outcomes(publisher, lines, words))
        entries = tuple(AddEntry(one.player, one.name) for one in done if one.what == "enters")
        if by is None or not entries:
            return done
        with suppress(Stale):  # something was decided in the meantime: check again who may enter
            await service.orders.act(publisher, AddEntries(entries), mark, by)
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
