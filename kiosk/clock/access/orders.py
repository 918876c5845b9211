"""What an order takes: its kind says it, and of an undo whose act it takes back."""

from engine.tournament.actions import DirectorOrder, Undo
from engine.tournament.state import Tournament
from kiosk.clock.access.roles import capability_of_order
from kiosk.clock.access.sessions import Identity


def capability_for(order: DirectorOrder, tournament: Tournament, who: Identity) -> str:
    """What this one has to have for it; empty where only an admin may. An act of one's own may be undone by who may
    give orders, what a table asked for by the floor, any other by a director."""
    if isinstance(order, Undo):
        by = next((act.by for act in tournament.acts if act.number == order.act), "")
        if by.startswith("table "):
            return "floor"
        return capability_of_order("undo") if by == who.name else "undo-others"
    return capability_of_order(str(order.__struct_config__.tag))
