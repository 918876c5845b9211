"""How a tournament's field has grown since its start, and for how long it may still grow. This is read from its
decisions."""

from itertools import dropwhile

from engine.tournament.actions import ClockStarted, EntryAdded, Rebought
from engine.tournament.context import Context
from engine.tournament.insight.growth import Joining
from engine.tournament.levels.level_clock import advance, remaining_ms
from engine.tournament.levels.structure import advances_by, duration_ms, level_number
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.state import Tournament, standing


def joining_of(tournament: Tournament, context: Context) -> Joining:
    """The entries and rebuys that can still join the field. There are none before the start, when the field already
    entered is used, or if levels advance by play."""
    structure, terms = context.structure, context.terms
    stack, chips = structure.starting_stack, terms.rebuy.chips or structure.starting_stack
    rebuy_chips = chips if terms.rebuy.most else 0
    if not tournament.started or advances_by(structure) != "minutes" or not takes_entries(tournament, context):
        return Joining(0, 0, 0, 0, stack, rebuy_chips)
    clock = advance(tournament.clock, structure, context.now_ms)
    open_to = [index for index in range(len(structure.entries)) if level_number(structure, index) <= terms.late_levels]
    rest_ms = remaining_ms(clock, context.now_ms)
    left_ms = rest_ms + sum(duration_ms(structure, index) for index in open_to if index > clock.index)
    if closes_ms := terms.registration.closes_ms:
        left_ms = min(left_ms, max(0, closes_ms - context.wall_ms))
    first = next(index for index in open_to if level_number(structure, index) == (terms.first_level or 1))
    over_ms = sum(duration_ms(structure, index) for index in range(first, clock.index + 1)) - rest_ms
    since = dropwhile(lambda act: not any(isinstance(one, ClockStarted) for one in act.events), standing(tournament))
    events = [event for act in since for event in act.events]
    entries = sum(isinstance(event, EntryAdded) for event in events)
    rebuys = sum(isinstance(event, Rebought) for event in events)
    return Joining(entries, rebuys, max(0, over_ms), left_ms, stack, rebuy_chips)
