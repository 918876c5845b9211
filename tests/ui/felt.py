"""Tables to look at: games by the engine, written as short scripts, and a port that runs the engine directly."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from msgspec.structs import replace

from engine.actions import (
    Action,
    Bet,
    Call,
    Check,
    Fold,
    Muck,
    NotePin,
    OpenTable,
    PlaceButton,
    Push,
    RaiseTo,
    SeeCard,
    SetLevel,
    StartHand,
    TableAction,
    TakeSeat,
    Undo,
)
from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.events import Blinds, Event, Role
from engine.game.game import Game, apply, decide
from engine.history.recall import Recalled, recall
from engine.public import public
from engine.refused import Refused
from ui.dealer.model.cards import EnrolDo
from ui.dealer.model.reader_texts import felt_word
from ui.dealer.model.readers import Area, Readers, Watching
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.taps import Follows
from ui.dealer.screen import Screen
from ui.words import ENGLISH

LEVEL = Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
PLAIN: dict[str, Callable[[int], TableAction]] = {"f": Fold, "k": Check, "c": Call}
WHOLE: dict[str, TableAction] = {"push": Push(), "start": StartHand(), "undo": Undo()}


def do(game: Game, *actions: Action) -> Game:
    """The game after these actions."""
    for action in actions:
        game = reduce(apply, decide(game, action), game)
    return game


def sat(
    stacks: Sequence[int], blinds: Blinds = LEVEL, names: Sequence[str] = NAMES, button: int = 1, seats: int = 0
) -> Game:
    """A table with a player of each stack from seat 1, nobody where it is 0, before its first hand."""
    game = do(Game(), OpenTable(7, "Autumn Open", load_book("tda"), seats or len(stacks)))
    taken = [TakeSeat(seat, f"p{seat}", names[seat - 1], chips) for seat, chips in enumerate(stacks, 1) if chips]
    return do(game, *taken, PlaceButton(button), SetLevel(blinds))


def where_folds_stand(*stacks: int) -> Game:
    """A table by the campus book, its first hand dealt and checked by the big blind, folded by the next."""
    game = do(Game(), OpenTable(7, "Autumn Open", load_book("astate-2009"), len(stacks)))
    taken = [TakeSeat(seat, f"p{seat}", NAMES[seat - 1], chips) for seat, chips in enumerate(stacks, 1)]
    return do(game, *taken, PlaceButton(1), SetLevel(Blinds(1, 100, 200)), StartHand(), Check(3), Fold(4))


def dealt(
    stacks: Sequence[int], blinds: Blinds = LEVEL, names: Sequence[str] = NAMES, button: int = 1, seats: int = 0
) -> Game:
    """The same table with its first hand dealt."""
    return do(sat(stacks, blinds, names, button, seats), StartHand())


def play(game: Game, script: str) -> Game:
    """Play on: `f` fold, `k` check, `c` call, `b900` bet, `r900` raise to, `QhJd` to the board, `4:QhJd` tabled by
    seat 4, `m4` muck, `push`, `start`, `undo`."""
    for word in script.split():
        for action in actions_of(game, word):
            game = do(game, action)
    return game


def actions_of(game: Game, word: str) -> list[TableAction]:
    """What one word of a script asks for."""
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
    opening: list[Action] = [OpenTable(7, "Autumn Open", load_book("tda"), 4)]
    opening += [TakeSeat(seat, f"p{seat}", NAMES[seat - 1], 20_000) for seat in (1, 2, 3, 4)]
    for action in (*opening, PlaceButton(1), SetLevel(LEVEL)):
        facts = decide(game, action)
        game, events = reduce(apply, facts, game), events + facts
    for word in " ".join(scripts).split():
        for action in actions_of(game, word):
            facts = decide(game, action)
            game, events = reduce(apply, facts, game), events + facts
    return events


class Engine:
    """A port that decides and shows at once, and remembers what was asked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: list[TableAction] = []
        self.told_levels: list[bool] = []
        self.stale: list[TableAction] = []
        self.record: list[Event] = []
        self.pins: dict[tuple[str, str], str] = {}
        """By role and PIN, whose it is."""
        self.enrolled: list[tuple[EnrolDo, str]] = []
        self.watching: list[Watching | None] = []
        self.marked: list[tuple[str, tuple[tuple[str, Area], ...]]] = []
        self.marking = ""
        self.screen: Screen | None = None

    def last_hands(self, count: int) -> tuple[Recalled, ...]:
        """What was recorded of this table, as far as the test told it."""
        return recall(self.record, count)

    def show_on(self, screen: Screen) -> None:
        """Begin to show the game."""
        self.screen = screen
        self.present()

    def present(self, **around: Any) -> None:
        """The table as it is, with what is new of its surroundings."""
        assert self.screen is not None
        tell(self.screen, self.game, **around)

    def ask(self, action: TableAction, seen: int) -> None:
        """Decide and apply; a tap on an old screen is only noted."""
        assert self.screen is not None
        if seen != self.game.mark:
            self.stale.append(action)
            return
        self.take(action)

    def take(self, action: TableAction, then: Follows = ()) -> None:
        """Something is asked, by the screen or by a reader."""
        assert self.screen is not None
        self.asked.append(action)
        try:
            events = decide(self.game, action)
            self.game, self.record = reduce(apply, events, self.game), [*self.record, *events]
        except Refused as refused:
            self.screen.refuse(refused.why, refused.clause)
        else:
            tell(self.screen, self.game, then)

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """Whose PIN it is; noted as the program notes it."""
        assert self.screen is not None
        found = self.pins.get((role, pin), "")
        self.game = do(self.game, NotePin(role, found))
        self.present()
        return PinAnswer(found, 0 if found else 5_000)

    def enrol(self, do: EnrolDo, what: str) -> None:
        """Noted; what comes of it the test says by `present`."""
        self.enrolled.append((do, what))
        if do == "leave" and self.screen:
            self.present(enrolling=None)

    def watch_readers(self, watching: Watching | None) -> None:
        """Noted."""
        self.watching.append(watching)

    def tell_level(self, by_day: bool) -> None:
        self.told_levels.append(by_day)

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> str:
        """Noted; what the test says comes of it."""
        self.marked.append((camera, places))
        return self.marking

    def happen(self, script: str) -> None:
        """Something that did not come from the screen: a reader, the room."""
        assert self.screen is not None
        self.game = play(self.game, script)
        self.present()


def tell(screen: Screen, game: Game | None = None, then: Follows = (), **around: Any) -> None:
    """The program says what is new: another game, or something of what is around the table."""
    game = game or screen._game
    screen.present(public(game), game, replace(screen._around, **around), then)


def tell_readers(screen: Screen, readers: Readers) -> None:
    """How the readers are; what the felt says of them follows."""
    tell(screen, readers=readers, reader=felt_word(readers.readers, ENGLISH))
