"""Which mishaps can have happened in the hand as it stands: what the engine does not refuse. Pure."""

from engine.events import Mishap, MishapKind
from engine.hand.misdeals.remedy import Remedy
from engine.hand.misdeals.rules import remedy
from engine.refused import Refused
from ui.dealer.pages.page import Sight


def answer(sight: Sight, mishap: Mishap) -> Remedy | Refused:
    """What the book does about it, or why it cannot have been."""
    hand, book = sight.game.table.hand, sight.game.table.book
    if hand is None or book is None:
        return Refused("no-hand-in-play")
    try:
        return remedy(hand, mishap, book)
    except Refused as refused:
        return refused


def possible_seats(sight: Sight, kind: MishapKind) -> tuple[int, ...]:
    """The seats it can have happened to; 0 where it needs none, nothing where it cannot have happened."""
    seats = (0, *(seat.seat for seat in sight.table.seats))
    return tuple(seat for seat in seats if isinstance(answer(sight, Mishap(kind, seat)), Remedy))


def refusal(sight: Sight, kind: MishapKind) -> Refused | None:
    """Why it cannot have happened; None where it can."""
    found = answer(sight, Mishap(kind))
    return found if isinstance(found, Refused) else None
