"""The tournament rules: the events that follow from an action. The module consists of values and functions, and does
not have files, a clock or randomness of its own.

`LevelClock.since_ms` is in the time of the service run that wrote the event; the next run begins with `Recover`.
`tables` holds the facts from the sittings' own journals and is passed in like the time. An event carries every value on
which it was decided.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import reduce
from typing import assert_never

from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    AddEntries,
    AddEntry,
    AddMember,
    AddOn,
    BookUnbooked,
    BreakTable,
    CarryOver,
    ChangeTerms,
    CheckIn,
    ClearForfeit,
    CloseTable,
    ConfirmBust,
    CountBag,
    Create,
    DrawSeats,
    EditStructure,
    End,
    EndFlight,
    EnterAt,
    Forfeit,
    GiveUp,
    HaltTable,
    HandForHand,
    MakeDeal,
    MoveEntry,
    NextHand,
    PinEntry,
    PrepareDraw,
    Promote,
    Rebuy,
    Redraw,
    RoomOrder,
    Schedule,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    SetBreakOrder,
    SetPolicy,
    TournamentAction,
    TurnAway,
    TypeTable,
    UndoAct,
    UseSeat,
    UseTable,
    VoidEntry,
)
from engine.tournament.context import Context
from engine.tournament.events import TournamentCreated, TournamentEvent
from engine.tournament.field.bars import Bar
from engine.tournament.rules import (
    away_rules,
    barrier_rules,
    break_rules,
    clock_rules,
    custody_rules,
    draw_rules,
    edit_rules,
    end_rules,
    entry_rules,
    flight_rules,
    halt_rules,
    many_entries,
    pin_rules,
    policy_rules,
    rebuy_rules,
    redraw_rules,
    seat_rules,
    start_rules,
    terms_rules,
    typed_rules,
    undo_rules,
    use_rules,
)
from engine.tournament.rules import deal_rules as deals
from engine.tournament.rules.team_rules import with_team
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.state import Ordered, Tournament, apply
from engine.tournament.tables.facts import Tables

AFTERWARDS = UndoAct | CloseTable | ClearForfeit | AcceptDifference | CountBag
"""The actions that are still possible once a tournament or a flight is over."""


def order(  # noqa: PLR0913, PLR0917 the inputs of a decision, and its author
    tournament: Tournament,
    action: TournamentAction,
    by: str,
    now_ms: int,
    tables: Tables,
    bars: Mapping[int, Bar] | None = None,
) -> list[TournamentEvent]:
    """The events that follow from an action, as one act that can be undone. Raises `Refused`."""
    events = decide(tournament, action, now_ms, tables, bars)
    return [Ordered(by, len(events)), *events] if events else []


def decide(
    tournament: Tournament,
    action: TournamentAction,
    now_ms: int,
    tables: Tables | None = None,
    bars: Mapping[int, Bar] | None = None,
) -> list[TournamentEvent]:
    """The events that follow from an action; `bars` are the room's bars for entries without a seat. If it raises
    `Refused`, nothing has changed."""
    if isinstance(action, Create):
        return _create(tournament, action)
    structure, terms = tournament.structure, tournament.terms
    if structure is None or terms is None:
        raise Refused("room-not-open")
    if not isinstance(action, AddEntries | EnterAt | RoomOrder):
        return clock_rules.decide(tournament, structure, action, now_ms, with_typed(tournament, tables or {}))
    if not isinstance(action, AFTERWARDS):
        if tournament.ended:
            raise Refused("tournament-ended")
        if tournament.flight:
            raise Refused("flight-ended")
    facts = with_typed(tournament, tables or {})
    context = Context(structure, terms, now_ms, facts, bars=bars or {})
    if isinstance(action, AddEntries):
        return many_entries.add_entries(tournament, action, context)
    if isinstance(action, EnterAt):
        return many_entries.enter_at(tournament, action, context)
    done = _in_room(tournament, action, context)
    return done if isinstance(done, list) else with_team(tournament, done)


def _in_room(  # noqa: PLR0911, PLR0912  one for each action
    tournament: Tournament, action: RoomOrder, context: Context
) -> TournamentEvent | list[TournamentEvent]:
    match action:
        case EditStructure():
            return edit_rules.edit_structure(tournament, action, context)
        case AddEntry():
            return entry_rules.add_entry(tournament, action, context)
        case VoidEntry():
            return entry_rules.void_entry(tournament, action, context)
        case AddMember():
            return entry_rules.add_member(tournament, action, context)
        case CheckIn():
            return entry_rules.check_in(tournament, action, context)
        case Promote():
            return entry_rules.promote(tournament, action, context)
        case Forfeit():
            return start_rules.forfeit(tournament, action, context)
        case ClearForfeit():
            return start_rules.clear_forfeit(tournament, action)
        case GiveUp():
            return start_rules.give_up(tournament, action, context)
        case TurnAway():
            return start_rules.turn_away(tournament, action, context)
        case Schedule():
            return start_rules.schedule(tournament, action)
        case HandForHand():
            return barrier_rules.hand_for_hand(tournament, action, context)
        case HaltTable():
            return halt_rules.halt_table(tournament, action, context)
        case NextHand():
            return barrier_rules.next_hand(tournament, context)
        case AddOn():
            return rebuy_rules.add_on(tournament, action, context)
        case MakeDeal():
            return deals.make_deal(tournament, action, context)
        case EndFlight():
            return flight_rules.end_flight(tournament, action, context)
        case CarryOver():
            return flight_rules.carry_over(tournament, action, context)
        case AcceptDifference():
            return custody_rules.accept_difference(tournament, action, context)
        case CountBag():
            return custody_rules.count_bag(tournament, action)
        case Rebuy():
            return rebuy_rules.rebuy(tournament, action, context)
        case SendPurchases():
            return rebuy_rules.send_purchases(tournament, action, context)
        case UseTable():
            return seat_rules.open_table(tournament, action, context)
        case BookUnbooked():
            return away_rules.book_unbooked(tournament, action, context)
        case SeatAgain():
            return away_rules.seat_again(tournament, action, context)
        case TypeTable():
            return typed_rules.type_table(tournament, action, context)
        case PrepareDraw():
            return draw_rules.prepare_draw(tournament, action)
        case DrawSeats():
            return seat_rules.draw(tournament, action, context)
        case SeatEntry():
            return seat_rules.seat_entry(tournament, action, context)
        case MoveEntry():
            return seat_rules.move_entry(tournament, action, context)
        case UseSeat():
            return use_rules.use_seat(tournament, action, context)
        case PinEntry():
            return pin_rules.pin_entry(tournament, action, context)
        case BreakTable():
            return break_rules.break_table(tournament, action, context)
        case SetBreakOrder():
            return break_rules.set_break_order(tournament, action)
        case SetPolicy():
            return policy_rules.set_policy(tournament, action)
        case Redraw():
            return redraw_rules.redraw(tournament, action, context)
        case CloseTable():
            return seat_rules.close_table(tournament, action, context)
        case ConfirmBust():
            return end_rules.confirm_bust(tournament, action, context)
        case End():
            return end_rules.end(tournament, context)
        case ChangeTerms():
            return terms_rules.change_terms(tournament, action, context)
        case UndoAct():
            return undo_rules.undo(tournament, action, context)
        case Create():
            raise Refused("other-event", held=tournament.name, named=action.name)
    assert_never(action)


def _create(tournament: Tournament, action: Create) -> list[TournamentEvent]:
    """Create the tournament with its tables and policies, except for those that it cannot have."""
    if tournament.structure is not None:
        raise Refused("other-event", held=tournament.name, named=action.name)
    name = one_line(action.name)
    if not name_key(name):
        raise Refused("tournament-without-name")
    terms_rules.check_terms(action.structure, action.terms)
    events: list[TournamentEvent] = [
        TournamentCreated(action.id, name, action.book, action.structure, action.terms),
        *([draw_rules.committed(action.seed)] if action.seed else []),
    ]
    made = reduce(apply, events, tournament)
    beside: tuple[UseTable | SetPolicy, ...] = (*action.tables, *action.policies)
    for one in beside:
        with suppress(Refused):
            events += decide(made, one, 0)
            made = apply(made, events[-1])
    return events
