"""Lists the mishaps that are possible in the current hand, which are those that the engine does not refuse. All
functions are pure."""

from engine.events import Mishap, MishapKind
from engine.hand.misdeals.remedy import Remedy
from engine.hand.misdeals.rules import remedy
from engine.refused import Refused
from ui.dealer.pages.page import PageContext


def answer(context: PageContext, mishap: Mishap) -> Remedy | Refused:
    """The rule book's remedy, or why the mishap is impossible."""
    hand, book = context.game.table.hand, context.game.table.book
    if hand is None or book is None:
        return Refused("no-hand-in-play")
    try:
        return remedy(hand, mishap, book)
    except Refused as refused:
        return refused


def possible_seats(context: PageContext, kind: MishapKind) -> tuple[int, ...]:
    """The seats where the mishap can have happened. The result holds 0 if no seat is needed, and is empty if the mishap
    cannot have happened."""
    seats = (0, *(seat.seat for seat in context.table.seats))
    return tuple(seat for seat in seats if isinstance(answer(context, Mishap(kind, seat)), Remedy))


def refusal(context: PageContext, kind: MishapKind) -> Refused | None:
    """Why the mishap cannot have happened; None if it is possible."""
    found = answer(context, Mishap(kind))
    return found if isinstance(found, Refused) else None
