"""The hands that the room tests play have the promised properties, checked without a screen or a link."""

from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.game.game import Game, apply, step
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.room.scripts import BIG, SMALL, next_move, scripts


def do(game, action):
    """The game after an action."""
    for event in step(game, action):
        game = apply(game, event)
    return game


def test_there_are_at_least_fifty_hands_with_side_pots_ties_and_odd_chips(shared):
    chosen = scripts(shared)
    count = {tag: sum(tag in script.tags for script in chosen) for tag in ("side_pot", "split_pot", "odd_chip")}

    assert len(chosen) >= 50
    assert min(count.values()) >= 5
    assert sum("showdown" in script.tags for script in chosen) >= 20


def test_each_script_ends_with_the_stacks_of_its_record(shared):
    for script in scripts(shared):
        count = len(script.stacks)
        game = do(Game(), OpenTable(1, "corpus", load_book("tda"), max(2, count)))
        for seat, chips in enumerate(script.stacks, 1):
            game = do(game, TakeSeat(seat, f"p{seat}", f"Player {seat}", chips))
        game = do(do(game, PlaceButton(1)), SetLevel(Blinds(1, SMALL, BIG)))

        game = do(game, StartHand())
        while move := next_move(script, game):
            game = do(game, move)

        assert tuple(seat.chips if seat else 0 for seat in game.table.seats) == script.finishing, script.id
