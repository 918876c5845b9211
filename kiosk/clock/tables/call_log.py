"""Calls of the floor at a table: the hand as it stood then, and what was ruled. A pure fold beside the audit."""

from msgspec.structs import replace

from engine.actions import (
    Action,
    ApplyRuling,
    CorrectBets,
    Declare,
    Disqualify,
    ForfeitChips,
    Overrule,
    Penalise,
)
from engine.events import (
    Asked,
    Event,
    FloorCalled,
    FloorCallWithdrawn,
    FloorCame,
    HandEvent,
    HandStarted,
    Overruled,
    TakenBack,
)
from engine.game.game import Game
from engine.hand.misdeals.rules import remedy
from engine.refused import Refused
from engine.rulings.applied import come_to
from engine.rulings.rule import rule
from engine.table.state import Table, is_playing
from kiosk.protocol.cases import Case, CaseRuling

BY_BOARD = ("preflop", "flop", "flop", "flop", "turn", "river")
"""The street, by how many cards are on the board."""
FLOORS = (ApplyRuling, Overrule, Penalise, Disqualify, CorrectBets, ForfeitChips, Declare)
"""What the floor rules."""


def called(calls: tuple[Case, ...], before: Game, event: Event, seq: int, at_ms: int) -> tuple[Case, ...]:
    """With one more event, number `seq` of the journal, which `before` is the game of. What is ruled in the hand of the
    last call belongs to it, also once the floor has come."""
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
        case Asked(action=action) if isinstance(action, FLOORS) and before.table.hands == last.hand:
            last = replace(last, rulings=(*last.rulings, _ruling(before.table, action, seq, at_ms)))
        case TakenBack(to=to):
            last = replace(last, rulings=tuple(one for one in last.rulings if one.mark <= to))
        case _:
            return calls
    return (*others, last)


def _frozen(game: Game, event: FloorCalled, seq: int, at_ms: int) -> Case:
    """Without earlier orders of the floor, which carry names."""
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
    """What was ordered, by which clause of the book where that says so; without the name of who did."""
    by = "" if isinstance(action, Declare) else str(getattr(action, "by", "") or getattr(action, "floor", ""))
    why = str(getattr(action, "why", ""))
    made = CaseRuling(
        seq, at_ms, str(action.__struct_config__.tag), why=why, by="" if isinstance(action, Declare) else by
    )
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
