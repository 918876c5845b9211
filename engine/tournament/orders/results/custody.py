"""Sign for differences in chips, and for the bags of a flight."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.custody.differences import differences
from engine.tournament.field.entries import Entry, Found, SeatAt, Signed
from engine.tournament.levels.structure import MOST_CHIPS
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.state import Event, StateChange, StatePart, Tournament


class AcceptDifference(TournamentActionBase, frozen=True, tag="accept-difference"):
    """Accept the next difference that the room shows for the entry; `by` is the name of the person who signs for it.
    The service adds `at_ms`, the wall-clock time."""

    right = "run"
    possible_after_end = True
    entry: int
    by: str = ""
    at_ms: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """A difference found between two tables takes chips out of play or adds them. One found by a count is only
        noted, and the stack stays as its table records it. Raises `Refused`."""
        entry = _entry(tournament, self.entry)
        found = differences(tournament, context.tables, self.at_ms)
        one = next((one for one in found if one.entry == entry.number), None)
        if one is None:
            raise Refused("nothing-differs", name=entry.name)
        if not (by := self.by.strip()):
            raise Refused("difference-unsigned")
        return [DifferenceAccepted(entry.number, -one.chips, one.found, one.at, one.since, one.until, by)]


class CountBag(TournamentActionBase, frozen=True, tag="count-bag"):
    """The bag of an entry that advances was counted. A count that differs from the record is accepted only with
    `adjust`."""

    right = "floor"
    possible_after_end = True
    entry: int
    chips: int
    adjust: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` before the flight is over, for an entry that does not advance, and for a count that differs
        from the record unless `adjust` is set."""
        entry = _entry(tournament, self.entry)
        if tournament.flight is None:
            raise Refused("flight-goes-on", name=tournament.name)
        held = next((one.chips for one in tournament.flight.going_on if one.entry == entry.number), None)
        if held is None:
            raise Refused("goes-not-on", name=entry.name)
        if not 0 < self.chips <= MOST_CHIPS:
            raise Refused("bag-empty", name=entry.name)
        if self.chips != held and not self.adjust:
            raise Refused("bag-differs", name=entry.name, held=held, chips=self.chips)
        return [BagCounted(entry.number, held, self.chips)]


class DifferenceAccepted(Event, frozen=True, tag="difference-accepted"):
    """The entry has `chips` fewer than the record says, or more if the number is negative, and `by` accepted
    this. The difference arose after hand `since` and by hand `until` at the seat."""

    entry: int
    chips: int
    found: Found
    at: SeatAt
    since: int
    until: int
    by: str

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        signed = (*entry.signed, Signed(self.chips, self.found, self.at, self.since, self.until, self.by))
        # The table's record keeps its stack if the difference was found in a count.
        accepted = entry.accepted + (0 if self.found == "count" else self.chips)
        changed = replace(entry, accepted=accepted, signed=signed)
        return StateChange({self.entry: changed}, uses=frozenset({StatePart("flight")}))


class BagCounted(Event, frozen=True, tag="bag-counted"):
    """The entry's bag holds `held` according to the record and `chips` according to the count. The entry continues with
    the number counted."""

    entry: int
    held: int
    chips: int

    def change(self, tournament: Tournament) -> StateChange:
        counted = replace(tournament.entries[self.entry], bag=self.chips)
        return StateChange({self.entry: counted}, uses=frozenset({StatePart("flight")}))


def _entry(tournament: Tournament, number: int) -> Entry:
    if (entry := tournament.entries.get(number)) is None:
        raise Refused("no-such-entry", entry=number)
    return entry
