"""Every chip in a tournament by value: how much was issued, and where it is. A pure function of decisions and facts."""

from collections.abc import Mapping

import msgspec

from engine.tournament.field.entries import Entries, counted
from engine.tournament.tables.facts import Tables, handed_out, has_sat, in_transit, stacks_held


class Ledger(msgspec.Struct, frozen=True, gc=False):
    """The chips `issued` to entries, including those they bought, and every change since. Chips are `raced` by rounding
    in chip races, `corrected` by the floor at a table, and `accepted` by the director for differences and bags.
    Disqualified players' chips are `removed`. Chips are `waiting` for entries that have yet to sit down or receive what
    they bought, `on_tables`, in transit, or `bagged` once a flight is over. The chips of a player who has no entry yet
    count as found, although they were never issued."""

    issued: int
    raced: int
    corrected: int
    accepted: int
    removed: int
    waiting: int
    on_tables: int
    in_transit: int
    bagged: int = 0

    @property
    def found(self) -> int:
        """The total number of chips found, wherever they are."""
        return self.waiting + self.on_tables + self.in_transit + self.bagged

    @property
    def adjusted(self) -> int:
        """The net change to the chips issued, not counting the chips that were removed."""
        return self.raced + self.corrected + self.accepted

    @property
    def missing(self) -> int:
        """The chips that are missing; negative if there are too many."""
        return self.issued + self.adjusted - self.removed - self.found


def ledger(entries: Entries, tables: Tables, *, flight_over: bool = False) -> Ledger:
    """The ledger according to these facts. Once the flight is over, an entry that leaves its table carries a bag."""
    sat, given, field = has_sat(tables), handed_out(tables), counted(entries)
    bought = [one for entry in field for one in entry.bought]
    unseated = sum([entry.chips for entry in field if entry.number not in sat])
    unbooked = [one for table in tables.values() for one in table.unbooked]
    on_the_way, stacks = carried(entries, tables), stacks_held(tables)
    raced = sum(table.raced for table in tables.values())
    held = _in_bags(entries, on_the_way, stacks) if flight_over else {}
    bags = {number: _bag(entries, number, chips) for number, chips in held.items()}
    keyed, taken_along = sum(one.chips for one in unbooked), sum(one.left.chips for one in unbooked if one.left)
    return Ledger(
        issued=sum([entry.chips for entry in field]) + sum(one.chips for one in bought),
        raced=raced,
        corrected=sum(table.adjusted for table in tables.values()) - raced,
        accepted=sum(bags.values()) - sum(held.values()) - sum([entry.accepted for entry in field]),
        removed=sum(table.removed for table in tables.values()),
        waiting=unseated + sum(one.chips for one in bought if one.number not in given),
        on_tables=sum(chips for number, chips in stacks.items() if number not in held) + keyed,
        in_transit=sum(chips for number, chips in on_the_way.items() if number not in held) + taken_along,
        bagged=sum(bags.values()),
    )


def carried(entries: Entries, tables: Tables) -> dict[int, int]:
    """The chips that each entry in transit is carrying, less those that were accepted as lost."""
    return {
        number: chips - (entries[number].accepted if number in entries else 0)
        for number, chips in in_transit(tables).items()
    }


def _in_bags(entries: Entries, on_the_way: Mapping[int, int], stacks: Mapping[int, int]) -> dict[int, int]:
    """The chips in bags according to the records once a flight is over. They belong to entries that have left their
    table or whose bag was counted."""
    counted_there = {number: chips for number, chips in stacks.items() if _bag(entries, number, -1) >= 0}
    return {**on_the_way, **counted_there}


def _bag(entries: Entries, number: int, carried: int) -> int:
    """The chips in an entry's bag, either as counted or as they were when the entry left its table."""
    entry = entries.get(number)
    return entry.bag if entry and entry.bag is not None else carried
