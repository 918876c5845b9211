"""Flights played to their end by the Washburn rules, and the final table that they make."""

from random import Random

import pytest

from engine.actions import Action, LeaveSeat, OpenTable, PlaceButton, SetLevel, TakeSeat
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import Blinds
from engine.game.game import Game
from engine.refused import Refused
from engine.table.state import is_playing, players
from engine.tournament.flights import Flight, final_stacks, is_over
from engine.tournament.seating import Ring, break_table, draw_pile, table_to_break
from tests.kit.randomplay import Habits, ask, next_action

WASHBURN = load_book("washburn")
STACK = 10_000
QUIET = Habits(kill=0, move=0)


def do(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = ask(game, action).after
    return game


def opened(number: int, names: list[str]) -> Game:
    """A table of eight seats, as many as this book allows, with blinds that make it short."""
    sits = [TakeSeat(seat, name, name, STACK) for seat, name in enumerate(names, 1)]
    return do(
        Game(), OpenTable(number, "Washburn", WASHBURN, 8), *sits, SetLevel(Blinds(1, 500, 1_000)), PlaceButton(1)
    )


def stacks(games: list[Game]) -> dict[str, int]:
    """What every player who is left has between hands."""
    return {seat.player: seat.chips for game in games for seat in game.table.seats if seat}


def play_flight(name: str, dice: Random) -> Flight:
    """Two tables of six, hand by hand, broken into one as soon as the seats allow, until two players are left."""
    names = [f"{name}{number}" for number in range(1, 13)]
    games = [opened(1, names[:6]), opened(2, names[6:])]
    flight = Flight(name, 12 * STACK, stacks(games))
    while not is_over(flight):
        games = [one_hand(game, dice) if len(players(game.table)) > 1 else game for game in games]
        flight = Flight(name, flight.issued, stacks(games))
        if not is_over(flight) and table_to_break([ring(game) for game in games]):
            games = [joined(games, dice)]
    return flight


def one_hand(game: Game, dice: Random) -> Game:
    game = ask(game, next_action(game, dice, QUIET)).after
    while is_playing(game.table):
        game = ask(game, next_action(game, dice, QUIET)).after
    return game


def ring(game: Game) -> Ring:
    table = game.table
    return Ring(table.number, len(table.seats), table.at.button or table.button, players(table))


def joined(games: list[Game], dice: Random) -> Game:
    """The table that stays, with the players of the other in the seats that they drew."""
    rings = [ring(game) for game in games]
    broken = table_to_break(rings)
    old, stays = sorted(games, key=lambda game: game.table.number != broken)
    cards: list[Card] = dice.sample(sorted(draw_pile(rings, broken), key=str), len(players(old.table)))
    for move in break_table(rings, broken, dict(zip(players(old.table), cards, strict=True))):
        seat = old.table.seats[move.seat - 1]
        assert seat is not None
        old = do(old, LeaveSeat(move.seat))
        stays = do(stays, TakeSeat(move.to_seat, seat.player, seat.name, seat.chips))
    return stays


def test_vector_18_flights_of_twelve_end_with_two_each_and_the_final_table_carries_the_exact_counts():
    """
    Three flights, really played; six players with all the chips of the thirty-six who began.
    """
    flights = [play_flight(name, Random(seed)) for seed, name in enumerate("ABC", 3)]

    final = final_stacks(flights)

    assert [len(flight.stacks) for flight in flights] == [2, 2, 2]
    assert final == {player: chips for flight in flights for player, chips in flight.stacks.items()}
    assert len(final) == 6
    assert sum(final.values()) == 36 * STACK
    assert stacks([do(Game(), OpenTable(1, "Final", WASHBURN, 8), *seats_of(final))]) == final


def seats_of(final: dict[str, int]) -> list[Action]:
    return [TakeSeat(seat, player, player, chips) for seat, (player, chips) in enumerate(final.items(), 1)]


A = Flight("A", 30, {"Ann": 10, "Ben": 20})


def test_a_flight_that_lost_two_at_once_has_one_finisher():
    assert final_stacks([A, Flight("B", 30, {"Eve": 30, "Gus": 0})]) == {"Ann": 10, "Ben": 20, "Eve": 30}


@pytest.mark.parametrize(
    ("flight", "says"),
    [
        (
            Flight("B", 30, {"Eve": 10, "Gus": 10, "Ida": 10}),
            "flight-not-over (flight=B, players=3, most=2) (Washburn 2)",
        ),
        (Flight("B", 30, {"Eve": 10, "Gus": 19}), "flight-chips (flight=B, chips=29, issued=30)"),
        (Flight("B", 30, {"Ann": 30}), "two-flights (player=Ann) (Washburn 2)"),
    ],
    ids=["it goes on", "a chip is missing", "a player twice"],
)
def test_flights_that_do_not_make_a_final_table_are_refused_in_one_line(flight, says):
    with pytest.raises(Refused) as refused:
        final_stacks([A, flight])

    assert str(refused.value) == says
