"""A dealer who makes no mistakes: touches only what no later touch would imply, and knows the real hand."""

from typing import Protocol

from engine.actions import (
    BOARD,
    Action,
    Bet,
    Call,
    Check,
    CloseStreet,
    Fold,
    HandOver,
    Muck,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
)
from engine.game.game import Game
from engine.hand.state import Hand
from engine.public import public
from engine.refused import Refused
from tests.kit.truth import Truth, dealt, do


class TouchTargets(Protocol):
    """The dealer's touch targets: only the engine, or the screen in front of it.

    It counts the purpose of each touch.
    """

    has_reader: bool

    @property
    def game(self) -> Game:
        """The current table."""

    def put_in(self, seat: int, to: int = 0) -> None:
        """Put chips in: a call, or a total."""

    def close_street(self) -> None:
        """Touch the place of the next board card."""

    def see(self, card: SeeCard) -> None:
        """A card is on the table: read, or tapped."""

    def press(self, action: Fold | Check | Muck) -> None:
        """Press one of the plain buttons."""

    def hand_over(self) -> None:
        """Press HAND OVER."""


class Astray(AssertionError):
    """The table differs from the real hand, although the dealer touched everything necessary."""


def deal_through(desk: TouchTargets, truth: Truth) -> None:
    """Play the whole hand, from the deal on the desk to the next one. Raises `Astray`."""
    play(desk, truth)
    real = do(dealt(truth.deal), *truth.acts)
    if stacks(desk.game) != stacks(real):
        raise Astray(f"{truth.name}: {stacks(desk.game)}, not {stacks(real)}")


def play(desk: TouchTargets, truth: Truth) -> None:
    """Play the hand to its push. Raises `Astray`."""
    real = dealt(truth.deal)
    silent: list[Action] = []
    for number, act in enumerate(truth.acts):
        after = do(real, act)
        match act:
            case Fold() | Check() | Muck():
                silent.append(act)
            case Call(seat) if _is_implied(desk, truth, number, after):
                silent.append(act)
            case Call(seat):
                desk.put_in(seat)
                silent.clear()
            case Bet(seat, to) | RaiseTo(seat, to):
                desk.put_in(seat, to)
                silent.clear()
            case SeeCard():
                _say(desk, silent, act, real)
                desk.see(act)
                silent.clear()
                if hand_of(desk.game) != hand_of(after):
                    raise Astray(f"{truth.name}: {act} at {desk.game.table.hand}, not {after.table.hand}")
            case Push():
                _end(desk, silent, real)
        real = after


def hand_of(game: Game) -> Hand:
    """The hand in play."""
    assert game.table.hand is not None
    return game.table.hand


def stacks(game: Game) -> tuple[int, ...]:
    """The chips of each seat, including those of a hand that has just begun: the result of the hand, whatever follows
    it."""
    hand = game.table.hand
    held = {seat: chips.chips for seat, chips in enumerate(game.table.seats, 1) if chips}
    if hand is not None and not hand.over:
        held |= dict(zip(hand.deal.seats, hand.deal.stacks, strict=True))
    return tuple(chips for _, chips in sorted(held.items()) if chips)


def _is_implied(desk: TouchTargets, truth: Truth, number: int, after: Game) -> bool:
    """Whether the next card itself implies that this seat called, and everything that was skipped before."""
    behind = truth.acts[number + 1 :]
    upto = next((place for place, act in enumerate(behind) if not isinstance(act, Fold | Check)), len(behind))
    card = behind[upto] if upto < len(behind) else None
    return isinstance(card, SeeCard) and _closes(desk, card, do(after, *behind[:upto]))


def _closes(desk: TouchTargets, card: SeeCard, real: Game) -> bool:
    """Whether the card by itself, or a touch of its place, makes the table match the real hand."""
    if not desk.has_reader and card.seat != BOARD:
        return False  # after the river there is no board place left to touch
    try:
        if desk.has_reader:
            return hand_of(do(desk.game, card)) == hand_of(do(real, card))
        return hand_of(do(desk.game, CloseStreet())) == hand_of(real)
    except Refused:
        return False


def _say(desk: TouchTargets, silent: list[Action], card: SeeCard, real: Game) -> None:
    """Say what the card would not: nothing with a reader, otherwise that the street is closed."""
    if not silent and hand_of(desk.game) == hand_of(real):
        return
    if not _closes(desk, card, real):
        _spell_out(desk, silent)
    elif not desk.has_reader:
        desk.close_street()


def _spell_out(desk: TouchTargets, silent: list[Action]) -> None:
    """Touch what would otherwise be implied."""
    for act in silent:
        match act:
            case Call(seat):
                desk.put_in(seat)
            case Fold() | Check() | Muck():
                desk.press(act)


def _end(desk: TouchTargets, silent: list[Action], real: Game) -> None:
    """Press HAND OVER as often as necessary: silent players fold or muck, then come the push and the next deal."""
    number = hand_of(desk.game).deal.hand
    touches = 0
    while hand_of(desk.game).deal.hand == number and not hand_of(desk.game).over:
        does = public(desk.game).ends
        if does in ("", "ask") and silent and touches == 0:
            _spell_out(desk, silent)
            silent = []
            continue
        touches += 1
        if touches > 2:
            raise Astray(f"the hand does not end: {does!r}")
        desk.hand_over()


class EngineDesk:
    """Only the engine: it takes each order as it is touched, with the touches that the screen would need for it."""

    def __init__(self, game: Game, has_reader: bool) -> None:
        self.game = game
        self.has_reader = has_reader

    def put_in(self, seat: int, to: int = 0) -> None:
        """Do as the screen would."""
        self._ask(PutIn(seat, to))

    def close_street(self) -> None:
        """Do as the screen would."""
        self._ask(CloseStreet())

    def see(self, card: SeeCard) -> None:
        """Do as the screen would."""
        self._ask(card)

    def press(self, action: Fold | Check | Muck) -> None:
        """Do as the screen would."""
        self._ask(action)

    def hand_over(self) -> None:
        """Do as the screen would."""
        self._ask(HandOver())

    def _ask(self, action: Action) -> None:
        self.game = do(self.game, action)
