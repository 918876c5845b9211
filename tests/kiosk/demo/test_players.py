"""The robots' moves between hands."""

from random import Random

from engine.table.actions.chips import OpenRace
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.demo.players import next_of_all
from tests.kit.randomplay import ask
from tests.kit.tables import TDA, after
from ui.dealer.model.surroundings import Surroundings


def test_an_arriving_player_is_seated_once_the_chip_race_is_over():
    """The table refuses the seat while a race is open."""
    game = after(OpenTable(1, "Open", TDA, 9), TakeSeat(1, "a", "Ana", 4_025), TakeSeat(2, "b", "Bo", 3_025))
    game = after(OpenRace(25, 100), game=game)
    coming = Surroundings(coming=(IncomingPlayer("c", "Cyd", 5_000, came_from=2, seat=5),))

    while game.table.race:
        move = next_of_all(game, coming, Random(1))
        assert move
        game = ask(game, move).after

    assert next_of_all(game, coming, Random(1)) == TakeSeat(5, "c", "Cyd", 5_000, 2)
