"""Every draw gives everybody the same chance: chi-square over many seeds, and the high card counted completely.

The seeds are fixed, so that a fair draw passes each time. `KIOSK_DRAWS` sets their number in the nightly run.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine import button
from engine.books.rulebook import load_book
from engine.cards import DECK, RANKS
from engine.tournament.actions import BreakTable, Create, Redraw, SeatsRedrawn, TableBroken
from engine.tournament.field.entries import SeatAt, Sitting
from engine.tournament.formats import Redraws
from engine.tournament.seating import draw
from engine.tournament.state import Event
from engine.tournament.tournament import decide
from tests.engine.tournament.test_redraws import in_form
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, SmallRoom

FEW = 2_700
MANY = size("KIOSK_DRAWS", 2_160)
# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper critical values: a fair draw is above them once in a
# thousand.
QUANTILES = {1: 10.828, 2: 13.816, 3: 16.266, 8: 26.125, 9: 27.877, 17: 40.790}
LOWEST = {2: 0.002, 3: 0.024, 8: 0.857, 9: 1.152, 17: 4.416}
"""The same page, lower critical values: more even than chance is no draw either."""
TWO_TABLES = (Sitting(1, 1, 9), Sitting(2, 2, 9))
PLAYERS = range(1, 19)


class ChiSquare(NamedTuple):
    """Pearson's statistic of the counts, and its degrees of freedom."""

    value: float
    freedom: int

    @property
    def is_fair(self) -> bool:
        return LOWEST.get(self.freedom, 0) <= self.value <= QUANTILES[self.freedom]


def chi_square(found: Iterable[Hashable], cells: int) -> ChiSquare:
    """The statistic of outcomes that should be equally likely."""
    counts = Counter(found)
    expected = counts.total() / cells
    assert expected >= 5  # otherwise the statistic has another distribution
    empty = (cells - len(counts)) * expected
    return ChiSquare(sum((seen - expected) ** 2 / expected for seen in counts.values()) + empty, cells - 1)


def seeds(count: int) -> list[str]:
    dice = Random(18)
    return [f"{dice.getrandbits(128):032x}" for _ in range(count)]


def drawn(count: int) -> list[dict[int, SeatAt]]:
    """Eighteen players at two tables of nine, by this many seeds."""
    return [draw.draw_seats(seed, PLAYERS, TWO_TABLES, {}) for seed in seeds(count)]


def of_seats(count: int) -> list[ChiSquare]:
    """The seats of the first, a middle and the last player, and the players in the first and the last seat."""
    found = drawn(count)
    sits = [chi_square((one[player] for one in found), 18) for player in (1, 9, 18)]
    by_seat = [{seat: player for player, seat in one.items()} for one in found]
    return [*sits, *(chi_square((one[seat] for one in by_seat), 18) for seat in (SeatAt(1, 1), SeatAt(2, 9)))]


def of_neighbors(count: int) -> ChiSquare:
    """Whether two players who entered together are at one table. Eight of the seventeen other seats are there."""
    together = sum(one[1].sitting == one[2].sitting for one in drawn(count))
    expected = count * 8 / 17
    off = (together - expected) ** 2
    return ChiSquare(off / expected + off / (count - expected), 1)


def by_seeds(count: int, action: BreakTable | Redraw, room: SmallRoom) -> Iterator[Event]:
    """The result of the same room for each of this many seeds."""
    for seed in seeds(count):
        (event,) = decide(
            replace(room.tournament, seeds=(draw.SeedChain(seed, 1),), draws={}), action, room.now_ms, room.facts
        )
        yield event


def begun(players: int, tables: int, create: Create) -> SmallRoom:
    room = SmallRoom(1)
    room.open(players, tables, 9, create=create)
    room.tables_follow()
    return room


def of_break(count: int) -> list[ChiSquare]:
    """By the standard every free seat is as likely for everybody (TDA 2024 rule 10)."""
    room = begun(9, 2, CREATE)
    events = [one for one in by_seeds(count, BreakTable(2), room) if isinstance(one, TableBroken)]
    found = [{one.entry: one.seat for one in event.seats} for event in events]
    free = 9 - sum(seat.sitting == 1 for seat in room.tournament.occupied)
    return [chi_square((one[entry] for one in found), free) for entry in sorted(found[0])[:2]]


def of_cards(count: int) -> ChiSquare:
    """By the house rules a card decides the table: one of four is broken, and the others have as many free seats."""
    room = begun(24, 4, replace(CREATE, book=load_book("house")))
    events = by_seeds(count, BreakTable(4), room)
    return chi_square((one.seats[0].seat.sitting for one in events if isinstance(one, TableBroken)), 3)


def of_button(count: int) -> ChiSquare:
    """The seat of a full final table that draws the button."""
    room = begun(9, 2, in_form(Redraws((4,), "book")))
    for _ in range(5):
        room.next_level()
    events = by_seeds(count, Redraw((), 9), room)
    return chi_square((one.sittings[0].button for one in events if isinstance(one, SeatsRedrawn)), 9)


def of_high_card(count: int) -> ChiSquare:
    """The seat of nine with the highest of nine cards."""
    dice = Random(18)
    seats = range(1, 10)
    return chi_square((button.high_card(dict(zip(seats, dice.sample(DECK, 9), strict=True))) for _ in range(count)), 9)


def test_everybody_has_the_same_chance_of_every_seat():
    assert all(one.is_fair for one in of_seats(FEW)), of_seats(FEW)


def test_players_who_entered_together_sit_together_as_often_as_chance_predicts():
    assert of_neighbors(FEW).is_fair


def test_tda_10_a_player_from_a_broken_table_has_the_same_chance_of_every_free_seat():
    assert all(one.is_fair for one in of_break(FEW)), of_break(FEW)


def test_house_consolidating_the_cards_of_the_draw_favor_no_table():
    assert of_cards(FEW).is_fair


def test_every_seat_of_a_final_table_is_as_likely_to_draw_the_button():
    assert of_button(FEW).is_fair


def test_washburn_4_the_high_card_favors_no_seat():
    assert of_high_card(FEW).is_fair


def test_washburn_4_each_seat_wins_half_of_all_ways_to_deal_two_cards():
    """And a third of the ways to deal three cards of a short deck. No two cards are equal."""
    two = Counter(button.high_card({1: a, 2: b}) for a, b in permutations(DECK, 2))
    three = Counter(button.high_card(dict(zip((4, 7, 9), deal, strict=True))) for deal in permutations(DECK[::3], 3))

    assert set(two.values()) == {52 * 51 // 2}
    assert len(set(three.values())) == 1


@pytest.mark.nightly
def test_thousands_of_draws_are_fair():
    """With twice the quantile as the limit, so that no number of draws fails by chance.

    The statistic of an unfair draw grows with the number.
    """
    several = [*of_seats(MANY), *of_break(MANY)]
    found = [*several, of_neighbors(MANY), of_cards(MANY), of_button(MANY), of_high_card(MANY)]
    assert all(one.value <= 2 * QUANTILES[one.freedom] for one in found), found


# Each of these checks can fail

FAIR: Callable[[str, str], str] = draw.rank
UNFAIR: dict[str, Callable[[str, str], str]] = {
    "by the order of entry": lambda seed, name: f"{name:>20}",
    "one seed in ten forgets to shuffle": lambda seed, name: FAIR(seed, name) if seed[0] > "1" else f"{name:>20}",
    "the name's length counts": lambda seed, name: f"{len(name)}{FAIR(seed, name)}",
    "the same for every seed": lambda seed, name: FAIR("", name),
}


@pytest.mark.parametrize("rank", UNFAIR.values(), ids=UNFAIR)
def test_an_unfair_draw_of_seats_is_detected(rank, monkeypatch):
    monkeypatch.setattr(draw, "rank", rank)

    assert not all(one.is_fair for one in of_seats(FEW))


def test_dealing_around_the_tables_in_turn_is_detected(monkeypatch):
    """Each seat is as likely for each player, and yet players who entered together never sit together."""

    def in_turn(seed, entries, sittings, occupied):
        seats = [SeatAt(table.number, seat) for seat in range(1, 10) for table in sittings]
        first = int(seed, 16) % len(seats)
        return dict(zip(entries, [*seats[first:], *seats[:first]], strict=True))

    monkeypatch.setattr(draw, "draw_seats", in_turn)

    assert all(one.value <= QUANTILES[one.freedom] for one in of_seats(FEW))
    assert not of_neighbors(FEW).is_fair


def test_a_high_card_without_suits_is_detected(monkeypatch):
    """The first seat of those with equal ranks would win."""
    monkeypatch.setattr(button, "high_card", lambda cards: max(cards, key=lambda seat: RANKS.index(cards[seat].rank)))

    assert not of_high_card(FEW).is_fair
    with pytest.raises(AssertionError):
        test_washburn_4_each_seat_wins_half_of_all_ways_to_deal_two_cards()


def test_the_statistic_is_pearsons_chi_square():
    """The sum of the squared deviations, each divided by the expected count."""
    assert chi_square([1] * 20 + [2] * 10, 2) == ChiSquare(5**2 / 15 + 5**2 / 15, 1)
    assert chi_square([1] * 30, 3) == ChiSquare(20**2 / 10 + 10 + 10, 2)
