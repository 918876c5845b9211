"""Calls for the floor at a table: the hand at that moment, and the ruling. A pure fold beside the audit."""

import msgspec
from msgspec.structs import replace

from engine.actions import Action, Declare
from engine.events import AnyEvent, Asked, Event, HandEvent, HandStarted, Overruled, TakenBack
from engine.game.game import Game
from engine.hand.misdeals.rules import remedy
from engine.refused import Refused
from engine.rulings.apply_ruling import come_to
from engine.rulings.motion import BindingAct
from engine.rulings.rule import rule
from engine.table.actions.hands import ApplyRuling
from engine.table.actions.staff import FloorCalled, FloorCallWithdrawn, FloorCame
from engine.table.state import Table, is_playing
from engine.terms import FloorReason


class CaseRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling in record `mark`. `does` is the tag of the action that was ordered, and `why` is the floor's reason:
    a code, or what the floor typed.

    For a ruling by the rule book, `act` is the binding action, `to` the seat's total, and `clause` the source.
    """

    mark: int
    at_ms: int
    does: str
    act: BindingAct = ""
    to: int = 0
    clause: str = ""
    why: str = ""
    by: str = ""


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """A floor call in record `mark` of a table's journal, at `at_ms` in the table's wall-clock time, during hand number
    `hand`.

    `deal` is None between two hands. `players` are ids in dealing order. `by` is the floor person who came; it is empty
    until someone comes.
    """

    table: int
    mark: int
    at_ms: int
    why: FloorReason
    hand: int
    street: str = ""
    deal: HandStarted | None = None
    events: tuple[AnyEvent, ...] = ()
    players: tuple[str, ...] = ()
    rulings: tuple[CaseRuling, ...] = ()
    by: str = ""
    withdrawn: bool = False

    @property
    def is_ruled(self) -> bool:
        """Whether the case has a ruling, so that it can guide a similar call."""
        return bool(self.rulings)


BY_BOARD = ("preflop", "flop", "flop", "flop", "turn", "river")
"""The street for each number of cards on the board."""


def called(calls: tuple[Case, ...], before: Game, event: Event, seq: int, at_ms: int) -> tuple[Case, ...]:
    """The calls after one more event, which is number `seq` of the journal. `before` is the game before it. Rulings in
    the hand of the last call belong to that call, even after the floor has come."""
    if isinstance(event, FloorCalled) and before.table.staffing.call is None:
        return (*calls, _frozen(before, event, seq, at_ms))
    if not calls:
        return calls
    *others, last = calls
    match event:
        case FloorCalled(why=why):
            last = replace(last, why=why)
        case FloorCame(by=by):
            last = replace(last, by=by)
        case FloorCallWithdrawn():
            last = replace(last, withdrawn=True)
        case Asked(action=action) if action.is_ruling and before.table.hands == last.hand:
            last = replace(last, rulings=(*last.rulings, _ruling(before.table, action, seq, at_ms)))
        case TakenBack(to=to):
            last = replace(last, rulings=tuple(one for one in last.rulings if one.mark <= to))
        case _:
            return calls
    return (*others, last)


def _frozen(game: Game, event: FloorCalled, seq: int, at_ms: int) -> Case:
    """The case without the floor's earlier orders, which contain names."""
    table, timeline = game.table, game.state.timeline
    events: list[Event] = [fact.event for fact in timeline.facts] if timeline else []
    case = Case(table=table.number, mark=seq, at_ms=at_ms, why=event.why, hand=table.hands)
    if table.hand is None or not is_playing(table) or not events or not isinstance(deal := events[0], HandStarted):
        return case
    there = [table.seats[seat - 1] for seat in deal.seats]
    return replace(
        case,
        street=BY_BOARD[len(table.hand.board)],
        deal=deal,
        events=tuple(one for one in events[1:] if isinstance(one, HandEvent) and not isinstance(one, Overruled)),
        players=tuple(one.player if one else "" for one in there),
    )


def _ruling(table: Table, action: Action, seq: int, at_ms: int) -> CaseRuling:
    """The order, and its clause if the book has one, without the name of the person who gave the order."""
    by = "" if isinstance(action, Declare) else str(getattr(action, "by", ""))
    why = str(getattr(action, "why", ""))
    if floor := str(getattr(action, "floor", "")):
        by, _, why = floor.rpartition(": ")
    made = CaseRuling(seq, at_ms, str(action.__struct_config__.tag), why=why, by=by)
    if table.hand is None or table.book is None:
        return made
    try:
        if isinstance(action, ApplyRuling):
            _, hand = come_to(table.hand, action.motion)
            ruled = rule(hand, action.motion, table.book)
            return replace(made, act=ruled.act, to=ruled.to, clause=ruled.clause)
        if isinstance(action, Declare):
            return replace(made, clause=remedy(table.hand, action.mishap, table.book).clause)
    except Refused:  # the audit flags it
        pass
    return made
