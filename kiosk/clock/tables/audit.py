"""The audit of one table: its records are replayed with the same engine, and flagged if they do not add up.

A pure fold. Nothing that a table sends can stop it: a record that cannot be replayed is flagged for the director and
halts the audit at the last good state.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import BadBook, RuleBook, load_book
from engine.events import Asked, Event
from engine.game import game as replay
from engine.game.game import BadRecord, Game
from engine.hand.state import ChipsNotConserved
from engine.message import Message, message
from engine.refused import Refused
from engine.table.actions.people import SeatLeft, SeatTaken
from engine.table.actions.setup import TableOpened
from engine.tournament.levels.played import PlayedLevel
from kiosk.clock.tables.call_log import Case, called
from kiosk.clock.tables.facts import HandTimes, SittingRecord, read_event, timed
from kiosk.clock.tables.record_names import ACTIONS, EVENTS
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable, decode_event
from kiosk.storage.chain import Record

MOST_FLAGS = 20


class AssignedSeat(msgspec.Struct, frozen=True, gc=False):
    seat: int
    player: str
    name: str
    chips: int


class Seating(msgspec.Struct, frozen=True, gc=False):
    """A table as assigned: its state when it opens, before its first hand."""

    table: int
    event: str
    book: str
    """The id of a rule book. If it does not ship with the program, `rules` is that book."""
    seat_count: int
    button: int
    seats: tuple[AssignedSeat, ...]
    rules: RuleBook | None = None


def book_of(seating: Seating) -> RuleBook:
    """The rule book of a seating. Raises `Fault` if it does not ship with this program."""
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as error:
        raise Fault("book-not-here", table=seating.table, error=error.message) from error


class AuditedTable(msgspec.Struct, frozen=True, gc=False):
    """A table at record `seq`. `seating` is what the clock assigned to it, and `book` is the rule book that it should
    play by."""

    seating: Seating
    book: RuleBook
    seq: int = 0
    game: Game = Game()
    expected: tuple[Event, ...] = ()
    """The remaining events of the last action."""
    diverged: bool = False
    """Whether the last action had events other than those expected. If so, nothing is checked until the next action."""
    halted: bool = False
    """Whether a record could not be replayed. If so, the game stays as it was before that record."""
    flags: tuple[Message, ...] = ()
    called_ms: int | None = None
    """When the table called the floor, in its own wall-clock time, or None if no call is open."""
    signed_ms: int | None = None
    """When the table's dealer signed in, in the table's wall-clock time, or None if nobody is signed in."""
    brought: int = 0
    """The chips that players brought from other tables, minus the chips that they took to other tables."""
    played: tuple[PlayedLevel, ...] = ()
    remarks: tuple[Message, ...] = ()
    """Remarks for the director on a table whose chips add up."""
    rest_ms: int | None = None
    """The start of the break or pause that the last remark was about."""
    record: SittingRecord = SittingRecord()
    hands: HandTimes = ()
    calls: tuple[Case, ...] = ()
    due: tuple[AssignedSeat, ...] = ()


def audit_record(audited: AuditedTable, record: Record) -> AuditedTable:
    """The table after one more record. It is flagged if the rules do not allow that record."""
    if audited.halted:
        return replace(audited, seq=record.seq)
    try:
        event = decode_event(record.body)
        checked = _check(audited, event, record.seq)
        read = read_event(audited.record, audited.game, event, record.seq, record.at_ms)
        hands = timed(audited.hands, event, record.seq, record.at_ms, audited.game.table.staffing.dealer)
        calls = called(audited.calls, audited.game, event, record.seq, record.at_ms)
        game = replay.apply(audited.game, event)
        replayed = replace(checked, seq=record.seq, game=game, record=read, hands=hands, calls=calls)
        dealt = _with_call(_with_dealer(replayed, audited.game, record.at_ms), record.at_ms)
        return _with_transfer(_with_level(dealt, audited.game), event)
    except (Unreadable, BadRecord, ChipsNotConserved) as error:
        why = error.message
    except Exception as error:  # untrusted input: it must not stop the other tables
        why = message("record-senseless", kind=type(error).__name__, error=str(error))
    stopped = flag(audited, message("record-unfollowed", record=record.seq, why=why))
    return replace(stopped, seq=record.seq, halted=True)


def _with_call(audited: AuditedTable, at_ms: int) -> AuditedTable:
    if audited.game.table.staffing.call is None:
        return audited if audited.called_ms is None else replace(audited, called_ms=None)
    return audited if audited.called_ms is not None else replace(audited, called_ms=at_ms)


def _with_dealer(audited: AuditedTable, before: Game, at_ms: int) -> AuditedTable:
    dealer = audited.game.table.staffing.dealer
    if dealer == before.table.staffing.dealer:
        return audited
    return replace(audited, signed_ms=at_ms if dealer else None)


def _with_level(audited: AuditedTable, before: Game) -> AuditedTable:
    stakes = audited.game.table.blinds
    if stakes is None or stakes == before.table.blinds:
        return audited
    others = tuple(one for one in audited.played if one.blinds != stakes)
    return replace(audited, played=(*others, PlayedLevel(audited.seating.table, audited.seq, stakes)))


def _with_transfer(audited: AuditedTable, event: Event) -> AuditedTable:
    if isinstance(event, SeatLeft) and event.to:
        return replace(audited, brought=audited.brought - event.chips)
    if isinstance(event, SeatTaken) and event.came_from:
        return replace(audited, brought=audited.brought + event.chips)
    return audited


def flag(audited: AuditedTable, found: Message) -> AuditedTable:
    if found in audited.flags or len(audited.flags) >= MOST_FLAGS:
        return audited
    return replace(audited, flags=(*audited.flags, found))


class ChipBalance(msgspec.Struct, frozen=True, gc=False):
    """The chips of a table or of the whole tournament.

    `found` are with players, in pots, and assigned to players who have yet to sit down. `issued` are those that the
    clock assigned. `adjusted` were added by count corrections, and `removed` left with disqualified players.
    """

    found: int = 0
    issued: int = 0
    adjusted: int = 0
    removed: int = 0

    @property
    def expected(self) -> int:
        return self.issued + self.adjusted - self.removed


def chips(audited: AuditedTable) -> ChipBalance:
    """The chips of one table. Chips that players brought count as issued to it."""
    table, seats = audited.game.table, audited.seating.seats
    waiting = sum(seat.chips for seat in audited.due)
    issued = sum(seat.chips for seat in seats) + audited.brought
    return ChipBalance(table.issued + waiting, issued, table.adjusted, table.removed)


def players_left(audited: AuditedTable) -> int:
    """How many players are not out, including those who have yet to sit down."""
    sitting = sum(seat is not None for seat in audited.game.table.seats)
    return sitting + len(audited.due)


def _check(audited: AuditedTable, event: Event, seq: int) -> AuditedTable:
    """Compare the event with what the engine decides for its action."""
    audited = _issued_so(audited, event, seq)
    if audited.expected:
        if event == audited.expected[0]:
            return replace(audited, expected=audited.expected[1:])
        found = message("record-not-next", record=seq, event=_said(event), expected=_said(audited.expected[0]))
        return replace(flag(audited, found), expected=(), diverged=True)
    if isinstance(event, Asked) and not replay.in_repair(audited.game):
        return _decide_again(audited, event, seq)
    return audited if audited.diverged else flag(audited, message("record-unasked", record=seq, event=_said(event)))


def _decide_again(audited: AuditedTable, event: Asked, seq: int) -> AuditedTable:
    audited = replace(audited, diverged=False)
    try:
        facts = replay.decide_asked(audited.game, event)
    except Refused as refused:
        if not refused.clause:  # not against the rules but impossible, such as a call by a seat that is not to act
            raise BadRecord("happened-though", event=_said(event), why=refused.message) from refused
        said = _said(event)
        found = message("record-refused", record=seq, event=said, why=refused.message, clause=refused.clause)
        return replace(flag(audited, found), diverged=True)
    if event.events != len(facts):
        expected = _said(replace(event, events=len(facts)))
        found = message("record-otherwise", record=seq, event=_said(event), expected=expected)
        return replace(flag(audited, found), diverged=True)
    return replace(audited, expected=tuple(facts))


def _issued_so(audited: AuditedTable, event: Event, seq: int) -> AuditedTable:
    seating = audited.seating
    if isinstance(event, TableOpened):
        mine = (event.table, event.event, event.book, event.seat_count)
        if mine != (seating.table, seating.event, audited.book, seating.seat_count):
            table, book = event.table, event.book.name
            found = message("table-opened-otherwise", record=seq, table=table, event=event.event, book=book)
            return flag(audited, found)
    if isinstance(event, SeatTaken) and not (event.came_from or event.purchase):
        if any(_is_issued(one, event) for one in seating.seats):
            return audited
        # The name is looked up later.
        found = message("seat-not-issued", record=seq, name=event.player, seat=event.seat, chips=event.chips)
        return flag(audited, found)
    return audited


def _is_issued(seat: AssignedSeat, event: SeatTaken) -> bool:
    """Whether the seat was assigned to this player. A player with a number in the tournament is identified only by that
    number."""
    same = (seat.seat, seat.player, seat.chips) == (event.seat, event.player, event.chips)
    return same and seat.name in ("", event.name)


def _said(event: Event) -> Message:
    """An event in short form, such as `raise (seat 3, 900)`."""
    if isinstance(event, Asked):
        return message("recorded-asked", what=_short(event.action, ACTIONS))
    return _short(event, EVENTS)


def _short(struct: msgspec.Struct, names: Mapping[str, Message]) -> Message:
    what = names[str(struct.__struct_config__.tag)]
    seat, chips = _number(struct, "seat"), _number(struct, "to", "chips")
    if seat and chips:
        return message("recorded-at-for", what=what, seat=seat, chips=chips)
    if seat:
        return message("recorded-at", what=what, seat=seat)
    return message("recorded-for", what=what, chips=chips) if chips else what


def _number(struct: msgspec.Struct, *fields: str) -> int:
    """The first of these fields in the struct that holds a nonzero number, or 0 if none does."""
    found = (getattr(struct, field, 0) for field in fields)
    return next((value for value in found if isinstance(value, int) and value), 0)
