"""The taps of a hand with one of them wrong, up to the moment at which the dealer sees it. Dice are handed in."""

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

from engine.actions import Action, Check, CloseStreet, Fold, HandOver, Muck, PutIn, SeeCard
from engine.game.game import Game, decide
from engine.game.questions import has_caller, owing_indices
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.public import public
from engine.refused import Refused
from tests.kit.truth import Truth, dealt, do
from tests.taps.dealer import EngineDesk, play

Kind = Literal["missing", "extra", "late", "wrong-seat", "wrong-amount"]
KINDS: tuple[Kind, ...] = ("missing", "extra", "late", "wrong-seat", "wrong-amount")


class Guessed(AssertionError):
    """A street was closed although nobody but the dealer could know who called."""


class CleanHand(NamedTuple):
    """The touches and readings of a hand without an error, and the table before each of them and at the end."""

    touches: tuple[Action, ...]
    tables: tuple[Game, ...]


class ErrorMoment(NamedTuple):
    """The moment at which the dealer sees that something is wrong.

    `stopped` is the touch at which the screen did something else than was meant, None where it did all; `right` is the
    table as it has to be now.
    """

    kind: Kind
    at: Game
    stopped: Action | None
    right: Game
    true: tuple[Action, ...]
    """The true touches and readings so far."""
    end: int
    """The position of the next one in the recorded hand."""


class _Recorder(EngineDesk):
    """Remembers its touches."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, has_reader=True)
        self.touches: list[Action] = []
        self.tables = [game]

    def _ask(self, action: Action) -> None:
        super()._ask(action)
        self.touches.append(action)
        self.tables.append(self.game)


def told(truth: Truth, like: Game | None = None) -> CleanHand:
    """The hand as a dealer who makes no mistakes touches it."""
    desk = _Recorder(dealt(truth.deal, like))
    play(desk, truth)
    return CleanHand(tuple(desk.touches), tuple(desk.tables))


def go_wrong(hand: CleanHand, kind: Kind, dice: Random, patience: int = 0) -> ErrorMoment | None:
    """One wrong touch, and the moment at which it is noticed: as soon as the screen disagrees with the table, or
    `patience`
    touches later. None if the hand has no such touch, or the touch does nothing.
    Raises `Guessed`.
    """
    places = [place for place, touch in enumerate(hand.touches) if not isinstance(touch, SeeCard)]
    place = dice.choice(places)
    wrong = _wrong(hand, place, kind, dice)
    if wrong is None:
        return None
    script, judged = wrong
    game, reached = hand.tables[place], place
    for action, upto in script:
        reached = upto
        if not will_ask(game, action):
            return ErrorMoment(kind, game, action, hand.tables[upto], hand.touches[:upto], upto)
        game = touched(game, action)
        judged -= 1
        if judged < 0 and state(game) != state(hand.tables[upto]):
            if patience == 0 or public(game).question:
                return ErrorMoment(kind, game, None, hand.tables[upto], hand.touches[:upto], upto)
            patience -= 1
        elif judged < 0 and not isinstance(action, SeeCard):
            return None  # the next touch had the same effect
    return ErrorMoment(kind, game, None, hand.tables[reached], hand.touches[:reached], reached)


Script = list[tuple[Action, int]]
"""The touches, and the table to which each should lead."""


def _wrong(hand: CleanHand, place: int, kind: Kind, dice: Random) -> tuple[Script, int] | None:
    """The wrong touches from there on, and how many touches pass before anyone could notice."""
    game, true = hand.tables[place], hand.touches[place]
    rest = [(touch, place + 1 + number) for number, touch in enumerate(hand.touches[place:])]
    if kind in ("missing", "late") and len(rest) < 2:
        return None
    match kind, true:
        case "missing", _:
            return rest[1:], 0
        case "late", _:
            ends = isinstance(rest[1][0], HandOver)  # the next hand is on the screen: that is noticed at once
            return [rest[1], (true, place + 2), *rest[2:]], 0 if ends else 1
        case "extra", _ if other := _some_touch(game, dice, but=true):
            return [(other, place), *rest], 0
        case (("wrong-seat" | "wrong-amount"), PutIn()) if instead := _other_chips(game, true, kind, dice):
            return [(instead, place + 1), *rest[1:]], 0
    return None


def _other_chips(game: Game, true: PutIn, kind: Kind, dice: Random) -> PutIn | None:
    """The same action by another seat, or another amount by the same seat."""
    if kind == "wrong-seat":
        seats = [offer.seat for offer in public(game).offers if offer.seat != true.seat]
        possible = [PutIn(each, true.to) for each in seats if will_ask(game, PutIn(each, true.to))]
        return dice.choice(possible) if possible else None
    offer = next(offer for offer in public(game).offers if offer.seat == true.seat)
    to = dice.choice((offer.least, offer.most, min(offer.most, 2 * true.to)))
    return PutIn(true.seat, to) if true.to and to != true.to and offer.most else None


def _some_touch(game: Game, dice: Random, but: Action) -> Action | None:
    """Any request that the screen would accept now."""
    table = public(game)
    touches: list[Action] = [PutIn(offer.seat) for offer in table.offers]
    touches += [PutIn(offer.seat, offer.least) for offer in table.offers if offer.most]
    touches += [HandOver(), CloseStreet(), Fold(table.legal.seat), Check(table.legal.seat)]
    possible = [touch for touch in touches if touch != but and will_ask(game, touch)]
    return dice.choice(possible) if possible else None


def will_ask(game: Game, action: Action) -> bool:
    """Whether the screen offers it now, and the table accepts it."""
    table = public(game)
    offer = next((offer for offer in table.offers if offer.seat == getattr(action, "seat", 0)), None)
    match action:
        case PutIn(_, 0):
            offered = offer is not None and offer.call > 0
        case PutIn(_, to):
            offered = offer is not None and offer.least <= to <= offer.most > 0
        case Fold(seat) | Check(seat):
            offered = table.legal.seat == seat
        case Muck(seat):
            offered = seat in table.legal.muck
        case HandOver():
            offered = bool(table.ends)
        case CloseStreet():
            offered = bool(table.offers) and len(table.board) < 5
        case _:
            offered = True
    return offered and _does(game, action)


def _does(game: Game, action: Action) -> bool:
    try:
        return bool(decide(game, action))
    except Refused:
        return False


def touched(game: Game, action: Action) -> Game:
    """The table after a touch or a card. Raises `Guessed` if it assumed something that was open."""
    hand = game.table.hand
    if isinstance(action, SeeCard | CloseStreet) and hand is not None and is_open(hand):
        facts = decide(game, action)
        if not public(game).question and not public(do(game, action)).question:
            raise Guessed(f"{action} closed {hand}: {facts}")
    return do(game, action)


def is_open(hand: Hand) -> bool:
    """Whether the street, if over now, could have ended in several ways: a player owes chips, nobody called, and no
    single seat's fold would have ended the hand.
    """
    if hand.over or actor(hand) < 0 or has_caller(hand):
        return False
    owing = owing_indices(hand)
    return len(owing) > 1 or (len(owing) == 1 and hand.live.count(True) > 2)


def state(game: Game) -> object:
    """The table's state: the hand, all players' chips, and the current question."""
    return game.table.hand, tuple(seat and seat.chips for seat in game.table.seats), game.state.waiting


def dealer_hands(truths: Sequence[Truth]) -> list[CleanHand]:
    """Each hand as touched, with the habits learned from the ones before."""
    hands: list[CleanHand] = []
    for truth in truths:
        hands.append(told(truth, hands[-1].tables[-1] if hands else None))
    return hands
