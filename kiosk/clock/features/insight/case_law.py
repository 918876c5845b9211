"""The room's case law: calls for the floor, the hand at that moment, the ruling and who made it. It has its own stream,
which outlives tournaments. The person who ruled is recorded as a number, so that the name can be erased. A page lists
the cases that are most similar to the question first.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.cards import Card
from engine.decoders import json_decoder
from engine.history.record import HandRecord, final
from engine.rulings.motion import act_told
from engine.terms import NAMELESS, FloorReason
from engine.tournament.state import Tournament
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import ROOM_CASES
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.call_log import Case, CaseRuling
from kiosk.clock.tables.record_names import ACTIONS
from kiosk.clock.tournaments.room import Place
from kiosk.faults import Fault
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.keeper import Rules
from ui.words import Words
from ui.words.history.hand import streets_in_words

MOST = 20

log = logging.getLogger(__name__)


class CaseNoted(msgspec.Struct, frozen=True, tag_field="is", tag="case-noted"):
    """A call for the floor at a table in this stream, as currently known. It replaces what was previously known about
    the call. The names of the people who came and ruled are stored as numbers."""

    tournament: str
    stream: str
    case: Case


Cases = dict[tuple[str, int], CaseNoted]
"""The cases by stream and record."""
FORM: EventForm[CaseNoted] = EventForm(json_decoder(Written[CaseNoted]))


class CaseLaw:
    """The room's cases. Belongs to the event loop's thread."""

    def __init__(self, store: ClockStore, wall_ms: Callable[[], int]) -> None:
        """Read the cases from the store. Raises `Fault`."""
        rules = Rules(_decide, _apply, FORM.encode, FORM.decode)
        self._keeper = StreamKeeper.resume(store, ROOM_CASES, rules, {})
        self._names: Names = store.names
        self._wall_ms = wall_ms
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop recording cases. Any that are left are recorded after the next start."""
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
        """Whether the case is known, ignoring names: an erased name must not come back from the table's record."""
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
    return [] if cases.get((noted.stream, noted.case.mark)) == noted else [noted]


def _apply(cases: Cases, noted: CaseNoted) -> Cases:
    return {**cases, (noted.stream, noted.case.mark): noted}


def _somebody(_: str) -> str:
    return "somebody"


def _changed(case: Case, change: Callable[[str], str]) -> Case:
    """The case, with the names of the people who came or ruled changed."""
    rulings = tuple(replace(one, by=change(one.by)) if one.by else one for one in case.rulings)
    return replace(case, by=change(case.by) if case.by else "", rulings=rulings)


class RulingSaid(msgspec.Struct, frozen=True):
    """A ruling in words, its clause, and who signed it; `by` is empty if nobody did."""

    says: str
    clause: str
    by: str


class CaseView(msgspec.Struct, frozen=True):
    """A call for the floor and its ruling. `alike` is how many of the requested facts it shares."""

    tournament: str
    event: str
    table: int
    hand: int
    at_ms: int
    why: FloorReason
    street: str
    players: int
    board: tuple[Card, ...]
    pot: int
    streets: tuple[tuple[str, ...], ...]
    rulings: tuple[RulingSaid, ...]
    alike: int


class CallFacts(NamedTuple):
    """The facts of a floor call: why the floor was called, on which street, and the clause of the ruling. An empty
    field matches anything."""

    why: str = ""
    street: str = ""
    clause: str = ""

    def matches(self, facts: "CallFacts") -> int:
        """How many of the facts match. Each counts as one, so that a director can see why a call was found."""
        return sum(bool(one) and one == other for one, other in zip(self, facts, strict=True))


class CaseList(msgspec.Struct, frozen=True):
    """The cases, the most similar ones first, and among equally similar ones the newest first. `ruled` is the total
    number of cases with a ruling."""

    cases: tuple[CaseView, ...]
    ruled: int


def listed(
    cases: Iterable[CaseNoted], room: Iterable[Tournament], wanted: CallFacts, words: Words, find: str = ""
) -> CaseList:
    """The cases that share at least one of the facts, or all if none are given, and that contain every word of
    `find`."""
    known = {one.id: one for one in room}
    every = list(cases)
    ranked = [(wanted.matches(_facts(one.case, wanted)), one) for one in every]
    found = [one for one in ranked if (one[0] or not any(wanted)) and _is_found(one[1].case, find, words)]
    found.sort(key=lambda one: (-one[0], -one[1].case.at_ms))
    views = (_view(one, known.get(one.tournament), likeness, words) for likeness, one in found[:MOST])
    return CaseList(tuple(views), len(every))


def _is_found(case: Case, find: str, words: Words) -> bool:
    """Whether the words are found in the ruling, its clause, its author, the call's reason, or the table's number."""
    rulings = [part for one in case.rulings for part in (_said(one, words), one.clause, one.by)]
    text = " ".join((*rulings, case.by, words.people.reasons.get(case.why, ""), str(case.table))).casefold()
    return all(word in text for word in find.casefold().split())


def _facts(case: Case, wanted: CallFacts) -> CallFacts:
    """The facts of a case. If it has several clauses, only the requested one is included."""
    clauses = [one.clause for one in case.rulings]
    clause = wanted.clause if wanted.clause in clauses else next(iter(clauses), "")
    return CallFacts(case.why, case.street, clause)


def _view(noted: CaseNoted, tournament: Tournament | None, likeness: int, words: Words) -> CaseView:
    case, record = noted.case, _record(noted.case, tournament)
    hand = final(record) if record else None
    return CaseView(
        tournament=noted.tournament,
        event=tournament.name if tournament else "",
        table=case.table,
        hand=case.hand,
        at_ms=case.at_ms,
        why=case.why,
        street=case.street,
        players=len(case.players),
        board=hand.board if hand else (),
        pot=hand.pot if hand else 0,
        streets=tuple(map(tuple, streets_in_words(record, words))) if record else (),
        rulings=tuple(RulingSaid(_said(one, words), one.clause, _signer(one.by or case.by)) for one in case.rulings),
        alike=likeness,
    )


def _signer(by: str) -> str:
    """The person's name; empty if only a role is known, because nobody signed."""
    return "" if by in NAMELESS else by


def _record(case: Case, tournament: Tournament | None) -> HandRecord | None:
    if case.deal is None:
        return None
    book = tournament.book if tournament and tournament.book else load_book("tda")
    entries = tournament.entries if tournament else {}
    names = [entries[int(one)].name if one.isdecimal() and int(one) in entries else "" for one in case.players]
    return HandRecord(case.deal, case.events, book, tuple(names), table=case.table, players=case.players)


def _said(one: CaseRuling, words: Words) -> str:
    said = words.say(act_told(one.act, one.to) if one.act else ACTIONS[one.does])
    return f"{said}: {words.reason(one.why)}" if one.why else said
