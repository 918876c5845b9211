"""The proposals that the clock accepts on its own."""

from engine.tournament.context import Context
from engine.tournament.orders.setup.policies import paused
from engine.tournament.proposals.proposal import Proposal
from engine.tournament.proposals.proposals import proposals
from engine.tournament.state import Tournament


def accepted(tournament: Tournament, context: Context) -> Proposal | None:
    """The most urgent proposal that the clock accepts on its own. None if there is no such proposal. The director is
    still asked about a kind of proposal that they took back, and about any move of a pinned player."""
    accepting = [kind for kind, policy in tournament.policies.items() if policy == "accept"]
    kinds = {str(kind) for kind in accepting if not paused(tournament, kind)}
    if not kinds:
        return None
    found = proposals(tournament, context)
    return next((one for one in found if one.action.__struct_config__.tag in kinds and not one.pinned), None)
