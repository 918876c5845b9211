"""The tournament rules: the events that follow from an action. The module consists of values and functions, and does
not have files, a clock or randomness of its own.

`LevelClock.since_ms` is in the time of the service run that wrote the event; the next run begins with `Recover`.
`tables` holds the facts from the sittings' own journals and is passed in like the time. An event carries every value
that the decision was based on.
"""

from collections.abc import Mapping

import msgspec

from engine.refused import Refused
from engine.tournament.actions import DrawSeats, End, HandForHand, UndoAct
from engine.tournament.field.bars import Bar
from engine.tournament.levels import level_clock
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.setup.create import Create, create
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.seating.seat_rules import seats_needed
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.state import Event, Ordered, Tournament, standing
from engine.tournament.tables.facts import Tables

NEWEST = 20
"""How many of the newest actions are checked for undo. Older ones are in the log."""


def order(  # noqa: PLR0913, PLR0917 the inputs of a decision, and its author
    tournament: Tournament,
    action: TournamentActionBase,
    by: str,
    now_ms: int,
    tables: Tables,
    bars: Mapping[int, Bar] | None = None,
) -> list[Event]:
    """The events that follow from an action, as a single step that can be undone. Raises `Refused`."""
    events = decide(tournament, action, now_ms, tables, bars)
    return [Ordered(by, len(events)), *events] if events else []


def decide(
    tournament: Tournament,
    action: TournamentActionBase,
    now_ms: int,
    tables: Tables | None = None,
    bars: Mapping[int, Bar] | None = None,
) -> list[Event]:
    """The events that follow from an action. `bars` lists the unseated entries that may not be admitted or seated.
    Raises `Refused`."""
    if isinstance(action, Create):
        return create(tournament, action)
    structure, terms = tournament.structure, tournament.terms
    if structure is None or terms is None:
        raise Refused("room-not-open")
    if not action.possible_after_end:
        if tournament.ended:
            raise Refused("tournament-ended")
        if tournament.flight:
            raise Refused("flight-ended")
    context = Context(structure, terms, now_ms, with_typed(tournament, tables or {}), bars=bars or {})
    return [each for event in action.decide(tournament, context) for each in event.for_team(tournament)]


class LegalOrders(msgspec.Struct, frozen=True, gc=False):
    """Whether entries are being taken, seats can be drawn, the clock can be started or paused, and the tournament can
    end. It also lists the newest actions that can be undone, newest first, and says whether rebuys are sold and whether
    the terms include add-ons. `seats_needed` is the number of players for whom there is no seat. `hold_hands` and
    `release_hands` say whether hand for hand can start or end."""

    enter: bool
    draw: bool
    start: bool
    pause: bool
    end: bool
    undo: tuple[int, ...]
    rebuy: bool = False
    add_on: bool = False
    seats_needed: int = 0
    hold_hands: bool = False
    release_hands: bool = False


def legal(tournament: Tournament, context: Context) -> LegalOrders:
    """The actions that a screen may offer now. Any other action is refused with its reason."""
    running, over = level_clock.is_running(tournament.clock), tournament.ended is not None
    takes, newest = takes_entries(tournament, context), reversed(standing(tournament)[-NEWEST:])
    return LegalOrders(
        enter=takes,
        draw=not over and DrawSeats().is_legal(tournament, context),
        start=not running and not over,
        pause=running,
        end=End().is_legal(tournament, context),
        undo=tuple(act.number for act in newest if UndoAct(act.number).is_legal(tournament, context)),
        rebuy=context.terms.rebuys > 0 and takes,
        add_on=context.terms.prizes.add_on_chips > 0 and not over,
        seats_needed=0 if over else seats_needed(tournament, context),
        hold_hands=not over and HandForHand(on=True).is_legal(tournament, context),
        release_hands=not over and HandForHand(on=False).is_legal(tournament, context),
    )
