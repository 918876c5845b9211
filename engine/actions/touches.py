"""The dealer's touches during a hand. One touch may imply several events. `engine.game.touches` decides them."""

from engine.action import Action, PlayOn


class Straddle(PlayOn, frozen=True, tag="straddle"):
    """In the hand just dealt, before anyone has acted, the player to the left of the big blind posts twice the big
    blind."""


class PutIn(PlayOn, frozen=True, tag="put-in"):
    """The seat has put out chips: a total of `to` for the street, or exactly the amount to call if `to` is 0. Live
    seats passed over since the last turn are taken to have folded if they owed chips and to have checked if they did
    not."""

    seat: int
    to: int = 0


class ComeTo(PlayOn, frozen=True, tag="come-to"):
    """It is now the seat's turn. Live seats passed over are taken to have folded if they owed chips and to have checked
    if they did not."""

    seat: int


class CloseStreet(PlayOn, frozen=True, tag="close-street"):
    """Betting on the street is over, as if the next card had been read."""


class HandOver(PlayOn, frozen=True, tag="hand-over"):
    """The hand is over. Players who have yet to act fold or muck, and decided pots are pushed. With `start`, the next
    hand is dealt in the same step if possible."""

    start: bool = True


class Answer(Action, frozen=True, tag="answer", omit_defaults=True):
    """The answer to the table's question: the seats of the callers or of the winners. With a `floor` reason, it decides
    hands that were not read, whether or not there is an open question. Without `start`, the next hand is not dealt even
    if HAND OVER asked for it."""

    seats: tuple[int, ...]
    floor: str = ""
    start: bool = True
