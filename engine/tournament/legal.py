"""The actions that a screen may offer for a tournament now. Any other action is refused with its reason."""

from contextlib import suppress

import msgspec

from engine.refused import Refused
from engine.tournament.actions import DrawSeats, UndoAct
from engine.tournament.context import Context
from engine.tournament.levels import level_clock
from engine.tournament.orders.results.busts import end
from engine.tournament.orders.seating.seats import draw
from engine.tournament.orders.setup.undo import undo
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.state import Tournament, standing

NEWEST = 20
"""How many of the newest acts are checked for undo. Older ones are in the log."""


class LegalOrders(msgspec.Struct, frozen=True, gc=False):
    """Whether entries are being taken, seats can be drawn, the clock can be started or paused, and the tournament can
    end. It also says which of the newest acts can be undone, newest first; whether rebuys are sold; and whether the
    terms include add-ons."""

    enter: bool
    draw: bool
    start: bool
    pause: bool
    end: bool
    undo: tuple[int, ...]
    rebuy: bool = False
    add_on: bool = False


def legal(tournament: Tournament, context: Context) -> LegalOrders:
    """The actions that are legal now in a tournament that has been created."""
    running, over = level_clock.is_running(tournament.clock), tournament.ended is not None
    may_draw = may_end = False
    takes = takes_entries(tournament, context)
    with suppress(Refused):
        draw(tournament, DrawSeats(), context)
        may_draw = not over
    with suppress(Refused):
        end(tournament, context)
        may_end = True
    return LegalOrders(
        enter=takes,
        draw=may_draw,
        start=not running and not over,
        pause=running,
        end=may_end,
        undo=tuple(_undoable(tournament, context)),
        rebuy=context.terms.rebuy.most > 0 and takes,
        add_on=context.terms.prizes.add_on_chips > 0 and not over,
    )


def _undoable(tournament: Tournament, context: Context) -> list[int]:
    found = []
    for act in reversed(standing(tournament)[-NEWEST:]):
        with suppress(Refused):
            undo(tournament, UndoAct(act.number), context)
            found.append(act.number)
    return found
