"""One proposal to the director."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.message import Message, message
from engine.tournament.actions import Rebuy, RoomOrder
from engine.tournament.field.entries import named
from engine.tournament.state import Tournament


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """An action that the rules call for, with its reason and its clause. The clause is from the book's document, or
    from the standard if the document is silent; it is empty if there is none. A proposal that moves `pinned` entries
    says so and is never accepted by policy."""

    action: RoomOrder
    why: Message
    clause: str = ""
    standard: str = ""
    instead: tuple[Rebuy, ...] = ()
    """Rebuys that entries without chips may make instead of going out."""
    pinned: tuple[int, ...] = ()


def moving_pinned(tournament: Tournament, one: Proposal, pinned: Sequence[int]) -> Proposal:
    """The proposal, marked with the names of the pinned players that it would move."""
    if not pinned:
        return one
    why = message("propose-pinned", why=one.why, names=named(tournament.entries, pinned))
    return replace(one, why=why, pinned=tuple(pinned))
