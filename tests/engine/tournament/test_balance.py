"""Balancing: who moves, to which seat, and when tables are even.

The rooms are random, by seed, and their tables deal by their books. The tests find the blinds that are due by dealing
the next hands. `KIOSK_BALANCES` says how many rooms the nightly run tries.
"""

from random import Random

import pytest
from msgspec.structs import replace

from engine.books.rulebook import RuleBook, load_book
from engine.button import Positions, next_positions
from engine.events import HandStarted
from engine.table.next_deal import next_deal
from engine.table.seats import Seat, with_seat
from engine.table.state import Table, players
from engine.terms import Blinds
from engine.tournament.actions import (
    AddEntry,
    ConfirmBust,
    DrawSeats,
    MoveEntry,
    PrepareDraw,
    SeatEntry,
    Start,
    UseTable,
)
from engine.tournament.field.entries import SeatAt, crowds
from engine.tournament.levels.level_clock import is_running
from engine.tournament.proposals import seating as rules
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.seating.seat_rules import open_sittings, ring_of
from engine.tournament.seating.balance import SeatRing, from_button
from engine.tournament.tables.facts import SeatedEntry, TableFacts
from tests.kit import small_room
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, TDA, SmallRoom

FEW = 150
MANY = size("KIOSK_BALANCES", 400)
ROOMS = 20
SEATS = 8
BOOKS = {book.button.value: replace(TDA, button=book.button) for book in map(load_book, ("tda", "house", "washburn"))}
"""By how the button moves: rule 32, House rules (Skipping Blinds), Washburn 4."""


# Tables in the middle of an evening, and their next hands


def without(table: Table, *seats: int) -> Table:
    for seat in seats:
        table = replace(table, seats=with_seat(table.seats, seat, None))
    return table


def with_player(table: Table, seat: int) -> Table:
    return replace(table, seats=with_seat(table.seats, seat, Seat(f"p{seat}", f"Player {seat}", 1_000)))


def dealt(table: Table) -> tuple[Table, HandStarted]:
    """The table in its next hand."""
    deal = next_deal(table)
    return replace(table, hands=deal.hand, at=Positions(deal.button, deal.small, deal.big)), deal


def random_table(dice: Random, left: int, book: RuleBook) -> Table:
    """A table in the middle of an evening with this many players left.

    Players came and went, with and without a blind. The last to leave did so in the newest hand. One table in six has
    dealt no hand.
    """
    seats = list(range(1, SEATS + 1))
    table = Table(1, "Night", book, (None,) * SEATS, blinds=Blinds(1, 50, 100), chip=25)
    for seat in dice.sample(seats, dice.randint(max(2, left), SEATS)):
        table = with_player(table, seat)
    table = replace(table, button=dice.choice(players(table)))
    for _ in range(dice.choice((0, 2, 3, 4, 6, 9))):
        table, _ = dealt(table)
        there = players(table)
        if len(there) > max(2, left) and dice.random() < 0.4:
            table = without(table, dice.choice(there))
        elif len(there) < SEATS and dice.random() < 0.2:
            table = with_player(table, dice.choice([seat for seat in seats if seat not in there]))
    there = players(table)
    return without(table, *dice.sample(there, len(there) - left))


def two_tables(seed: int) -> tuple[SmallRoom, dict[int, Table]]:
    """A full table, one with at least two players fewer, and the room that reads them."""
    dice = Random(seed)
    book = BOOKS[dice.choice(sorted(BOOKS))]
    many = dice.randint(4, SEATS)
    tables = {1: random_table(dice, many, book), 2: random_table(dice, dice.randint(1, many - 2), book)}
    room = SmallRoom(1)
    room.ask(replace(CREATE, book=book))
    room.ask(PrepareDraw("0123456789abcdef"))
    for number, table in tables.items():
        assert room.ask(UseTable(number, SEATS))
        for seat in players(table):
            assert room.ask(AddEntry(f"{number}-{seat}", f"Player {seat} of {number}"))
            assert room.ask(SeatEntry(len(room.tournament.entries), SeatAt(number, seat)))
    assert room.ask(Start())
    return room, tables


def facts_of(room: SmallRoom, tables: dict[int, Table]) -> dict[int, TableFacts]:
    held: dict[int, dict[int, SeatedEntry]] = {number: {} for number in tables}
    for seat, entry in room.tournament.occupied.items():
        held[seat.sitting][entry] = SeatedEntry(seat.seat, 10_000)
    return {
        number: TableFacts(number, 9, one.hands, button=one.at.button or one.button, held=held[number], at=one.at)
        for number, one in tables.items()
    }


def moves(room: SmallRoom, tables: dict[int, Table]) -> list[MoveEntry]:
    context = room.context._replace(tables=facts_of(room, tables))
    found = proposals(room.tournament, context)
    return [one.action for one in found if isinstance(one.action, MoveEntry)]


def proposed(room: SmallRoom, tables: dict[int, Table]) -> MoveEntry:
    (move,) = moves(room, tables)
    return move


def waits(table: Table, seat: int) -> int:
    """The number of hands that a newcomer at a seat plays or waits before the big blind.

    -1 if they would have the next small blind.
    """
    table, deal = dealt(with_player(table, seat))
    if deal.small == seat and len(players(table)) > 2:
        return -1
    hands = 0
    while deal.big != seat:
        table, deal = dealt(table)
        hands += 1
    return hands


def check_balance(seed: int) -> None:
    """Rule 11-A, by dealing on. If every free seat would have the small blind, nobody is moved for a hand."""
    room, tables = two_tables(seed)
    full, short = tables[1], tables[2]
    by_seat = {seat: waits(short, seat) for seat in range(1, SEATS + 1) if seat not in players(short)}
    if max(by_seat.values()) < 0:
        assert not moves(room, tables)
        return
    move = proposed(room, tables)
    assert room.tournament.entries[move.entry].seat == SeatAt(1, dealt(full)[1].big)
    assert move.to.sitting == 2
    assert by_seat[move.to.seat] == min(hands for hands in by_seat.values() if hands >= 0)


def check_balances(count: int) -> None:
    for seed in range(count):
        check_balance(seed)


@pytest.mark.parametrize("form", sorted(BOOKS))
def test_tda_11_a_the_next_big_blind_goes_where_it_is_posted_soonest_and_never_to_the_small_blind(
    form,
):
    seeds = [seed for seed in range(FEW) if two_tables(seed)[0].tournament.book == BOOKS[form]]
    for seed in seeds:
        check_balance(seed)
    assert len(seeds) > FEW // 5


@pytest.mark.nightly
def test_tda_11_a_holds_in_thousands_of_rooms():
    check_balances(MANY)


def test_tda_11_a_by_hand_the_big_blind_is_out_and_the_next_player_is_due():
    """Seats 1 to 6, the button at 1: seat 3 had the big blind and busted, so 4 has it next and not 5.

    At the other table seats 2, 5 and 7, button 2, the blinds at 5 and 7: from seat 8 it is posted at once, and 6 would
    be skipped.
    """
    room = SmallRoom(1)
    room.ask(CREATE)
    room.ask(PrepareDraw("0123456789abcdef"))
    for number, seats in ((1, (1, 2, 4, 5, 6)), (2, (2, 5, 7))):
        room.ask(UseTable(number, SEATS))
        for seat in seats:
            room.ask(AddEntry(f"{number}-{seat}", "Somebody"))
            room.ask(SeatEntry(len(room.tournament.entries), SeatAt(number, seat)))
    room.ask(Start())
    tables = {1: Table(1, at=Positions(1, 2, 3), hands=3), 2: Table(2, at=Positions(2, 5, 7), hands=3)}

    move = proposed(room, tables)

    assert room.tournament.entries[move.entry].seat == SeatAt(1, 4)
    assert move.to == SeatAt(2, 8)


def test_before_the_first_hand_the_second_player_left_of_the_button_is_due():
    room, tables = two_tables(0)
    begun = {number: replace(one, hands=0, at=Positions(), button=players(one)[0]) for number, one in tables.items()}
    begun[1] = replace(begun[1], button=players(begun[1])[-1])

    assert room.tournament.entries[proposed(room, begun).entry].seat == SeatAt(1, players(begun[1])[1])


def test_nobody_is_moved_to_balance_before_their_table_confirms_that_they_sit():
    """A table that is cut off may seat them later, and they would have two stacks."""

    def asked() -> list[int]:
        return [one.action.entry for one in room.proposed() if isinstance(one.action, MoveEntry)]

    room = SmallRoom(1)
    room.open(10, 2, 9)
    room.tables_follow()
    for entry in sorted(room.tables[1].held)[:3]:
        room.lose(1, entry)
        assert room.ask(ConfirmBust(entry))
    (due,) = asked()
    room.tables[2].hands = 1

    held = room.tables[2].held.pop(due)
    assert asked() == []
    room.tables[2].held[due] = held
    assert asked() == [due]


def by_the_button_alone(ring: SeatRing) -> int:
    """As if nobody had busted since the hand was dealt: the third player left of the button."""
    return sorted(ring.taken, key=lambda seat: from_button(seat, ring))[2 % len(ring.taken)]


def nearest_left_of_the_button(ring: SeatRing) -> int:
    return min(ring.free, key=lambda seat: from_button(seat, ring) or ring.seat_count)


WRONG = {
    "due by the button alone": ("next_big_blind", by_the_button_alone),
    "the fullest table's first seat": ("next_big_blind", lambda ring: ring.taken[0]),
    "worst by the button alone": ("worst_seat", nearest_left_of_the_button),
    "any free seat": ("worst_seat", lambda ring: ring.free[-1]),
}


@pytest.mark.parametrize(("name", "rule"), WRONG.values(), ids=WRONG)
def test_a_rule_that_moves_another_player_or_to_another_seat_is_detected(name, rule, monkeypatch):
    monkeypatch.setattr(rules, name, rule)

    with pytest.raises(AssertionError):
        check_balances(FEW)


# Whole rooms


class WatchedRoom(SmallRoom):
    """A room whose every hand is checked for a skipped big blind, and for a player who has it twice.

    The tables differ in size.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.moved: set[int] = set()
        """Since they last had the big blind."""
        self.last: dict[int, int] = {}
        """The player who had it last, by sitting."""
        self.looks = self.moves = 0

    def open_tables_of_sizes(self) -> None:
        self.ask(CREATE)
        sizes = [self.dice.randint(5, 9) for _ in range(self.dice.randint(3, 6))]
        for table, seats in enumerate(sizes, 1):
            assert self.ask(UseTable(table, seats))
        for player in range(sum(sizes) - self.dice.randint(0, 4)):
            assert self.ask(AddEntry(f"p{player}", f"Player {player}"))
        assert self.ask(PrepareDraw(f"{self.dice.getrandbits(128):032x}"))
        assert self.ask(DrawSeats())
        assert self.ask(Start())

    def play_hands(self) -> None:
        before = {number: table.at for number, table in self.tables.items()}
        hands = {number: table.hands for number, table in self.tables.items()}
        sat = {number: {held.seat: who for who, held in table.held.items()} for number, table in self.tables.items()}
        super().play_hands()
        for number, table in self.tables.items():
            if table.hands > hands[number]:
                self._look(number, before[number], table.at, sat[number])

    def _look(self, number: int, was: Positions, now: Positions, sat: dict[int, int]) -> None:
        """The big blind goes to the next player (rule 32). Only a player who was moved may have it twice (11-A)."""
        order = [(was.big + steps - 1) % 10 + 1 for steps in range(1, 11)] if was.big else []
        assert now.big == next((seat for seat in order if seat in sat), now.big)
        who = sat[now.big]
        assert self.last.get(number) != who or (len(sat) < 3 and who in self.moved)
        self.moved.discard(who)
        self.last[number] = who
        self.looks += 1

    def follow_the_rules(self) -> None:
        """Accept every proposal at once, and let the tables follow."""
        for _ in range(60):
            self.tables_follow()
            if not (found := self.proposed()):
                break
            action = found[0].action
            if isinstance(action, MoveEntry):
                self.moved.add(action.entry)
                self.moves += 1
            assert self.ask(action, "policy")
            if self.tournament.ended:
                return
        self.check_even()

    def check_even(self) -> None:
        """Every player who could sit at a table with two players fewer does, except one who would be its
        small blind.
        """
        count, tables = crowds(self.tournament.occupied), open_sittings(self.tournament)
        rooms = [one for one in tables if count[one.number] < one.seat_count]
        most = max(count[one.number] for one in tables)
        least = min((count[one.number] for one in rooms), default=most)
        if most - least > 1:
            emptiest = min(rooms, key=lambda one: (count[one.number], one.table))
            ring = ring_of(self.tournament, self.context, emptiest)
            assert all(_next_small(ring, seat) for seat in ring.free)


def _next_small(ring: SeatRing, seat: int) -> bool:
    """Whether a newcomer in a seat has the small blind next:

    the seat of the big blind, or the one left of the button before the first hand (rule 32).
    """
    if ring.at.big:
        return seat == ring.at.big
    return all(from_button(seat, ring) <= from_button(other, ring) for other in ring.taken)


def play_even(seed: int) -> WatchedRoom:
    room = WatchedRoom(seed)
    room.open_tables_of_sizes()
    room.follow_the_rules()
    while not room.tournament.ended:
        room.play_hands()
        room.follow_the_rules()
        if not is_running(room.tournament.clock):
            room.ask(Start())
        assert room.now_ms < 40 * 60 * 60_000
    return room


@pytest.mark.slow
def test_tda_11_accepting_every_proposal_keeps_tables_even_and_the_big_blind_skips_nobody():
    found = [play_even(seed) for seed in range(ROOMS)]

    assert sum(room.moves for room in found) > ROOMS
    assert sum(room.looks for room in found) > 10 * ROOMS


@pytest.mark.nightly
def test_tda_11_holds_in_many_rooms():
    for seed in range(ROOMS, MANY // 10):
        play_even(seed)


def test_a_room_without_balancing_is_detected(monkeypatch):
    monkeypatch.setattr(rules, "worst_seat", lambda ring: 0)

    with pytest.raises(AssertionError):
        test_tda_11_accepting_every_proposal_keeps_tables_even_and_the_big_blind_skips_nobody()


@pytest.mark.parametrize("extra", [1, 2])
def test_a_big_blind_that_skips_somebody_or_comes_back_is_detected(extra, monkeypatch):
    """In some hands it moves on by more than one player."""

    def too_far(form, seats, was):
        at = next_positions(form, seats, was)
        for _ in range(extra if at.big % 4 == 1 else 0):
            at = next_positions(form, seats, at)
        return at

    monkeypatch.setattr(small_room, "next_positions", too_far)

    with pytest.raises(AssertionError):
        test_tda_11_accepting_every_proposal_keeps_tables_even_and_the_big_blind_skips_nobody()
