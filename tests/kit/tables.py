"""A table described in actions, for tests of the time between hands as well as of hands."""

from engine.actions import Action, Fold, Push
from engine.books.rulebook import RuleBook, load_book
from engine.events import Blinds, HandStarted
from engine.game.game import Game, decide
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.kit.randomplay import ask

HOUSE, TDA = load_book("house"), load_book("tda")


def after(*actions: Action, game: Game | None = None) -> Game:
    """The game after these requests."""
    game = game or Game()
    for action in actions:
        game = ask(game, action).after
    return game


def ready(*seats: int, by: RuleBook = TDA, chips: int = 5_000) -> Game:
    """A table at 50 and 100, with the button at the first of its seats."""
    sitting = (TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat in seats)
    return after(OpenTable(1, "Open", by, 9), *sitting, SetLevel(Blinds(1, 50, 100)), PlaceButton(seats[0]))


def deal(game: Game) -> HandStarted:
    """The deal that the next hand would be."""
    started = decide(game, StartHand())[0]
    assert isinstance(started, HandStarted)
    return started


def play_out(game: Game) -> Game:
    """Everybody folds and the pot is pushed."""
    while not public(game).legal.push:
        game = after(Fold(public(game).legal.seat), game=game)
    return after(Push(), game=game)


def whole_hand(game: Game) -> Game:
    """A hand dealt and folded out."""
    return play_out(after(StartHand(), game=game))
