"""Enter a list of players, or a player with a seat, in a single action."""

from collections.abc import Sequence
from functools import reduce

from engine.refused import Refused
from engine.tournament.field.entries import SeatAt
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.field.entries import AddEntry, EntryAdded, add_entry
from engine.tournament.orders.seating.seats import SeatEntry
from engine.tournament.rules.seating.seat_rules import check_free
from engine.tournament.state import Event, Tournament, apply
from engine.tournament.tables.facts import next_entry

MOST_TOGETHER = 1_000
"""The maximum number of entries that may be added together. This many hold up the clock for a quarter of a second; 500
entries take a third of that time."""


class AddEntries(TournamentActionBase, frozen=True, tag="add-entries"):
    """Several players buy in together, at most `MOST_TOGETHER` of them. They enter in a single action: either all of
    them enter, or none do."""

    right = "register"
    entries: tuple[AddEntry, ...]

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Add several entries, each of which takes those before it into account. Raises `Refused` for the first player
        who may not enter, and for too many players."""
        if len(self.entries) > MOST_TOGETHER:
            raise Refused("too-many-entries", most=MOST_TOGETHER)
        events: list[Event] = []
        number = next_entry(tournament.entries, context.tables)  # asked for all tables at once
        for one in self.entries:
            entered = add_entry(tournament, one, context, number).for_team(tournament)
            number += len(entered)
            tournament = reduce(apply, entered, tournament)
            events += entered
        return events


class EnterAt(TournamentActionBase, frozen=True, tag="enter-at"):
    """A player buys in at this free seat. Entering and seating are a single action, so that either both happen or
    neither does. Tables send this action."""

    entry: AddEntry
    to: SeatAt

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Make the entry, then assign its seat. Raises `Refused` for a seat that is not free, which is checked before
        the player is, and for a player who may not enter or has to wait."""
        check_free(tournament, self.to)
        entered = add_entry(tournament, self.entry, context).for_team(tournament)
        tournament = reduce(apply, entered, tournament)
        (number, *_) = (one.entry for one in entered if isinstance(one, EntryAdded))
        return [*entered, *SeatEntry(number, self.to).decide(tournament, context)]
