"""What the director signs about chips: a difference between two tables, and the count of a bag."""

from engine.refused import Refused
from engine.tournament.actions import AcceptDifference, CountBag
from engine.tournament.context import Context
from engine.tournament.events import BagCounted, DifferenceAccepted
from engine.tournament.field.entries import Entry
from engine.tournament.levels.structure import MOST_CHIPS
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import lost_on_the_way


def accept_difference(tournament: Tournament, action: AcceptDifference, context: Context) -> DifferenceAccepted:
    """What an entry arrived without is out of play, or what it brought too many is in it. Raises `Refused` where it
    arrived as it had left."""
    entry = _entry(tournament, action.entry)
    missing = lost_on_the_way(context.tables).get(entry.number, 0) - entry.accepted
    if not missing:
        raise Refused("arrived-whole", name=entry.name)
    return DifferenceAccepted(entry.number, missing)


def count_bag(tournament: Tournament, action: CountBag) -> BagCounted:
    """The chips of a bag, as counted at the desk with the player. Raises `Refused` before the flight is over, for who
    does not go on, and for another count than the record's unless the director means to `adjust` it."""
    entry = _entry(tournament, action.entry)
    if tournament.flight is None:
        raise Refused("flight-goes-on", name=tournament.name)
    held = next((one.chips for one in tournament.flight.going_on if one.entry == entry.number), None)
    if held is None:
        raise Refused("goes-not-on", name=entry.name)
    if not 0 < action.chips <= MOST_CHIPS:
        raise Refused("bag-empty", name=entry.name)
    if action.chips != held and not action.adjust:
        raise Refused("bag-differs", name=entry.name, held=held, chips=action.chips)
    return BagCounted(entry.number, held, action.chips)


def _entry(tournament: Tournament, number: int) -> Entry:
    if (entry := tournament.entries.get(number)) is None:
        raise Refused("no-such-entry", entry=number)
    return entry
