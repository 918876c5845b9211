"""How a field grows while entries are taken: how much more growth is expected at the pace so far, and how certain that
is.

Entries and rebuys are assumed to arrive at a steady but unknown rate. The number so far gives a gamma distribution for
the rate (of shape `came + 1/2`, Jeffreys' prior for a rate). The numbers yet to come are therefore spread more widely
than a known rate would spread them. The range given covers the middle 80%, by Wilson and Hilferty's approximation.

Most late entries come early, so a steady rate expects too many. Two limits keep the estimate useful: a list that is
imported after the start counts as one arrival, and the field is never expected to more than double. For the first
half hour, nothing is expected at all: `Joining.is_known`.
"""

from itertools import dropwhile
from math import sqrt
from typing import NamedTuple

from engine.tournament.actions import ClockStarted, EntryAdded, Rebought
from engine.tournament.field.entries import counted
from engine.tournament.levels.level_clock import advance, remaining_ms
from engine.tournament.levels.structure import advances_by, duration_ms, level_number
from engine.tournament.order import Context
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.state import Tournament, standing

TENTH = 1.2816
"""A tenth of a normal distribution lies more than this many standard deviations above the mean."""
LEAST_MS = 30 * 60_000
"""A pace is not known until it has been measured for this long."""


class Joining(NamedTuple):
    """The entries made since the start, `over_ms` ago, each with a `stack`, and the rebuys made since then, each for
    `rebuy_chips`. More may arrive in the next `left_ms`, but at most as many as the `field` has entries so far."""

    entries: int
    rebuys: int
    over_ms: int
    left_ms: int
    stack: int
    rebuy_chips: int
    field: int

    @property
    def is_known(self) -> bool:
        """Whether the pace has been measured for long enough to say how many more will arrive."""
        return not self.left_ms or self.over_ms >= LEAST_MS


class More(NamedTuple):
    """The players and chips expected beyond those already in."""

    players: int = 0
    chips: int = 0


class Growth(NamedTuple):
    """The growth that is still to come. With a probability of 80%, it is between `low` and `high`."""

    low: More = More()
    mid: More = More()
    high: More = More()


NO_GROWTH = Growth()


def growth(joining: Joining) -> Growth:
    """The growth of the field that is still expected."""
    entries = expected(joining.entries, joining.over_ms, joining.left_ms)
    rebuys = expected(joining.rebuys, joining.over_ms, joining.left_ms) if joining.rebuy_chips else (0, 0, 0)
    each = []
    for arriving, buying in zip(entries, rebuys, strict=True):
        players, bought = min(arriving, joining.field), min(buying, joining.field)
        each.append(More(players, players * joining.stack + bought * joining.rebuy_chips))
    return Growth(*each)


def expected(came: int, over_ms: int, left_ms: int) -> tuple[int, int, int]:
    """The low, middle and high estimates of how many more will arrive in the time left, given that `came` have arrived
    so far."""
    if left_ms <= 0:
        return 0, 0, 0
    shape = came + 0.5
    mean = shape * left_ms / max(over_ms, LEAST_MS)
    of_both = mean * shape / (mean + shape)  # the spread of an unknown rate, plus that of chance
    low, high = (mean * max(0.0, 1 - 1 / (9 * of_both) + z / (3 * sqrt(of_both))) ** 3 for z in (-TENTH, TENTH))
    return round(min(low, mean)), round(mean), round(max(high, mean))


def joining_of(tournament: Tournament, context: Context) -> Joining:
    """The entries and rebuys made so far, and the time left for more. These are 0 before the start, once entries are
    closed, and if levels advance by play."""
    structure, terms, field = context.structure, context.terms, len(counted(tournament.entries))
    stack, chips = structure.starting_stack, terms.rebuy_chips or structure.starting_stack
    rebuy_chips = chips if terms.rebuys else 0
    if not tournament.started or advances_by(structure) != "minutes" or not takes_entries(tournament, context):
        return Joining(0, 0, 0, 0, stack, rebuy_chips, field)
    clock = advance(tournament.clock, structure, context.now_ms)
    open_to = [index for index in range(len(structure.entries)) if level_number(structure, index) <= terms.late_levels]
    rest_ms = remaining_ms(clock, context.now_ms)
    left_ms = rest_ms + sum(duration_ms(structure, index) for index in open_to if index > clock.index)
    if closes_ms := terms.registration.closes_ms:
        left_ms = min(left_ms, max(0, closes_ms - context.wall_ms))
    first = next(index for index in open_to if level_number(structure, index) == (terms.first_level or 1))
    over_ms = sum(duration_ms(structure, index) for index in range(first, clock.index + 1)) - rest_ms
    since = dropwhile(lambda act: not any(isinstance(one, ClockStarted) for one in act.events), standing(tournament))
    acts = [act.events for act in since]
    entries = sum(any(isinstance(event, EntryAdded) for event in events) for events in acts)
    rebuys = sum(isinstance(event, Rebought) for events in acts for event in events)
    return Joining(entries, rebuys, max(0, over_ms), left_ms, stack, rebuy_chips, field)
