"""The director's decisions about chips: accepting a difference, and recording the count of a bag."""

from engine.refused import Refused
from engine.tournament.actions import AcceptDifference, CountBag
from engine.tournament.context import Context
from engine.tournament.custody.differences import differences
from engine.tournament.events import BagCounted, DifferenceAccepted
from engine.tournament.field.entries import Entry
from engine.tournament.levels.structure import MOST_CHIPS
from engine.tournament.state import Tournament


def accept_difference(tournament: Tournament, action: AcceptDifference, context: Context) -> DifferenceAccepted:
    """Accept a difference. If it is between two tables, lost chips are out of play and surplus chips are in play. If it
    was found by a count, it is noted, and the stack stays as its table records it. Raises `Refused` if nothing differs
    or no name is given."""
    entry = _entry(tournament, action.entry)
    found = differences(tournament, context.tables, action.at_ms)
    one = next((one for one in found if one.entry == entry.number), None)
    if one is None:
        raise Refused("nothing-differs", name=entry.name)
    if not (by := action.by.strip()):
        raise Refused("difference-unsigned")
    return DifferenceAccepted(entry.number, -one.chips, one.found, one.at, one.since, one.until, by)


def count_bag(tournament: Tournament, action: CountBag) -> BagCounted:
    """Record the chips in a bag, as counted at the desk with the player. Raises `Refused` before the flight is over and
    for an entry that does not advance. It also raises it for a count that differs from the record, unless the director
    means to `adjust` the record."""
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
