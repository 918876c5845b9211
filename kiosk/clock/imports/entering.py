"""A list of players entered into a tournament: what would become of each line, and then all that may enter, as one act;
a line that is refused keeps nobody else out. Whoever is entered already is left alone: a list may be sent again."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.names import name_key
from engine.tournament.actions import MOST_TOGETHER, AddEntries, AddEntry
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.imports.players import Line
from kiosk.clock.service import Service
from kiosk.storage.keeper import Stale
from ui.words import Words

What = Literal["enters", "entered", "known", "refused", "unreadable"]


class ImportedLine(msgspec.Struct, frozen=True):
    """What becomes of a line: its player `enters`, is `entered` now, is `known` as entered before, is `refused` by the
    rules, or the line is `unreadable`; `why` in words."""

    line: int
    name: str
    player: str
    what: What
    why: str = ""


class Imported(msgspec.Struct, frozen=True):
    """A line for each of the list; how many enter, or did; the newest mark."""

    mark: int
    entered: int
    lines: tuple[ImportedLine, ...]


async def enter(
    service: Service, publisher: Publisher, lines: Sequence[Line], words: Words, by: str | None
) -> Imported:
    """Entered `by` somebody; only said where that is None. A list longer than `MOST_TOGETHER` is several acts. Raises
    `Fault` where the disk fails: the acts until then stay."""
    done: list[ImportedLine] = []
    for first in range(0, len(lines), MOST_TOGETHER):
        done += await _enter(service, publisher, lines[first : first + MOST_TOGETHER], words, by)
        await asyncio.sleep(0)  # others get their turn
    entered = sum(one.what in ("enters", "entered") for one in done)
    return Imported(publisher.desk.mark, entered, tuple(done))


async def _enter(
    service: Service, publisher: Publisher, lines: Sequence[Line], words: Words, by: str | None
) -> list[ImportedLine]:
    while True:
        mark = publisher.desk.mark
        done = list(_told(publisher, lines, words))
        entries = tuple(AddEntry(one.player, one.name) for one in done if one.what == "enters")
        if by is None or not entries:
            return done
        with suppress(Stale):  # something was decided meanwhile: who may enter is asked again
            await service.act(publisher, AddEntries(entries), mark, by)
            return [replace(one, what="entered") if one.what == "enters" else one for one in done]


def _told(publisher: Publisher, lines: Sequence[Line], words: Words) -> Iterator[ImportedLine]:
    """What would become of each."""
    known = {one.player for one in publisher.desk.state.entries.values() if not one.voided}
    new = [one for one in lines if not one.problem and (one.player or name_key(one.name)) not in known]
    refused = publisher.desk.would_enter(AddEntry(one.player, one.name) for one in new)
    why = dict(zip((one.number for one in new), refused, strict=True))
    for line in lines:
        what: What = "enters"
        said = ""
        if line.problem:
            what, said = "unreadable", words.say(line.problem)
        elif line.number not in why:
            what = "known"
        elif not_allowed := why[line.number]:
            what, said = "refused", words.refusal(not_allowed)
        yield ImportedLine(line.number, line.name, line.player, what, said)
