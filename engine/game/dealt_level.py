"""A hand that is dealt again keeps its original level and players, whatever the room has decided since (TDA 2024 rule
23)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.events import Blinds, Event, HandReported, HandStarted, RecordEvent, Touched
from engine.game.timeline import GameState
from engine.table import state as table_state
from engine.table.rules import deal_again
from engine.table.state import Table


def deal_of(state: GameState, mark: int) -> HandStarted | HandReported | None:
    """The deal of the hand that the step at `mark` began; None if it did not begin a hand."""
    for timeline in (state.timeline, state.last):
        if timeline is not None and timeline.began == mark:
            deal = timeline.facts[0].event
            return deal if isinstance(deal, HandStarted | HandReported) else None
    return None


def level_dealt(state: GameState, mark: int) -> Blinds | None:
    """The level of the hand that the step at `mark` began; None if it is the pending level."""
    deal = deal_of(state, mark)
    return deal.terms if deal and deal.terms != state.table.blinds else None


def at_level(state: GameState, level: Blinds | None) -> GameState:
    """The state as if this level were pending for the next hand; unchanged if there is no level."""
    return state if level is None else replace(state, table=replace(state.table, blinds=level))


def deal_before(table: Table, facts: Sequence[Event], deal: HandStarted | None) -> list[Event]:
    """The events of a step that ends with a deal, with that deal replaced by this one. Raises `Refused`."""
    at, now = next(((at, fact) for at, fact in enumerate(facts) if isinstance(fact, HandStarted)), (0, None))
    if deal is None or now is None or now == replace(deal, stacks=now.stacks):
        return list(facts)
    for fact in facts[:at]:
        table = table if isinstance(fact, RecordEvent) else table_state.apply(table, fact)
    again = [*facts[:at], *deal_again(table, deal)]
    step = again[0]
    return [replace(step, events=len(again) - 1), *again[1:]] if isinstance(step, Touched) else again
