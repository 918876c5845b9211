"""A table of ten with players at some seats, and hand after hand in which everybody folds to the last."""

from engine.actions import Fold, Push
from engine.books.rulebook import RuleBook
from engine.events import Blinds, HandStarted
from engine.game.game import Game
from engine.hand.rules import legal
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.state import book_of
from tests.kit.randomplay import ask
from tests.kit.story import TDA


def table(*seats: int, button: int, chips: int = 1_000, by: RuleBook = TDA) -> Game:
    """These seats taken, blinds of 50 and 100."""
    game = Game()
    sits = [TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat in seats]
    for action in (OpenTable(1, "Open", by, 10), *sits, SetLevel(Blinds(1, 50, 100)), PlaceButton(button)):
        game = ask(game, action).after
    return game


def next_deal(game: Game, straddle: bool = False) -> tuple[Game, HandStarted]:
    """Play a hand in which everybody folds; the game after it, and how it was dealt."""
    step = ask(game, StartHand(straddle))
    game, deal = step.after, step.events[0]
    assert isinstance(deal, HandStarted)
    while game.table.hand and (seat := legal(game.table.hand, book_of(game.table)).seat):
        game = ask(game, Fold(seat)).after
    return ask(game, Push()).after, deal
