"""Cases as a page lists them: the ones most similar to the question first."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from engine.books.rulebook import load_book
from engine.cards import Card
from engine.history.record import HandRecord, final
from engine.rulings.motion import act_told
from engine.terms import FloorReason
from engine.tournament.state import Tournament
from kiosk.clock.features.insight.case_law import CaseNoted
from kiosk.clock.tables.call_log import Case, CaseRuling
from kiosk.clock.tables.record_names import ACTIONS
from ui.words import Words
from ui.words.history.hand import streets_in_words

MOST = 20
"""The maximum number of cases listed."""


class CallFacts(NamedTuple):
    """The facts of a floor call: why the floor was called, on which street, and the clause of the ruling. An empty
    field matches anything."""

    why: str = ""
    street: str = ""
    clause: str = ""

    def matches(self, facts: "CallFacts") -> int:
        """How many of the facts match. Each counts as one, so that a director can see why a call was found."""
        return sum(bool(one) and one == other for one, other in zip(self, facts, strict=True))


class RulingSaid(msgspec.Struct, frozen=True):
    """A ruling in words, its clause, and who made it."""

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


class CaseList(msgspec.Struct, frozen=True):
    """The cases, the most similar ones first, and among equally similar ones the newest first. `ruled` is the total
    number of cases with a ruling."""

    cases: tuple[CaseView, ...]
    ruled: int


def listed(
    cases: Iterable[CaseNoted], room: Iterable[Tournament], wanted: CallFacts, words: Words, find: str = ""
) -> CaseList:
    """The cases that share at least one of the facts, or all cases if no facts are given. Only cases in which every
    word of `find` is found are included."""
    known = {one.id: one for one in room}
    every = list(cases)
    ranked = [(wanted.matches(_facts(one.case, wanted)), one) for one in every]
    found = [one for one in ranked if (one[0] or not any(wanted)) and _is_found(one[1].case, find, words)]
    found.sort(key=lambda one: (-one[0], -one[1].case.at_ms))
    views = (_view(one, known.get(one.tournament), likeness, words) for likeness, one in found[:MOST])
    return CaseList(tuple(views), len(every))


def _is_found(case: Case, find: str, words: Words) -> bool:
    """Whether the words are found in the ruling, its clause, its author, the reason for the call, or the table's
    number.
    """
    if not find.strip():
        return True
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
        rulings=tuple(RulingSaid(_said(one, words), one.clause, one.by or case.by) for one in case.rulings),
        alike=likeness,
    )


def _record(case: Case, tournament: Tournament | None) -> HandRecord | None:
    if case.deal is None:
        return None
    book = tournament.book if tournament and tournament.book else load_book("tda")
    entries = tournament.entries if tournament else {}
    names = [entries[int(one)].name if one.isdecimal() and int(one) in entries else "" for one in case.players]
    return HandRecord(case.deal, case.events, book, tuple(names), table=case.table, players=case.players)


def _said(one: CaseRuling, words: Words) -> str:
    said = words.say(act_told(one.act, one.to) if one.act else ACTIONS[one.does])
    return f"{said}: {one.why}" if one.why else said
