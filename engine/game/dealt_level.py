"""The level of a hand that is dealt once more: it keeps the level that it began at, whatever the room has set since
(TDA 2024 rule 23)."""

from msgspec.structs import replace

from engine.events import Blinds, HandReported, HandStarted
from engine.game.timeline import GameState


def level_dealt(state: GameState, mark: int) -> Blinds | None:
    """The level of the hand that the step at `mark` began; None if it began none, or one at the level that waits."""
    for timeline in (state.timeline, state.last):
        if timeline is not None and timeline.began == mark:
            deal = timeline.facts[0].event
            level = deal.terms if isinstance(deal, HandStarted | HandReported) else None
            return level if level != state.table.blinds else None
    return None


def at_level(state: GameState, level: Blinds | None) -> GameState:
    """The state as if this level waited for the next hand; as it is where there is none."""
    return state if level is None else replace(state, table=replace(state.table, blinds=level))
