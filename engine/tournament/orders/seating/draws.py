"""Commit to the seeds of draws."""

from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.seating.draw_rules import is_committed
from engine.tournament.seating.draw import LINKS, SHORTEST_SEED, SeedChain
from engine.tournament.state import Event, StateChange, Tournament


class PrepareDraw(TournamentActionBase, frozen=True, tag="prepare-draw"):
    """Commit to the seeds of draws before any draw is made; `seed` is the root of these seeds."""

    right = "run"
    seed: str

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [prepare_draw(tournament, self)]


class DrawPrepared(Event, frozen=True, tag="draw-prepared"):
    """The root of the seeds of the next `links` draws (see `SeedChain`). The root is secret, but its commitment is
    public."""

    seed: str
    links: int

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"seeds": (*tournament.seeds, SeedChain(self.seed, self.links))})


def prepare_draw(tournament: Tournament, action: PrepareDraw) -> DrawPrepared:
    """Commit to the seeds of the next draws. Raises `Refused` while there is a seed that has not been used by a
    draw."""
    if is_committed(tournament):
        raise Refused("draw-prepared")
    return committed(action.seed)


def committed(seed: str) -> DrawPrepared:
    """The commitment to the seeds that follow from this one. Raises `Refused` if the seed is too short."""
    if len(seed) < SHORTEST_SEED:
        raise Refused("seed-too-short", least=SHORTEST_SEED)
    return DrawPrepared(seed, LINKS)
