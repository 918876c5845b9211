"""The dealer counts the stacks."""

from msgspec.structs import replace

from engine.event import Event
from engine.hand.smallest_chip import check_stacks
from engine.last_count import after_count, agreed
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import SeatLeft
from engine.table.seats import changed, last_count, sitting
from engine.table.state import Table, TableEvent, book_of, hands_ended, is_playing, with_stacks


class CountStacks(TableActionBase, frozen=True, tag="count-stacks"):
    """The dealer has counted every stack."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def decide(self, table: Table) -> list[Event]:
        """Confirm the counts, or take them as the stacks after hands that were only reported. Any other difference is
        refused, because the floor must explain it."""
        book = book_of(table)
        _check_free(table)
        there = {number: seat for number, seat in enumerate(table.seats, 1) if seat}
        if sorted(self.seats) != list(there) or len(self.seats) != len(self.stacks):
            raise Refused("count-every-stack")
        if min(self.stacks, default=0) < 0:
            raise Refused("stack-below-zero")
        before = tuple(there[number].chips for number in self.seats)
        if sum(before) != sum(self.stacks):
            change = sum(self.stacks) - sum(before)
            raise Refused("count-too-high" if change > 0 else "count-too-low", held=sum(before), chips=abs(change))
        if self.stacks != before and not table.uncounted:
            raise Refused("count-differs")
        check_stacks(table.chip, before, self.stacks, book)
        gone = [seat for seat, chips in zip(self.seats, self.stacks, strict=True) if not chips]
        return [
            StacksCounted(self.seats, before, self.stacks),
            *(SeatLeft(number, there[number].player, 0) for number in gone),
        ]


class StacksCounted(TableEvent, frozen=True, tag="stacks-counted"):
    """All stacks were counted. `seats` had `before` according to the record, and they have `stacks` according to the
    count. The total does not change."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]

    def change(self, table: Table) -> Table:
        after = with_stacks(table, self.seats, self.stacks, 0)
        seats = after.seats
        for number in self.seats:
            seats = changed(seats, number, last_count=agreed(hands_ended(table)))
        return replace(after, seats=seats)


class ReportCount(TableActionBase, frozen=True, tag="report-count"):
    """The dealer counted these seats' stacks. Whatever the result, nothing at the table changes."""

    seats: tuple[int, ...]
    counted: tuple[int, ...]

    def decide(self, table: Table) -> list[Event]:
        """Refused for empty seats, and also if the record is not tracking the chips."""
        book_of(table)
        _check_free(table)
        if table.uncounted:
            raise Refused("count-first", hand=table.hands - table.uncounted)
        if not self.seats or len(set(self.seats)) < len(self.seats) or len(self.seats) != len(self.counted):
            raise Refused("count-every-stack")
        if min(self.counted) < 0:
            raise Refused("stack-below-zero")
        held = tuple(sitting(table.seats, number).chips for number in self.seats)
        return [CountReported(self.seats, held, self.counted)]


class CountReported(TableEvent, frozen=True, tag="count-reported"):
    """The stacks of `seats` were counted. According to the record they held `held`, and the count found `counted`."""

    seats: tuple[int, ...]
    held: tuple[int, ...]
    counted: tuple[int, ...]

    def change(self, table: Table) -> Table:
        seats = table.seats
        for number, held, counted in zip(self.seats, self.held, self.counted, strict=True):
            count = after_count(last_count(seats, number), hands_ended(table), counted - held)
            seats = changed(seats, number, last_count=count)
        return replace(table, seats=seats)


def _check_free(table: Table) -> None:
    """Raises `Refused` during a hand or a chip race."""
    if is_playing(table):
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")
