"""The capability that an order requires. It depends on the order's kind and, for an undo, on who gave the order that is
being undone.
"""

from engine.tournament.actions import DirectorOrder, UndoAct
from engine.tournament.state import Tournament
from kiosk.clock.access.sessions import Identity


def capability_for(order: DirectorOrder, tournament: Tournament, who: Identity) -> str:
    """The capability that this person needs for the order, or an empty string if only an admin may give it. People who
    may give orders may undo their own orders. The floor may undo a table's requests. Undoing any other order requires a
    director.
    """
    if isinstance(order, UndoAct):
        by = next((act.by for act in tournament.acts if act.number == order.act), "")
        if by.startswith("table "):
            return "floor"
        if by != who.name:
            return "undo-others"
    return order.right or ""
