"""The dealer counts the stacks, or runs the chip race."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import DECK, Card
from engine.chips import Discs, after_count, agreed
from engine.event import Event
from engine.hand.actions import SeeCard
from engine.hand.smallest_chip import check_stacks
from engine.hand.state import ChipsNotConserved
from engine.refused import Refused
from engine.table.actions.people import SeatLeft
from engine.table.chip_race import Race, next_seat, prizes, stakes, winners
from engine.table.seats import Seats, changed, last_count, sitting
from engine.table.state import Table, TableActionBase, TableEvent, book_of, hands_ended, is_playing, with_stacks


class CountStacks(TableActionBase, frozen=True, tag="count-stacks"):
    """The dealer has counted every stack."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def decide(self, table: Table) -> list[Event]:
        """Confirm the counts, or accept them as the stacks after reported hands. Any other difference is for the floor
        to explain."""
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
    """All stacks were counted: `before` is from the record, and `stacks` is from the count. The total does not
    change."""

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
        """Raises `Refused` for empty seats, and also if the record is not tracking the chips."""
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
    """The stacks of `seats` were counted. According to the record, they held `held` chips, and the count found
    `counted`."""

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
    if is_playing(table):
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")


class OpenRace(TableActionBase, frozen=True, tag="open-race", omit_defaults=True):
    """Take chips of the denomination `odd` out of play. The smallest denomination that stays in play is `chip`.

    `lying` is the number of odd chips on the table, and `brought` lists the chips brought in exchange, by denomination.
    If nobody counted the chips, `lying` is 0 and `brought` is empty.
    """

    odd: int
    chip: int
    lying: int = 0
    brought: Discs = ()

    def decide(self, table: Table) -> list[Event]:
        """Cards are dealt only if some seats will win and some will not."""
        if is_playing(table):
            raise Refused("hand-in-play")
        if table.race is not None:
            raise Refused("race-open-already")
        if table.uncounted:
            raise Refused("count-first", hand=table.hands - table.uncounted)
        book, in_play = book_of(table), table.chip
        if not 0 < self.odd < self.chip:
            raise Refused("race-to-smaller", odd=self.odd, chip=self.chip)
        if self.chip < in_play:
            raise Refused("race-below-chip", book.chip_race.clause, chip=in_play)
        every = stakes(table.seats, self.odd, self.chip)
        if not every:
            raise Refused("race-nobody")
        if self.lying < 0 or any(number < 1 or value < self.chip for value, number in self.brought):
            raise Refused("race-brings-odd", book.chip_race.clause, chip=self.chip)
        racing = [stake for stake in every if stake.odd_chips]
        if self.chip == in_play and not racing:
            raise Refused("race-nothing-odd", book.chip_race.clause, chip=in_play)
        won = prizes(racing, self.chip, book)
        raced = 0 < won < len(racing)
        if raced and sum(stake.odd_chips for stake in racing) > len(DECK):
            raise Refused("race-too-many-cards")
        seats = tuple(stake.seat for stake in racing)
        cards = tuple(stake.odd_chips if raced else 0 for stake in racing)
        return [RaceOpened(self.odd, self.chip, seats, cards, won, self.lying, self.brought)]


class RaceOpened(TableEvent, frozen=True, tag="race-opened", omit_defaults=True):
    """A chip race: chips of denomination `odd` leave play, and `chip` is the smallest that stays. Starting from seat 1,
    each of `seats` is dealt its number of `cards`, one for each odd chip left over. The highest cards win the `prizes`
    chips. `lying` odd chips were on the table, and the `brought` chips came in exchange. If nobody counted the chips,
    `lying` is 0 and `brought` is empty."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    prizes: int
    lying: int = 0
    brought: Discs = ()

    def change(self, table: Table) -> Table:
        race = Race(self.odd, self.chip, self.seats, self.cards, self.prizes, self.lying, self.brought)
        return replace(table, race=race)


class RaceCardDealt(TableEvent, frozen=True, tag="race-card"):
    seat: int
    card: Card

    def change(self, table: Table) -> Table:
        if table.race is None:
            raise ChipsNotConserved("event-without-race", table=table.number, event=str(self))
        return replace(table, race=replace(table.race, dealt=(*table.race.dealt, (self.seat, self.card))))


class NameRaceWinners(TableActionBase, frozen=True, tag="name-race-winners"):
    """The cards lie face up at the seats, and these seats win a chip each. No more cards need to be entered."""

    seats: tuple[int, ...]

    def decide(self, table: Table) -> list[Event]:
        clause = book_of(table).chip_race.clause
        race = table.race
        if race is None:
            raise Refused("no-race")
        if not next_seat(race):
            raise Refused("race-dealt", clause)
        seats = tuple(sorted(set(self.seats)))
        if len(seats) != race.prizes or len(self.seats) != len(seats) or not set(seats) <= set(race.seats):
            raise Refused("race-winners", clause, seats=race.prizes)
        return [RaceWinnersNamed(seats)]


class RaceWinnersNamed(TableEvent, frozen=True, tag="race-winners-named"):
    """The dealer named the winners of the race instead of entering every card."""

    seats: tuple[int, ...]

    def change(self, table: Table) -> Table:
        if table.race is None:
            raise ChipsNotConserved("event-without-race", table=table.number, event=str(self))
        return replace(table, race=replace(table.race, named=self.seats))


class CloseRace(TableActionBase, frozen=True, tag="close-race"):
    """The odd chips have been exchanged and raced off as shown."""

    def decide(self, table: Table) -> list[Event]:
        if table.race is None:
            raise Refused("no-race")
        return [close_race(table.seats, table.race, book_of(table))]


class ChipsRaced(TableEvent, frozen=True, tag="chips-raced"):
    """Chips of denomination `odd` are out of play. Stacks went from `before` to `after`, and each of the `winners` won
    one `chip`. The table holds `difference` more, because of rounding and chips that players kept to avoid busting."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    difference: int
    winners: tuple[int, ...] = ()

    def change(self, table: Table) -> Table:
        after = with_stacks(table, self.seats, self.after, self.difference)
        if off := next((seat for seat in after.seats if seat and seat.chips % self.chip), None):
            raise ChipsNotConserved("stack-unpayable", table=table.number, chips=off.chips, chip=self.chip)
        return replace(after, race=None, chip=self.chip, raced=table.raced + self.difference, uncounted=table.uncounted)


def deal_card(race: Race, action: SeeCard, book: RuleBook) -> RaceCardDealt:
    """Deal a card, which was read or keyed in, to the next seat. Raises `Refused`."""
    seat = next_seat(race)
    if not seat:
        raise Refused("race-dealt", book.chip_race.clause)
    if action.seat not in (None, seat):
        raise Refused("race-next-seat", book.chip_race.clause, seat=seat)
    if any(card == action.card for _, card in race.dealt):
        raise Refused("card-twice", card=action.card)
    return RaceCardDealt(seat, action.card)


def close_race(seats: Seats, race: Race, book: RuleBook) -> ChipsRaced:
    """Close the race and set the stacks; nobody loses their last chip. Raises `Refused` while cards are still to
    come."""
    if seat := next_seat(race):
        raise Refused("race-card-to-come", book.chip_race.clause, seat=seat)
    every = stakes(seats, race.odd, race.chip)
    won = tuple(seat for seat in winners(race) if any(stake.seat == seat for stake in every))
    after = tuple(max(race.chip, stake.even + race.chip * (stake.seat in won)) for stake in every)
    before = tuple(stake.before for stake in every)
    seated = tuple(stake.seat for stake in every)
    return ChipsRaced(race.odd, race.chip, seated, before, after, sum(after) - sum(before), won)


Actions = CountStacks | ReportCount | OpenRace | NameRaceWinners | CloseRace
Events = StacksCounted | CountReported | RaceOpened | RaceCardDealt | RaceWinnersNamed | ChipsRaced
