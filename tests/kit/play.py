"""Tables to look at: games played by the engine, written as short scripts."""

from collections.abc import Callable, Sequence
from functools import cache, reduce

from engine.actions import Action, Bet, Call, Check, Fold, Muck, Push, RaiseTo, SeeCard, TableAction, Undo
from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.events import Blinds, Event
from engine.game.game import Game, apply, decide, step
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel

LEVEL = Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
PLAIN: dict[str, Callable[[int], TableAction]] = {"f": Fold, "k": Check, "c": Call}
WHOLE: dict[str, TableAction] = {"push": Push(), "start": StartHand(), "undo": Undo()}

book = cache(load_book)
"""A book that ships with the program: reading one takes longer than dealing a hand."""


def do(game: Game, *actions: Action) -> Game:
    """The game after these actions."""
    for action in actions:
        game = reduce(apply, step(game, action), game)
    return game


def sat(
    stacks: Sequence[int], blinds: Blinds = LEVEL, names: Sequence[str] = NAMES, button: int = 1, seats: int = 0
) -> Game:
    """A table before its first hand, with a player for each stack from seat 1; a stack of 0 is an empty seat."""
    game = do(Game(), OpenTable(7, "Autumn Open", book("tda"), seats or len(stacks)))
    taken = [TakeSeat(seat, f"p{seat}", names[seat - 1], chips) for seat, chips in enumerate(stacks, 1) if chips]
    return do(game, *taken, PlaceButton(button), SetLevel(blinds))


def where_folds_stand(*stacks: int) -> Game:
    """A table by the campus book: its first hand is dealt, the big blind checks it, and the next player folds."""
    game = do(Game(), OpenTable(7, "Autumn Open", book("astate-2009"), len(stacks)))
    taken = [TakeSeat(seat, f"p{seat}", NAMES[seat - 1], chips) for seat, chips in enumerate(stacks, 1)]
    return do(game, *taken, PlaceButton(1), SetLevel(Blinds(1, 100, 200)), StartHand(), Check(3), Fold(4))


def dealt(
    stacks: Sequence[int], blinds: Blinds = LEVEL, names: Sequence[str] = NAMES, button: int = 1, seats: int = 0
) -> Game:
    """The same table with its first hand dealt."""
    return do(sat(stacks, blinds, names, button, seats), StartHand())


def play(game: Game, script: str) -> Game:
    """Play on: `f` fold, `k` check, `c` call, `b900` bet, `r900` raise to, `QhJd` to the board, `4:QhJd` tabled by seat
    4, `m4` muck, `push`, `start`, `undo`.
    """
    for word in script.split():
        for action in actions_of(game, word):
            game = do(game, action)
    return game


def actions_of(game: Game, word: str) -> list[TableAction]:
    """The actions for one word of a script."""
    seat = public(game).legal.seat
    if word in WHOLE:
        return [WHOLE[word]]
    if word in PLAIN:
        return [PLAIN[word](seat)]
    if word[0] in "br" and word[1:].isdigit():
        return [Bet(seat, int(word[1:])) if word[0] == "b" else RaiseTo(seat, int(word[1:]))]
    if word[0] == "m" and word[1:].isdigit():
        return [Muck(int(word[1:]))]
    where, _, cards = word.rpartition(":")
    return [SeeCard(card, int(where or 0)) for card in parse_cards(cards)]


def record_of(*scripts: str) -> list[Event]:
    """The whole record of a table of four that has played these, from its opening."""
    game, events = Game(), list[Event]()
    opening: list[Action] = [OpenTable(7, "Autumn Open", book("tda"), 4)]
    opening += [TakeSeat(seat, f"p{seat}", NAMES[seat - 1], 20_000) for seat in (1, 2, 3, 4)]
    for action in (*opening, PlaceButton(1), SetLevel(LEVEL)):
        facts = decide(game, action)
        game, events = reduce(apply, facts, game), events + facts
    for word in " ".join(scripts).split():
        for action in actions_of(game, word):
            facts = decide(game, action)
            game, events = reduce(apply, facts, game), events + facts
    return events
