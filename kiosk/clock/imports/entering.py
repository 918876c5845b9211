"""A list of players entered into a tournament: what would become of each line, and then each line by itself, so that
one that is refused keeps nobody else out. Whoever is entered already is left alone: a list may be sent again."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.names import name_key
from engine.refused import Refused
from engine.tournament.actions import AddEntry
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.imports.players import Line
from kiosk.clock.service import Service
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
    """Entered `by` somebody; only said where that is None. Raises `Fault` where the disk fails: what was entered until
    then stays."""
    state = publisher.desk.state
    known = {one.player for one in state.entries.values() if not one.voided}
    done: list[ImportedLine] = []
    for line in lines:
        what: What = "entered"
        why = ""
        if line.problem:
            what, why = "unreadable", words.say(line.problem)
        elif (line.player or name_key(line.name)) in known:
            what = "known"
        else:
            action = AddEntry(line.player, line.name)
            try:
                if by is None:
                    publisher.desk.would(action)
                    what = "enters"
                else:
                    await service.act(publisher, action, None, by)
            except Refused as refused:
                what, why = "refused", words.refusal(refused)
        done.append(ImportedLine(line.number, line.name, line.player, what, why))
    entered = sum(one.what in ("enters", "entered") for one in done)
    return Imported(publisher.desk.mark, entered, tuple(done))
