"""The room's case law: calls for the floor, the hand at that moment, the ruling and who made it. It has its own stream,
which outlives tournaments. The person who ruled is recorded as a number, so that the name can be erased.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from engine.decoders import json_decoder
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import ROOM_CASES
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.call_log import Case
from kiosk.clock.tournaments.room import Place
from kiosk.faults import Fault
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules

log = logging.getLogger(__name__)


class CaseNoted(msgspec.Struct, frozen=True, tag_field="is", tag="case-noted"):
    """A call for the floor at a table in this stream, as it is known now. It replaces what was previously known about
    the call. The names of the people who came and ruled are stored as numbers.
    """

    tournament: str
    stream: str
    case: Case


Cases = dict[tuple[str, int], CaseNoted]
"""The cases by stream and record."""
CaseKeeper = StreamKeeper[Cases, CaseNoted, CaseNoted]
FORM: EventForm[CaseNoted] = EventForm(json_decoder(Written[CaseNoted]))


class CaseLaw:
    """The room's cases. Belongs to the event loop's thread."""

    def __init__(self, store: Store, wall_ms: Callable[[], int]) -> None:
        """Read the cases from the store. Raises `Fault`."""
        rules: Rules[Cases, CaseNoted, CaseNoted] = Rules(_decide, _apply, FORM.encode, FORM.decode)
        self._keeper: CaseKeeper = StreamKeeper.resume(store, ROOM_CASES, rules, {})
        self._names: Names = store.names
        self._wall_ms = wall_ms
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop noting cases. The rest are noted after the next start."""
        for task in self._tasks:
            task.cancel()

    def __iter__(self) -> Iterator[CaseNoted]:
        """Every case with a ruling, with names, in the order of the calls."""
        ruled = [one for one in self._keeper.state.values() if one.case.is_ruled]
        return iter([replace(one, case=_changed(one.case, self._text)) for one in ruled])

    def listener(self, writer: Writer, place_of: Callable[[int], Place]) -> Callable[[int], None]:
        """A function to call with the key of each changed table of a tournament."""
        seen: dict[int, tuple[Case, ...]] = {}

        def changed(key: int) -> None:
            place = place_of(key)
            calls = place.desk.audited.tables[key].calls
            if seen.get(key) is calls:
                return
            before, seen[key] = seen.get(key, ()), calls
            for case in calls:
                if case not in before and case.is_ruled and not self._knows(place.stream, case):
                    self._soon(writer, CaseNoted(place.desk.state.id, place.stream, _changed(case, self._number)))

        return changed

    def _knows(self, stream: str, case: Case) -> bool:
        """Whether the case is already known, ignoring names. A name that was erased in the meantime must not come back
        from the table's record.
        """
        noted = self._keeper.state.get((stream, case.mark))
        return noted is not None and _changed(noted.case, _somebody) == _changed(case, _somebody)

    def _soon(self, writer: Writer, noted: CaseNoted) -> None:
        task = asyncio.get_running_loop().create_task(self._note(writer, noted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _note(self, writer: Writer, noted: CaseNoted) -> None:
        try:
            await self._keeper.do(writer, lambda: noted, self._wall_ms())
        except Fault as fault:
            log.error("%s", fault)

    def _number(self, name: str) -> str:
        return str(self._names.number_of(name))

    def _text(self, number: str) -> str:
        return self._names.text_of(int(number))


def _decide(cases: Cases, noted: CaseNoted) -> list[CaseNoted]:
    """The events of a case; no events if the case is already known."""
    return [] if cases.get((noted.stream, noted.case.mark)) == noted else [noted]


def _apply(cases: Cases, noted: CaseNoted) -> Cases:
    return {**cases, (noted.stream, noted.case.mark): noted}


def _somebody(_: str) -> str:
    return "somebody"


def _changed(case: Case, change: Callable[[str], str]) -> Case:
    """The case, with the names of the people who came or ruled changed."""
    rulings = tuple(replace(one, by=change(one.by)) if one.by else one for one in case.rulings)
    return replace(case, by=change(case.by) if case.by else "", rulings=rulings)
